// The validators: each checks a request in the order in which the service reports faults, with its texts, and needs no
// table. Errors: ValidationException unless said otherwise.
#pragma once

#include "ops/prepared.h"

#include <partita/error.h>

namespace partita::ops {

Result<PreparedPut> prepare(const PutItemRequest& request);
Result<PreparedGet> prepare(const GetItemRequest& request);
Result<PreparedUpdate> prepare(const UpdateItemRequest& request);
Result<PreparedDelete> prepare(const DeleteItemRequest& request);
Result<PreparedBatchGet> prepare(const BatchGetItemRequest& request);
Result<PreparedBatchWrite> prepare(const BatchWriteItemRequest& request);
Result<PreparedPage> prepare(const QueryRequest& request);
Result<PreparedPage> prepare(const ScanRequest& request);
Result<PreparedTransactWrite> prepare(const TransactWriteItemsRequest& request);
Result<PreparedTransactGet> prepare(const TransactGetItemsRequest& request);

// The table operations; the engine reads the request itself afterwards. After success every field that the service
// requires is there, enumerations are known, key schemas and indexes are consistent.
// A StreamSpecification that enables streams is refused: NotImplemented.
Result<void> validate(const CreateTableRequest& request);
Result<void> validate(const DescribeTableRequest& request);
Result<void> validate(const DeleteTableRequest& request);
Result<void> validate(const ListTablesRequest& request);
Result<void> validate(const UpdateTableRequest& request);
Result<void> validate(const TagResourceRequest& request);
Result<void> validate(const UntagResourceRequest& request);
Result<void> validate(const ListTagsOfResourceRequest& request);
Result<void> validate(const UpdateTimeToLiveRequest& request);
Result<void> validate(const DescribeTimeToLiveRequest& request);

// What a transaction answers whose items have more than 4 MB in all: those it writes, those it finds, those it reads.
unexpected<Error> transaction_too_large();

// The table's name in `name_or_arn`: arn:aws:dynamodb:REGION:ACCOUNT:table/NAME[...] or the name itself.
std::string table_name_of(std::string_view name_or_arn);

// Checks one attribute value, one item: types, numbers, sets, NULL, nesting to 32, empty sets.
// Also used by the engine on the result of an update.
Result<void> check_value(const AttributeValue& value);
// With the 400 KB limit: "Item size has exceeded the maximum allowed size".
Result<void> check_item(const AttributeMap& item);

}  // namespace partita::ops
