// Requests and responses of the item operations. database_class.h has the contract of each operation with its errors.
// The comments here say which values a member takes.
//
// The members are DynamoDB's, in snake_case. An absent member is nullopt, which differs from an empty one. A member
// that a comment calls required may be absent too: then the operation returns a ValidationException, as it does for
// every value outside of the named limits. The structs own their values and check nothing. An Item of a response shares
// its bytes with its copies.
//
// Sources: the API reference, under the operation's name, and "Quotas in Amazon DynamoDB", developer guide. Sizes of
// names and texts are in bytes of UTF-8. A KB is 1024 bytes.
//
// Members with the same meaning in several structs:
//   table_name                   Required. The table's name or ARN, as in table_operations.h.
//   key                          Required. The attributes of the table's primary key, and no others. A partition key
//                                has 1 to 2048 bytes and a sort key 1 to 1024.
//   item                         Required. Up to 400 KB, names included, and 32 levels of nesting. It has the
//                                attributes of the primary key. Attributes that are keys of an index may be absent.
//   condition_expression, filter_expression, key_condition_expression, projection_expression, update_expression
//                                Up to 4096 bytes and 300 operators each. An expression may not be empty. IN has up to
//                                100 operands.
//   expression_attribute_names   Placeholders for names, such as "#n". Every one must occur in an expression.
//   expression_attribute_values  Placeholders for values, such as ":v". Every one must occur in an expression.
//                                Names and values have up to 2 MB together.
//   return_consumed_capacity     Whether the response has `consumed_capacity`, and with INDEXES how much of it each
//                                index took. Default: NONE.
//   return_item_collection_metrics  With SIZE the response of a write to a table with local indexes has
//                                `item_collection_metrics`. Default: NONE.
//   return_values_on_condition_check_failure  With ALL_OLD the error has the stored item. Default: NONE.
//   consistent_read              Default: false. Partita's reads are always consistent, and the consumed capacity
//                                doubles if it is true. It is refused for a global index.
//   attributes_to_get, expected, attribute_updates, key_conditions, query_filter, scan_filter, conditional_operator
//                                Legacy parameters. A request that has an expression may not have them, but Query may
//                                have key_conditions beside its filter_expression.
//   attributes_to_get            1 to 255 different names.
//   conditional_operator         Joins `expected` or a filter of at least two elements. Default: AND.
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

// A condition on one attribute. With a comparison_operator it compares the attribute with the operands. Without one the
// attribute must have `value`, or must not exist if `exists` is false.
struct ExpectedAttributeValue {
  std::optional<AttributeValue> value = {};  // refused if `exists` is false, and beside attribute_value_list
  OptionalBool exists = {};                  // default: true; refused beside comparison_operator
  OptionalEnum<ComparisonOperator> comparison_operator = {};
  OptionalList<AttributeValue> attribute_value_list = {};  // the operands, only with comparison_operator
};
// A comparison of one attribute with its operands.
struct Condition {
  // The operands, of one type: none for NULL and NOT_NULL, 2 for BETWEEN, at least 1 for IN, and 1 for the others.
  OptionalList<AttributeValue> attribute_value_list = {};
  OptionalEnum<ComparisonOperator> comparison_operator = {};  // required
};
// A change of one attribute.
struct AttributeValueUpdate {
  // Required unless the action is DELETE. A number, a set or a list for ADD, and a set of elements for DELETE.
  std::optional<AttributeValue> value = {};
  OptionalEnum<AttributeAction> action = {};  // default: PUT
};

// ---- parts that several responses share

// The capacity units that one table or index consumed. A read unit is a consistent read of up to 4 KB or two reads of
// up to 4 KB that are not consistent, and a write unit is a write of up to 1 KB. A transaction consumes twice as many.
// Only transactions set read_capacity_units and write_capacity_units.
struct Capacity {
  std::optional<double> capacity_units = {};
  std::optional<double> read_capacity_units = {};
  std::optional<double> write_capacity_units = {};
};
// The bytes that an operation consumed of one vector index.
struct VectorCapacity {
  std::optional<double> vector_search_request_bytes = {};  // set by SearchVectors
  // Set by writes that change the index: the size of the changed entry, with 4 bytes for each dimension of its vector,
  // and at least 1024.
  std::optional<double> vector_write_request_bytes = {};
};
// The capacity units that an operation consumed of one table and its indexes.
struct ConsumedCapacity {
  OptionalString table_name = {};
  std::optional<double> capacity_units = {};  // the sum
  std::optional<double> read_capacity_units = {};
  std::optional<double> write_capacity_units = {};
  std::optional<Capacity> table = {};                                            // only with INDEXES
  std::optional<std::map<std::string, Capacity>> local_secondary_indexes = {};   // by name, only with INDEXES
  std::optional<std::map<std::string, Capacity>> global_secondary_indexes = {};  // by name, only with INDEXES
  // By name, only with INDEXES: the vector indexes that the write changed. They are no part of the sum.
  std::optional<std::map<std::string, VectorCapacity>> vector_indexes = {};
};
// The size of the items with one partition key, in the table and its local indexes.
struct ItemCollectionMetrics {
  OptionalItem item_collection_key = {};  // the partition key
  // The lower and the upper bound in GB, which are one apart. Partita takes them from the exact size.
  std::optional<std::vector<double>> size_estimate_range_gb = {};
};

