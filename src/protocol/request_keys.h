// The keys of the items that a request names, for the audit log.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::protocol {

struct RequestKey {
  std::string table;  // its name or ARN, as the request gives it
  // JSON without white space, as in {"pk":{"S":"a"},"sk":{"N":"1"}}: first the partition key.
  std::string key;
};
// Returns the names of the key attributes of a table, first that of the partition key. Empty if it does not exist.
using KeyNames = std::function<std::vector<std::string>(std::string_view table)>;

// At most `most` keys, in the order of the request. Those in items that are put need `names`. Queries, statements and
// requests that are not JSON have none. Throws std::bad_alloc.
std::vector<RequestKey> request_keys(std::string_view body, const KeyNames& names, std::size_t most);

}  // namespace partita::protocol
