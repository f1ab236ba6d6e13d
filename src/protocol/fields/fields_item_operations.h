// The wire names of the single-item operations, Query and Scan, and of the structs that they share with other
// operations.
#pragma once

#include <partita/item_operations.h>

#include "protocol/fields.h"
#include "value/limits.h"

namespace partita::protocol {

template <>
inline constexpr std::string_view kClassName<ExpectedAttributeValue> = "ExpectedAttributeValue";
template <class V, Is<ExpectedAttributeValue> T>
void fields(V& v, T& of) {
  v("Value", of.value);
  v("Exists", of.exists);
  v("ComparisonOperator", of.comparison_operator);
  v("AttributeValueList", of.attribute_value_list);
}

template <>
inline constexpr std::string_view kClassName<Condition> = "Condition";
template <class V, Is<Condition> T>
void fields(V& v, T& of) {
  v("AttributeValueList", of.attribute_value_list);
  v("ComparisonOperator", of.comparison_operator);
}

template <>
inline constexpr std::string_view kClassName<AttributeValueUpdate> = "AttributeValueUpdate";
template <class V, Is<AttributeValueUpdate> T>
void fields(V& v, T& of) {
  v("Value", of.value);
  v("Action", of.action);
}

template <>
inline constexpr std::string_view kClassName<Capacity> = "Capacity";
template <class V, Is<Capacity> T>
void fields(V& v, T& of) {
  v("CapacityUnits", of.capacity_units);
  v("ReadCapacityUnits", of.read_capacity_units);
  v("WriteCapacityUnits", of.write_capacity_units);
}

template <>
inline constexpr std::string_view kClassName<VectorCapacity> = "VectorCapacity";
template <class V, Is<VectorCapacity> T>
void fields(V& v, T& of) {
  v("VectorSearchRequestBytes", of.vector_search_request_bytes);
  v("VectorWriteRequestBytes", of.vector_write_request_bytes);
}

template <>
inline constexpr std::string_view kClassName<ConsumedCapacity> = "ConsumedCapacity";
template <class V, Is<ConsumedCapacity> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("CapacityUnits", of.capacity_units);
  v("ReadCapacityUnits", of.read_capacity_units);
  v("WriteCapacityUnits", of.write_capacity_units);
  v("Table", of.table);
  v("LocalSecondaryIndexes", of.local_secondary_indexes);
  v("GlobalSecondaryIndexes", of.global_secondary_indexes);
  v("VectorIndexes", of.vector_indexes);
}

template <>
inline constexpr std::string_view kClassName<ItemCollectionMetrics> = "ItemCollectionMetrics";
template <class V, Is<ItemCollectionMetrics> T>
void fields(V& v, T& of) {
  v("ItemCollectionKey", of.item_collection_key);
  v("SizeEstimateRangeGB", of.size_estimate_range_gb);
}

template <class V, Is<PutItemRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Item", of.item);
  v("Expected", of.expected);
  v("ReturnValues", of.return_values);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ReturnItemCollectionMetrics", of.return_item_collection_metrics);
  v("ConditionalOperator", of.conditional_operator);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <class V, Is<PutItemResponse> T>
void fields(V& v, T& of) {
  v("Attributes", of.attributes);
  v("ConsumedCapacity", of.consumed_capacity);
  v("ItemCollectionMetrics", of.item_collection_metrics);
}

template <class V, Is<GetItemRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Key", of.key);
  v("AttributesToGet", of.attributes_to_get, AtMost{limits::kAttributesToGet});
  v("ConsistentRead", of.consistent_read);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ProjectionExpression", of.projection_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
}

template <class V, Is<GetItemResponse> T>
void fields(V& v, T& of) {
  v("Item", of.item);
  v("ConsumedCapacity", of.consumed_capacity);
}

template <class V, Is<UpdateItemRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Key", of.key);
  v("AttributeUpdates", of.attribute_updates);
  v("Expected", of.expected);
  v("ConditionalOperator", of.conditional_operator);
  v("ReturnValues", of.return_values);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ReturnItemCollectionMetrics", of.return_item_collection_metrics);
  v("UpdateExpression", of.update_expression);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <class V, Is<UpdateItemResponse> T>
void fields(V& v, T& of) {
  v("Attributes", of.attributes);
  v("ConsumedCapacity", of.consumed_capacity);
  v("ItemCollectionMetrics", of.item_collection_metrics);
}

template <class V, Is<DeleteItemRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Key", of.key);
  v("Expected", of.expected);
  v("ConditionalOperator", of.conditional_operator);
  v("ReturnValues", of.return_values);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ReturnItemCollectionMetrics", of.return_item_collection_metrics);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <class V, Is<DeleteItemResponse> T>
void fields(V& v, T& of) {
  v("Attributes", of.attributes);
  v("ConsumedCapacity", of.consumed_capacity);
  v("ItemCollectionMetrics", of.item_collection_metrics);
}

template <class V, Is<QueryRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("Select", of.select);
  v("AttributesToGet", of.attributes_to_get, AtMost{limits::kAttributesToGet});
  v("Limit", of.limit);
  v("ConsistentRead", of.consistent_read);
  v("KeyConditions", of.key_conditions);
  v("QueryFilter", of.query_filter);
  v("ConditionalOperator", of.conditional_operator);
  v("ScanIndexForward", of.scan_index_forward);
  v("ExclusiveStartKey", of.exclusive_start_key);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ProjectionExpression", of.projection_expression);
  v("FilterExpression", of.filter_expression);
  v("KeyConditionExpression", of.key_condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
}

template <class V, Is<ScanRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("AttributesToGet", of.attributes_to_get, AtMost{limits::kAttributesToGet});
  v("Limit", of.limit);
  v("Select", of.select);
  v("ScanFilter", of.scan_filter);
  v("ConditionalOperator", of.conditional_operator);
  v("ExclusiveStartKey", of.exclusive_start_key);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("TotalSegments", of.total_segments);
  v("Segment", of.segment);
  v("ProjectionExpression", of.projection_expression);
  v("FilterExpression", of.filter_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ConsistentRead", of.consistent_read);
}

template <class V, Is<SearchVectorsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("SearchVector", of.search_vector, AtMost{limits::kDimensions});
  v("TopK", of.top_k);
  v("SearchConditionExpression", of.search_condition_expression);
  v("ProjectionExpression", of.projection_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<SearchResultItem> = "SearchResultItem";
template <class V, Is<SearchResultItem> T>
void fields(V& v, T& of) {
  v("Item", of.item);
  v("Score", of.score);
}

template <class V, Is<SearchVectorsResponse> T>
void fields(V& v, T& of) {
  v("SearchResults", of.search_results);
  v("ConsumedCapacity", of.consumed_capacity);
}

template <class V, IsPage T>
void fields(V& v, T& of) {
  v("Items", of.items);
  v("Count", of.count);
  v("ScannedCount", of.scanned_count);
  v("LastEvaluatedKey", of.last_evaluated_key);
  v("ConsumedCapacity", of.consumed_capacity);
}

}  // namespace partita::protocol
