// Requests and responses of the item operations. Fields are DynamoDB's, in snake_case; an absent field is nullopt,
// which differs from an empty one. What each means: the DynamoDB API reference under the operation's name.
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
// Names in the order in which they were written: AttributeUpdates, Expected, filters, RequestItems.
template <class T>
using NamedList = std::vector<std::pair<std::string, T>>;

// ---- legacy parameters

struct ExpectedAttributeValue {
  std::optional<AttributeValue> value = {};
  OptionalBool exists = {};
  OptionalEnum<ComparisonOperator> comparison_operator = {};
  OptionalList<AttributeValue> attribute_value_list = {};
};
struct Condition {
  OptionalList<AttributeValue> attribute_value_list = {};
  OptionalEnum<ComparisonOperator> comparison_operator = {};
};
struct AttributeValueUpdate {
  std::optional<AttributeValue> value = {};
  OptionalEnum<AttributeAction> action = {};
};

// ---- what responses share

struct Capacity {
  std::optional<double> capacity_units = {};
  std::optional<double> read_capacity_units = {};
  std::optional<double> write_capacity_units = {};
};
struct ConsumedCapacity {
  OptionalString table_name = {};
  std::optional<double> capacity_units = {};
  std::optional<double> read_capacity_units = {};
  std::optional<double> write_capacity_units = {};
  std::optional<Capacity> table = {};
  std::optional<std::map<std::string, Capacity>> local_secondary_indexes = {};
  std::optional<std::map<std::string, Capacity>> global_secondary_indexes = {};
};
struct ItemCollectionMetrics {
  OptionalItem item_collection_key = {};
  std::optional<std::vector<double>> size_estimate_range_gb = {};  // lower and upper bound
};

// ---- single items

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

struct KeysAndAttributes {
  OptionalList<AttributeMap> keys = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalBool consistent_read = {};
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
};
struct BatchGetItemRequest {
  std::optional<NamedList<KeysAndAttributes>> request_items = {};  // by table name or ARN
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
struct BatchGetItemResponse {
  NamedList<std::vector<Item>> responses = {};  // by table, as it was named in the request
  NamedList<KeysAndAttributes> unprocessed_keys = {};
  OptionalList<ConsumedCapacity> consumed_capacity = {};
};

struct PutRequest {
  OptionalItem item = {};
};
struct DeleteRequest {
  OptionalItem key = {};
};
struct WriteRequest {
  std::optional<PutRequest> put_request = {};
  std::optional<DeleteRequest> delete_request = {};
};
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
// One page.
struct PageResponse {
  OptionalList<Item> items = {};  // absent with Select COUNT
  std::int64_t count = 0;          // returned
  std::int64_t scanned_count = 0;  // evaluated, before the filter
  OptionalItem last_evaluated_key = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
};
struct QueryResponse : PageResponse {};
struct ScanResponse : PageResponse {};

// ---- transactions

struct ConditionCheck {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct Put {
  OptionalItem item = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct Delete {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct Update {
  OptionalItem key = {};
  OptionalString update_expression = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
struct TransactWriteItem {
  std::optional<ConditionCheck> condition_check = {};
  std::optional<Put> put = {};
  std::optional<Delete> delete_ = {};
  std::optional<Update> update = {};
};
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

struct Get {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
};
struct TransactGetItem {
  std::optional<Get> get = {};
};
struct TransactGetItemsRequest {
  OptionalList<TransactGetItem> transact_items = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
struct ItemResponse {
  std::optional<Item> item = {};
};
struct TransactGetItemsResponse {
  OptionalList<ConsumedCapacity> consumed_capacity = {};
  std::vector<ItemResponse> responses = {};  // positional
};

}  // namespace partita