// ---- single items

// The request of Database::put_item.
struct PutItemRequest {
  OptionalString table_name = {};
  OptionalItem item = {};
  std::optional<NamedList<ExpectedAttributeValue>> expected = {};
  OptionalEnum<ReturnValue> return_values = {};  // NONE or ALL_OLD, default: NONE
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// The response of Database::put_item.
struct PutItemResponse {
  std::optional<Item> attributes = {};  // the replaced item, with ALL_OLD
  std::optional<ConsumedCapacity> consumed_capacity = {};
  std::optional<ItemCollectionMetrics> item_collection_metrics = {};
};

// The request of Database::get_item.
struct GetItemRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalBool consistent_read = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalString projection_expression = {};  // default: the whole item
  OptionalNames expression_attribute_names = {};
};
// The response of Database::get_item.
struct GetItemResponse {
  std::optional<Item> item = {};  // absent if the table has no such item; empty if it has none of the attributes
  std::optional<ConsumedCapacity> consumed_capacity = {};
};

// The request of Database::update_item.
struct UpdateItemRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  std::optional<NamedList<AttributeValueUpdate>> attribute_updates = {};
  std::optional<NamedList<ExpectedAttributeValue>> expected = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalEnum<ReturnValue> return_values = {};  // default: NONE
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalString update_expression = {};  // if absent, an item that does not exist is made of its key alone
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// The response of Database::update_item.
struct UpdateItemResponse {
  // The item before or after the update (ALL_OLD, ALL_NEW), or the changed parts of it (UPDATED_OLD, UPDATED_NEW).
  std::optional<Item> attributes = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
  std::optional<ItemCollectionMetrics> item_collection_metrics = {};
};

// The request of Database::delete_item.
struct DeleteItemRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  std::optional<NamedList<ExpectedAttributeValue>> expected = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalEnum<ReturnValue> return_values = {};  // NONE or ALL_OLD, default: NONE
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// The response of Database::delete_item.
struct DeleteItemResponse {
  std::optional<Item> attributes = {};  // the deleted item, with ALL_OLD
  std::optional<ConsumedCapacity> consumed_capacity = {};
  std::optional<ItemCollectionMetrics> item_collection_metrics = {};
};

// ---- batches

// The keys and the projection for one table.
struct KeysAndAttributes {
  OptionalList<AttributeMap> keys = {};  // required: 1 to 100 different keys, each as `key`
  OptionalList<std::string> attributes_to_get = {};
  OptionalBool consistent_read = {};
  OptionalString projection_expression = {};  // default: whole items
  OptionalNames expression_attribute_names = {};
};
// The request of Database::batch_get_item.
struct BatchGetItemRequest {
  // Required: by the table's name or ARN, at least one table. All tables together have up to 100 keys.
  std::optional<NamedList<KeysAndAttributes>> request_items = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
// The response of Database::batch_get_item.
struct BatchGetItemResponse {
  NamedList<std::vector<Item>> responses = {};            // by the table's name as the request gives it
  NamedList<KeysAndAttributes> unprocessed_keys = {};     // the keys that were not read, in the form of request_items
  OptionalList<ConsumedCapacity> consumed_capacity = {};  // one for each table
};

// The put of a BatchWriteItem.
struct PutRequest {
  OptionalItem item = {};
};
// The deletion of a BatchWriteItem.
struct DeleteRequest {
  OptionalItem key = {};
};
// Exactly one of the two must be set.
struct WriteRequest {
  std::optional<PutRequest> put_request = {};
  std::optional<DeleteRequest> delete_request = {};
};
// The request of Database::batch_write_item.
struct BatchWriteItemRequest {
  // Required: by the table's name or ARN, 1 to 25 writes for all tables together, at least one for each table.
  std::optional<NamedList<std::vector<WriteRequest>>> request_items = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
};
// The response of Database::batch_write_item.
struct BatchWriteItemResponse {
  // The writes that did not happen, in the form of request_items. Partita leaves none.
  NamedList<std::vector<WriteRequest>> unprocessed_items = {};
  std::optional<NamedList<std::vector<ItemCollectionMetrics>>> item_collection_metrics = {};  // by the table's name
  OptionalList<ConsumedCapacity> consumed_capacity = {};                                      // one for each table
};

// ---- Query and Scan

// The request of Database::query.
struct QueryRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};  // default: the table itself
  // Default: SPECIFIC_ATTRIBUTES with a projection_expression or attributes_to_get, otherwise ALL_PROJECTED_ATTRIBUTES
  // for an index and ALL_ATTRIBUTES for a table. ALL_ATTRIBUTES is refused for a global index that lacks attributes.
  OptionalEnum<Select> select = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalInteger limit = {};  // the most items that are evaluated, at least 1; default: as many as 1 MB has
  OptionalBool consistent_read = {};
  std::optional<NamedList<Condition>> key_conditions = {};
  std::optional<NamedList<Condition>> query_filter = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalBool scan_index_forward = {};   // false: in descending order of the sort key; default: true
  OptionalItem exclusive_start_key = {};  // last_evaluated_key of the page before; default: the first page
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalString projection_expression = {};  // of a global index only attributes that it holds
  OptionalString filter_expression = {};      // on attributes that are not the key's
  // Required unless key_conditions is set: each partition key attribute equals a value, and the sort key is compared
  // with <, <=, >, >=, =, BETWEEN or begins_with. Sort keys of several attributes are compared from the left, and only
  // the last compared one with anything but =.
  OptionalString key_condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
};
// The request of Database::scan. The members have the same meaning as in QueryRequest.
struct ScanRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};
  OptionalList<std::string> attributes_to_get = {};
  OptionalInteger limit = {};
  OptionalEnum<Select> select = {};
  std::optional<NamedList<Condition>> scan_filter = {};
  OptionalEnum<ConditionalOperator> conditional_operator = {};
  OptionalItem exclusive_start_key = {};  // of a page of the same segment
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalInteger total_segments = {};  // 1 to 1,000,000; required beside `segment`
  OptionalInteger segment = {};         // from 0 to total_segments - 1; required beside total_segments
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
// One page of a Query.
struct QueryResponse : PageResponse {};
// One page of a Scan.
struct ScanResponse : PageResponse {};

