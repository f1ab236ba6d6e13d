// Requests and responses of the item operations.
//
// The fields are DynamoDB's, in snake_case. An absent field is nullopt, which differs from an empty one. The API
// reference explains each field under the operation's name. Values of requests are checked by the operation, not by
// these structs. The comments here name limits and errors; <partita/database.h> lists the errors that every operation
// can return, and docs/compatibility.md the differences from the service.
#pragma once

#include <partita/attribute_value.h>
#include <partita/item.h>
#include <partita/table_operations.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace partita {

using OptionalItem = std::optional<AttributeMap>;
using OptionalNames = std::optional<std::map<std::string, std::string>>;
// Names with values in the order in which the caller wrote them. AttributeUpdates, Expected, filters and RequestItems
// use it.
template <class T>
using NamedList = std::vector<std::pair<std::string, T>>;

// ---- legacy parameters

// A condition on one attribute. The attribute must equal `value`, or must be absent if `exists` is false, or must meet
// the comparison operator with its operands. Legacy parameters cannot be combined with expressions.
struct ExpectedAttributeValue {
  std::optional<AttributeValue> value = {};
  OptionalBool exists = {};
  OptionalEnum<ComparisonOperator> comparison_operator = {};
  OptionalList<AttributeValue> attribute_value_list = {};
};
// A comparison of one attribute with its operands.
struct Condition {
  OptionalList<AttributeValue> attribute_value_list = {};
  OptionalEnum<ComparisonOperator> comparison_operator = {};
};
// A change of one attribute. Without an action it is Put.
struct AttributeValueUpdate {
  std::optional<AttributeValue> value = {};
  OptionalEnum<AttributeAction> action = {};
};

// ---- parts that several responses share

// The units that one table or index consumed.
struct Capacity {
  std::optional<double> capacity_units = {};
  std::optional<double> read_capacity_units = {};
  std::optional<double> write_capacity_units = {};
};
// The units that a request consumed. ReturnConsumedCapacity decides how much of it is set.
struct ConsumedCapacity {
  OptionalString table_name = {};
  std::optional<double> capacity_units = {};
  std::optional<double> read_capacity_units = {};
  std::optional<double> write_capacity_units = {};
  std::optional<Capacity> table = {};
  std::optional<std::map<std::string, Capacity>> local_secondary_indexes = {};
  std::optional<std::map<std::string, Capacity>> global_secondary_indexes = {};
};
// The size of an item collection of a table with local indexes.
struct ItemCollectionMetrics {
  OptionalItem item_collection_key = {};
  std::optional<std::vector<double>> size_estimate_range_gb = {};  // lower and upper bound, in gigabytes
};

// ---- single items

// Creates the item, or replaces the item with the same primary key. The item has up to 400 KB and 32 levels of nesting.
// Its partition key has up to 2048 bytes and its sort key up to 1024. Attributes of the response are set with
// ReturnValues ALL_OLD.
// Errors: ConditionalCheckFailedException, which carries the stored item if the request asks for it;
// ItemCollectionSizeLimitExceededException if a table has local indexes and the collection would pass 10 GB.
struct PutItemRequest {
  OptionalString table_name = {};
  OptionalItem item = {};
  std::optional<NamedList<ExpectedAttributeValue>> expected = {};
  OptionalEnum<ReturnValue> return_values = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct PutItemResponse {
  std::optional<Item> attributes = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
  std::optional<ItemCollectionMetrics> item_collection_metrics = {};
};

// Reads one item. `item` of the response is absent if the table has no such item.
struct GetItemRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalBool consistent_read = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
};
struct GetItemResponse {
  std::optional<Item> item = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
};

// Changes the item with this key, or creates it. Sizes and errors are those of PutItem. An update expression has up to
// 4096 bytes.
struct UpdateItemRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  std::optional<NamedList<AttributeValueUpdate>> attribute_updates = {};
  std::optional<NamedList<ExpectedAttributeValue>> expected = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalEnum<ReturnValue> return_values = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalString update_expression = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct UpdateItemResponse {
  std::optional<Item> attributes = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
  std::optional<ItemCollectionMetrics> item_collection_metrics = {};
};

// Deletes the item with this key. A missing item is not an error. Errors: as for PutItem.
struct DeleteItemRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  std::optional<NamedList<ExpectedAttributeValue>> expected = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalEnum<ReturnValue> return_values = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct DeleteItemResponse {
  std::optional<Item> attributes = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
  std::optional<ItemCollectionMetrics> item_collection_metrics = {};
};

// ---- batches

