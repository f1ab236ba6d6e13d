// The wire names of the batch operations and the transactions.
#pragma once

#include <partita/item_operations.h>

#include "protocol/fields.h"
#include "value/limits.h"

namespace partita::protocol {

template <>
inline constexpr std::string_view kClassName<KeysAndAttributes> = "KeysAndAttributes";
template <class V, Is<KeysAndAttributes> T>
void fields(V& v, T& of) {
  v("Keys", of.keys, AtMost{limits::kBatchGetKeys});
  v("AttributesToGet", of.attributes_to_get, AtMost{limits::kAttributesToGet});
  v("ConsistentRead", of.consistent_read);
  v("ProjectionExpression", of.projection_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
}

template <class V, Is<BatchGetItemRequest> T>
void fields(V& v, T& of) {
  v("RequestItems", of.request_items, AtMost{limits::kBatchGetKeys});
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
}

template <class V, Is<BatchGetItemResponse> T>
void fields(V& v, T& of) {
  v("Responses", of.responses);
  v("UnprocessedKeys", of.unprocessed_keys);
  v("ConsumedCapacity", of.consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<PutRequest> = "PutRequest";
template <class V, Is<PutRequest> T>
void fields(V& v, T& of) {
  v("Item", of.item);
}

template <>
inline constexpr std::string_view kClassName<DeleteRequest> = "DeleteRequest";
template <class V, Is<DeleteRequest> T>
void fields(V& v, T& of) {
  v("Key", of.key);
}

template <>
inline constexpr std::string_view kClassName<WriteRequest> = "WriteRequest";
template <class V, Is<WriteRequest> T>
void fields(V& v, T& of) {
  v("PutRequest", of.put_request);
  v("DeleteRequest", of.delete_request);
}

template <class V, Is<BatchWriteItemRequest> T>
void fields(V& v, T& of) {
  v("RequestItems", of.request_items, AtMost{limits::kBatchWriteItems});
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ReturnItemCollectionMetrics", of.return_item_collection_metrics);
}

template <class V, Is<BatchWriteItemResponse> T>
void fields(V& v, T& of) {
  v("UnprocessedItems", of.unprocessed_items);
  v("ItemCollectionMetrics", of.item_collection_metrics);
  v("ConsumedCapacity", of.consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<ConditionCheck> = "ConditionCheck";
template <class V, Is<ConditionCheck> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("TableName", of.table_name);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <>
inline constexpr std::string_view kClassName<Put> = "Put";
template <class V, Is<Put> T>
void fields(V& v, T& of) {
  v("Item", of.item);
  v("TableName", of.table_name);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <>
inline constexpr std::string_view kClassName<Delete> = "Delete";
template <class V, Is<Delete> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("TableName", of.table_name);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <>
inline constexpr std::string_view kClassName<Update> = "Update";
template <class V, Is<Update> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("UpdateExpression", of.update_expression);
  v("TableName", of.table_name);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <>
inline constexpr std::string_view kClassName<TransactWriteItem> = "TransactWriteItem";
template <class V, Is<TransactWriteItem> T>
void fields(V& v, T& of) {
  v("ConditionCheck", of.condition_check);
  v("Put", of.put);
  v("Delete", of.delete_);
  v("Update", of.update);
}

template <class V, Is<TransactWriteItemsRequest> T>
void fields(V& v, T& of) {
  v("TransactItems", of.transact_items, AtMost{limits::kTransactionItems});
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("ReturnItemCollectionMetrics", of.return_item_collection_metrics);
  v("ClientRequestToken", of.client_request_token);
}

template <class V, Is<TransactWriteItemsResponse> T>
void fields(V& v, T& of) {
  v("ConsumedCapacity", of.consumed_capacity);
  v("ItemCollectionMetrics", of.item_collection_metrics);
}

template <>
inline constexpr std::string_view kClassName<Get> = "Get";
template <class V, Is<Get> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("TableName", of.table_name);
  v("ProjectionExpression", of.projection_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
}

template <>
inline constexpr std::string_view kClassName<TransactGetItem> = "TransactGetItem";
template <class V, Is<TransactGetItem> T>
void fields(V& v, T& of) {
  v("Get", of.get);
}

template <class V, Is<TransactGetItemsRequest> T>
void fields(V& v, T& of) {
  v("TransactItems", of.transact_items, AtMost{limits::kTransactionItems});
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<ItemResponse> = "ItemResponse";
template <class V, Is<ItemResponse> T>
void fields(V& v, T& of) {
  v("Item", of.item);
}

template <class V, Is<TransactGetItemsResponse> T>
void fields(V& v, T& of) {
  v("ConsumedCapacity", of.consumed_capacity);
  v("Responses", of.responses);
}

}  // namespace partita::protocol