// ---- SearchVectors

// The request of Database::search_vectors.
struct SearchVectorsRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};  // required: a vector index
  // Required: as many numbers as the index has dimensions. They are rounded to 32-bit floating-point numbers.
  OptionalList<AttributeValue> search_vector = {};
  OptionalInteger top_k = {};  // required: the most results, 1 to 100
  // Compares attributes of the search schema with =, joined by AND, each attribute once. Required if the schema has a
  // HASH element, which it must compare.
  OptionalString search_condition_expression = {};
  // Default: the projected attributes without the vector. An attribute that the index does not hold is left out.
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
// An item that a search found.
struct SearchResultItem {
  Item item = {};
  // COSINE: 1 minus the cosine of the angle, from 0 (the same direction) to 2. EUCLIDEAN: the distance. DOT_PRODUCT:
  // the product, the only score of which the greater is the better.
  float score = 0;
};
// The response of Database::search_vectors.
struct SearchVectorsResponse {
  std::vector<SearchResultItem> search_results = {};  // the best first
  std::optional<VectorCapacity> consumed_capacity = {};
};

// ---- transactions

// A member of a transaction that writes nothing. The transaction fails unless the condition holds.
struct ConditionCheck {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};  // required
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// A put of a transaction.
struct Put {
  OptionalItem item = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// A deletion of a transaction.
struct Delete {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// An update of a transaction.
struct Update {
  OptionalItem key = {};
  OptionalString update_expression = {};  // required
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
// The request of Database::transact_write_items.
struct TransactWriteItemsRequest {
  OptionalList<TransactWriteItem> transact_items = {};  // required: 1 to 100, of different items, up to 4 MB together
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalEnum<ReturnItemCollectionMetrics> return_item_collection_metrics = {};
  // 1 to 36 characters. It names the request for ten minutes, also after a restart of Partita. Repeated requests
  // consume read units for each member.
  OptionalString client_request_token = {};
};
// The response of Database::transact_write_items.
struct TransactWriteItemsResponse {
  OptionalList<ConsumedCapacity> consumed_capacity = {};                                      // one for each table
  std::optional<NamedList<std::vector<ItemCollectionMetrics>>> item_collection_metrics = {};  // by the table's name
};

// A read of a transaction.
struct Get {
  OptionalItem key = {};
  OptionalString table_name = {};
  OptionalString projection_expression = {};  // default: the whole item
  OptionalNames expression_attribute_names = {};
};
// A member of a transaction that reads.
struct TransactGetItem {
  std::optional<Get> get = {};  // required
};
// The request of Database::transact_get_items.
struct TransactGetItemsRequest {
  OptionalList<TransactGetItem> transact_items = {};  // required: 1 to 100, of different items
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
// The answer to a member of a transaction that reads.
struct ItemResponse {
  std::optional<Item> item = {};  // absent if the table has no such item
};
// The response of Database::transact_get_items.
struct TransactGetItemsResponse {
  OptionalList<ConsumedCapacity> consumed_capacity = {};  // one for each table
  std::vector<ItemResponse> responses = {};               // by position
};

}  // namespace partita
