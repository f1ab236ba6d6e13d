// The RequestItems of a batch, as the service repeats it in a fault. An echo ends early if it is longer than an error
// may repeat.
#pragma once

#include <partita/item_operations.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::ops {

// BatchGetItem's echo is JSON, for example {"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}.
std::string echo(const NamedList<KeysAndAttributes>& tables);
// BatchWriteItem's echo is that of Java, of one table:
// {bad!name=[WriteRequest(putRequest=PutRequest(item={pk=...}, workloadProfileName=null), deleteRequest=null)]}
std::string echo(std::string_view table, const std::vector<WriteRequest>& writes);

}  // namespace partita::ops
