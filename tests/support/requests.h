// Short forms of requests, for tests that do not test the request itself.
#pragma once

#include <partita/item_operations.h>
#include <partita/setting_operations.h>
#include <partita/table_operations.h>

#include <string>
#include <utility>
#include <vector>

namespace partita::test {

// Key attributes are written "name:S", "name:N" or "name:B". An empty text means no attribute.
struct IndexShape {
  std::string name;
  std::vector<std::string> partition;
  std::vector<std::string> sort = {};
  ProjectionType projection = ProjectionType::All;
  std::vector<std::string> included = {};
  bool local = false;
};

namespace internal {

inline AttributeDefinition definition(const std::string& text) {
  const std::size_t colon = text.find(':');
  const char type = text.at(colon + 1);
  return {.attribute_name = text.substr(0, colon),
          .attribute_type = type == 'S'   ? ScalarAttributeType::S
                            : type == 'N' ? ScalarAttributeType::N
                                          : ScalarAttributeType::B};
}

inline void add_key(const std::string& text, KeyType role, std::vector<KeySchemaElement>& keys,
                    std::vector<AttributeDefinition>& definitions) {
  if (text.empty()) return;
  const AttributeDefinition defined = definition(text);
  keys.push_back({.attribute_name = defined.attribute_name, .key_type = role});
  for (const AttributeDefinition& known : definitions)
    if (known == defined) return;
  definitions.push_back(defined);
}

template <class Index>
Index index_of(const IndexShape& shape, std::vector<AttributeDefinition>& definitions) {
  Index index;
  index.index_name = shape.name;
  index.key_schema.emplace();
  for (const std::string& part : shape.partition) add_key(part, KeyType::Hash, *index.key_schema, definitions);
  for (const std::string& part : shape.sort) add_key(part, KeyType::Range, *index.key_schema, definitions);
  index.projection = Projection{.projection_type = shape.projection};
  if (shape.projection == ProjectionType::Include) index.projection->non_key_attributes = shape.included;
  return index;
}

}  // namespace internal

inline CreateTableRequest create_request(const std::string& name, const std::string& partition,
                                         const std::string& sort = "", const std::vector<IndexShape>& indexes = {}) {
  CreateTableRequest request;
  request.table_name = name;
  request.billing_mode = BillingMode::PayPerRequest;
  auto& definitions = request.attribute_definitions.emplace();
  auto& keys = request.key_schema.emplace();
  internal::add_key(partition, KeyType::Hash, keys, definitions);
  internal::add_key(sort, KeyType::Range, keys, definitions);
  for (const IndexShape& shape : indexes) {
    if (shape.local) {
      if (!request.local_secondary_indexes) request.local_secondary_indexes.emplace();
      request.local_secondary_indexes->push_back(internal::index_of<LocalSecondaryIndex>(shape, definitions));
    } else {
      if (!request.global_secondary_indexes) request.global_secondary_indexes.emplace();
      request.global_secondary_indexes->push_back(internal::index_of<GlobalSecondaryIndex>(shape, definitions));
    }
  }
  return request;
}

inline UpdateTableRequest add_index_request(const std::string& table, const IndexShape& shape) {
  UpdateTableRequest request;
  request.table_name = table;
  auto& definitions = request.attribute_definitions.emplace();
  GlobalSecondaryIndexUpdate update;
  update.create = internal::index_of<CreateGlobalSecondaryIndexAction>(shape, definitions);
  request.global_secondary_index_updates = {update};
  return request;
}

inline UpdateTableRequest drop_index_request(const std::string& table, const std::string& index) {
  UpdateTableRequest request;
  request.table_name = table;
  GlobalSecondaryIndexUpdate update;
  update.delete_ = DeleteGlobalSecondaryIndexAction{.index_name = index};
  request.global_secondary_index_updates = {update};
  return request;
}

inline UpdateTimeToLiveRequest time_to_live_request(const std::string& table, const std::string& attribute,
                                                    bool enabled) {
  UpdateTimeToLiveRequest request;
  request.table_name = table;
  request.time_to_live_specification.emplace();
  request.time_to_live_specification->attribute_name = attribute;
  request.time_to_live_specification->enabled = enabled;
  return request;
}

inline PutItemRequest put_request(const std::string& table, AttributeMap item) {
  PutItemRequest request;
  request.table_name = table;
  request.item = std::move(item);
  return request;
}

inline GetItemRequest get_request(const std::string& table, AttributeMap key) {
  GetItemRequest request;
  request.table_name = table;
  request.key = std::move(key);
  return request;
}

inline DeleteItemRequest delete_request(const std::string& table, AttributeMap key) {
  DeleteItemRequest request;
  request.table_name = table;
  request.key = std::move(key);
  return request;
}

inline UpdateItemRequest update_request(const std::string& table, AttributeMap key, const std::string& expression,
                                        AttributeMap values = {}) {
  UpdateItemRequest request;
  request.table_name = table;
  request.key = std::move(key);
  request.update_expression = expression;
  if (!values.empty()) request.expression_attribute_values = std::move(values);
  return request;
}

inline QueryRequest query_request(const std::string& table, const std::string& key_condition, AttributeMap values) {
  QueryRequest request;
  request.table_name = table;
  request.key_condition_expression = key_condition;
  request.expression_attribute_values = std::move(values);
  return request;
}

inline ScanRequest scan_request(const std::string& table) {
  ScanRequest request;
  request.table_name = table;
  return request;
}

inline TransactWriteItem transact_put(const std::string& table, AttributeMap item) {
  TransactWriteItem member;
  member.put = Put{.item = std::move(item), .table_name = table};
  return member;
}

inline TransactWriteItem transact_update(const std::string& table, AttributeMap key, const std::string& expression,
                                         AttributeMap values) {
  TransactWriteItem member;
  member.update = Update{.key = std::move(key), .update_expression = expression, .table_name = table};
  if (!values.empty()) member.update->expression_attribute_values = std::move(values);
  return member;
}

inline TransactWriteItem transact_delete(const std::string& table, AttributeMap key) {
  TransactWriteItem member;
  member.delete_ = Delete{.key = std::move(key), .table_name = table};
  return member;
}

inline TransactWriteItem transact_check(const std::string& table, AttributeMap key, const std::string& condition) {
  TransactWriteItem member;
  member.condition_check =
      ConditionCheck{.key = std::move(key), .table_name = table, .condition_expression = condition};
  return member;
}

inline TransactWriteItemsRequest transact_request(std::vector<TransactWriteItem> members,
                                                  const std::string& token = "") {
  TransactWriteItemsRequest request;
  request.transact_items = std::move(members);
  if (!token.empty()) request.client_request_token = token;
  return request;
}

inline TransactGetItemsRequest transact_get_request(const std::string& table, const std::vector<AttributeMap>& keys) {
  TransactGetItemsRequest request;
  auto& members = request.transact_items.emplace();
  for (const AttributeMap& key : keys) members.push_back({.get = Get{.key = key, .table_name = table}});
  return request;
}

// The number called `name`; 0 if it is absent or not a number.
inline std::int64_t number_in(const Item& item, std::string_view name) {
  const auto value = item.get(name);
  return value && value->is(AttributeType::N) ? std::stoll(value->n()) : 0;
}

}  // namespace partita::test
