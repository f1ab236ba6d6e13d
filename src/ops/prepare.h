// The validators. Each checks a request in the order in which the service reports faults, with the service's texts, and
// needs no table. Errors: ValidationException unless said otherwise.
#pragma once

#include <partita/comparison_operations.h>
#include <partita/error.h>
#include <partita/recovery_operations.h>
#include <partita/stream_operations.h>
#include <partita/subscription.h>

#include "ops/prepared.h"

namespace partita::ops {

Result<PreparedPut> prepare(const PutItemRequest& request);
Result<PreparedGet> prepare(const GetItemRequest& request);
Result<PreparedUpdate> prepare(const UpdateItemRequest& request);
Result<PreparedDelete> prepare(const DeleteItemRequest& request);
Result<PreparedBatchGet> prepare(const BatchGetItemRequest& request);
Result<PreparedBatchWrite> prepare(const BatchWriteItemRequest& request);
Result<PreparedPage> prepare(const QueryRequest& request);
Result<PreparedPage> prepare(const ScanRequest& request);
Result<PreparedHashes> prepare(const HashItemsRequest& request);
Result<PreparedSearch> prepare(const SearchVectorsRequest& request);
Result<PreparedVersions> prepare(const ListItemVersionsRequest& request);
Result<PreparedChangedItems> prepare(const ListChangedItemsRequest& request);
// Of the `before_item` of a RestoreTableToVersionRequest that validate() accepted.
Result<PreparedMatch> prepare(const ItemMatch& match);
Result<PreparedTransactWrite> prepare(const TransactWriteItemsRequest& request);
Result<PreparedTransactGet> prepare(const TransactGetItemsRequest& request);

// Validators of table operations. The engine reads the request itself afterwards. After success every field that the
// service requires is there, enumerations are known, and key schemas and indexes are consistent.
// Errors of CreateTable and UpdateTable: NotImplemented if CreateTable has a resource policy. LimitExceededException if
// UpdateTable creates or deletes more than one index.
// The policy of PutResourcePolicy is checked by iam::ResourcePolicy. Every operation has a declaration here, but those
// with a prepare(), those with statements, and those whose requests are always valid have no definition.
#define PARTITA_OPERATION(function, Name) Result<void> validate(const Name##Request& request);
#include <partita/operations.def>
#undef PARTITA_OPERATION
Result<void> validate(const SubscribeRequest& request);

// The error of a transaction whose items have more than 4 MB in all. The limit holds for the items that it writes,
// finds or reads.
unexpected<Error> transaction_too_large();

// The table's name. `name_or_arn` is the name itself or arn:aws:dynamodb:REGION:ACCOUNT:table/NAME[...].
std::string table_name_of(std::string_view name_or_arn);

// Checks the result of an update: each value, its nesting, and the limit of 400 KB. Errors: ValidationException.
Result<void> check_updated_item(const AttributeMap& item);

}  // namespace partita::ops