// The keys and the projection for one table.
struct KeysAndAttributes {
  OptionalList<AttributeMap> keys = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalBool consistent_read = {};
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
};
// Reads up to 100 items of one or more tables. A key without an item is left out of the response. Keys beyond 16 MB of
// items come back in `unprocessed_keys` (OpenOptions::batch_get_bytes can lower this limit).
struct BatchGetItemRequest {
  std::optional<NamedList<KeysAndAttributes>> request_items = {};  // by the table's name or ARN
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
struct BatchGetItemResponse {
  NamedList<std::vector<Item>> responses = {};  // by the table's name as the request gives it
  NamedList<KeysAndAttributes> unprocessed_keys = {};
  OptionalList<ConsumedCapacity> consumed_capacity = {};
};

struct PutRequest {
  OptionalItem item = {};
};
struct DeleteRequest {
  OptionalItem key = {};
};
// Exactly one of the two must be set.
struct WriteRequest {
  std::optional<PutRequest> put_request = {};
  std::optional<DeleteRequest> delete_request = {};
};
// Puts and deletes up to 25 items, without conditions. An embedded database and Partita's server write all of them or
// none, so they leave no unprocessed items. Amazon DynamoDB writes them one by one and may leave some.
// Errors: ItemCollectionSizeLimitExceededException.
struct BatchWriteItemRequest {
  std::optional<NamedList<std::vector<WriteRequest>>> request_items = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
};
struct BatchWriteItemResponse {
  NamedList<std::vector<WriteRequest>> unprocessed_items = {};
  std::optional<NamedList<std::vector<ItemCollectionMetrics>>> item_collection_metrics = {};
  OptionalList<ConsumedCapacity> consumed_capacity = {};
};

// ---- Query and Scan

// Reads one page of the items with one partition key, in the order of the sort key. A page ends after `limit` evaluated
// items, which must be at least 1, or before it would exceed 1 MB. A filter is applied after that.
struct QueryRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};
  OptionalEnum<Select> select = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalInteger limit = {};
  OptionalBool consistent_read = {};
  std::optional<NamedList<Condition>> key_conditions = {};
  std::optional<NamedList<Condition>> query_filter = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalBool scan_index_forward = {};
  OptionalItem exclusive_start_key = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalString projection_expression = {};
  OptionalString filter_expression = {};
  OptionalString key_condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
};
// Reads one page of a table or index, in an order that the service does not define. Pages end as for Query. A parallel
// scan reads segment `segment` of `total_segments`, from 1 to 1,000,000.
struct ScanRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalInteger limit = {};
  OptionalEnum<Select> select = {};
  std::optional<NamedList<Condition>> scan_filter = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalItem exclusive_start_key = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalInteger total_segments = {};
  OptionalInteger segment = {};
  OptionalString projection_expression = {};
  OptionalString filter_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalBool consistent_read = {};
};
// One page of a Query or a Scan. If `last_evaluated_key` is set, the next page begins behind it: give it as
// `exclusive_start_key`.
struct PageResponse {
  OptionalList<Item> items = {};   // absent with Select COUNT
  std::int64_t count = 0;          // the items that the filter let through
  std::int64_t scanned_count = 0;  // the items that were evaluated, before the filter
  OptionalItem last_evaluated_key = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
};
struct QueryResponse : PageResponse {};
struct ScanResponse : PageResponse {};

// ---- transactions

// A member of a transaction that only checks an item. The transaction fails unless the condition holds.
struct ConditionCheck {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// A write of a whole item in a transaction.
struct Put {
  OptionalItem item = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// A deletion in a transaction.
struct Delete {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// A change of an item in a transaction.
struct Update {
  OptionalItem key = {};
  OptionalString update_expression = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// Exactly one of the members must be set.
struct TransactWriteItem {
  std::optional<ConditionCheck> condition_check = {};
  std::optional<Put> put = {};
  std::optional<Delete> delete_ = {};
  std::optional<Update> update = {};
};
// Carries out up to 100 writes of different items, of up to 4 MB together, all or none. A request that is sent again
// with the same `client_request_token` within ten minutes is not carried out again.
// Errors: TransactionCanceledException, whose cancellation_reasons have an entry for each member;
// IdempotentParameterMismatchException if the token was used with another request; TransactionInProgressException if
// the same request is still running.
struct TransactWriteItemsRequest {
  OptionalList<TransactWriteItem> transact_items = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalString client_request_token = {};
};
struct TransactWriteItemsResponse {
  OptionalList<ConsumedCapacity> consumed_capacity = {};
  std::optional<NamedList<std::vector<ItemCollectionMetrics>>> item_collection_metrics = {};
};

// One item of a TransactGetItems.
struct Get {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
};
struct TransactGetItem {
  std::optional<Get> get = {};
};
// Reads up to 100 items, of up to 4 MB together, as of one moment. The responses are in the order of the request. A
// member without an item has an empty response.
struct TransactGetItemsRequest {
  OptionalList<TransactGetItem> transact_items = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
struct ItemResponse {
  std::optional<Item> item = {};
};
struct TransactGetItemsResponse {
  OptionalList<ConsumedCapacity> consumed_capacity = {};
  std::vector<ItemResponse> responses = {};  // by position
};

}  // namespace partita
