#include "model/tables/table_request.h"

#include <fmt/format.h>
#include <partita/model/runtime/session.h>
#include <partita/model/runtime/table_creation.h>

#include <algorithm>

#include "model/core/session.h"

namespace partita::model {
namespace {

void find_type(const EntityKey& key, std::string_view attribute, std::optional<ScalarAttributeType>& type) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& candidate : attributes)
      if (!type && candidate.attribute == attribute) type = candidate.type;
}

// The attribute's type in the entities' keys, or else that of a member, which is an inline filter of a vector index. S
// if no entity has it.
ScalarAttributeType type_of(const TableInfo& table, std::string_view attribute) {
  std::optional<ScalarAttributeType> type;
  for (const EntityInfo* entity : table.entities) {
    find_type(entity->primary, attribute, type);
    for (const EntityKey& key : entity->indexes) find_type(key, attribute, type);
  }
  for (const EntityInfo* entity : table.entities)
    for (const FieldInfo& field : entity->fields)
      if (!type && field.stored && field.attribute == attribute) type = natural_type(field.kind);
  return type.value_or(ScalarAttributeType::S);
}

Projection projection_of(const IndexInfo& index) {
  Projection projection{.projection_type = index.projection};
  if (index.projection == ProjectionType::Include)
    projection.non_key_attributes.emplace(index.include.begin(), index.include.end());
  return projection;
}

class TableRequest {
 public:
  TableRequest(const TableInfo& table, const TypeOfAttribute& type_of) : table_(table), type_of_(type_of) {}

  CreateTableRequest build(std::string name) {
    request_.table_name = std::move(name);
    request_.billing_mode = BillingMode::PayPerRequest;
    request_.attribute_definitions.emplace();
    const std::string_view partition[] = {table_.partition};
    const std::string_view sort[] = {table_.sort};
    const auto sort_if_any = std::span(sort).first(table_.sort.empty() ? 0 : 1);
    request_.key_schema = schema(partition, sort_if_any);
    for (const IndexInfo& index : table_.indexes) {
      if (index.scope == IndexScope::Local) {
        list(request_.local_secondary_indexes)
            .push_back({std::string(index.name), schema(partition, index.sort), projection_of(index)});
      } else if (index.is_vector()) {
        list(request_.vector_indexes).push_back(vector_index(index));
      } else {
        list(request_.global_secondary_indexes)
            .push_back({.index_name = std::string(index.name),
                        .key_schema = schema(index.partition, index.sort),
                        .projection = projection_of(index)});
      }
    }
    return std::move(request_);
  }

 private:
  template <class T>
  static std::vector<T>& list(OptionalList<T>& of) {
    return of ? *of : of.emplace();
  }

  VectorIndex vector_index(const IndexInfo& index) {
    VectorIndex out{.index_name = std::string(index.name),
                    .vector_attribute = VectorAttributeDefinition{std::string(index.vector.attribute)},
                    .projection = projection_of(index),
                    .dimensions = index.vector.dimensions,
                    .distance_function = index.vector.distance};
    const auto add = [&](std::string_view attribute, SearchSchemaElementType type) {
      define(attribute);
      list(out.search_schema).push_back({std::string(attribute), type});
    };
    for (const std::string_view name : index.partition) add(name, SearchSchemaElementType::Hash);
    for (const std::string_view name : index.vector.filters) add(name, SearchSchemaElementType::InlineFilter);
    return out;
  }

  std::vector<KeySchemaElement> schema(std::span<const std::string_view> partition,
                                       std::span<const std::string_view> sort) {
    std::vector<KeySchemaElement> elements;
    for (const std::string_view name : partition) elements.push_back(element(name, KeyType::Hash));
    for (const std::string_view name : sort) elements.push_back(element(name, KeyType::Range));
    return elements;
  }

  void define(std::string_view name) {
    auto& definitions = *request_.attribute_definitions;
    const bool known = std::any_of(definitions.begin(), definitions.end(),
                                   [&](const AttributeDefinition& d) { return *d.attribute_name == name; });
    if (!known) definitions.push_back({std::string(name), type_of_(name)});
  }

  KeySchemaElement element(std::string_view name, KeyType type) {
    define(name);
    return {std::string(name), type};
  }

  const TableInfo& table_;
  const TypeOfAttribute& type_of_;
  CreateTableRequest request_;
};

}  // namespace

CreateTableRequest table_request(std::string name, const TableInfo& table, const TypeOfAttribute& type_of) {
  return TableRequest(table, type_of).build(std::move(name));
}

CreateTableRequest create_table_request(const Session& session, const TableInfo& table) {
  return table_request(session.table_name(table), table,
                       [&](std::string_view attribute) { return type_of(table, attribute); });
}

Result<std::optional<std::string>> ttl_attribute(const TableInfo& table) {
  const EntityInfo* first = nullptr;
  const auto attribute_of = [](const EntityInfo& entity) { return entity.at(entity.ttl).attribute; };
  for (const EntityInfo* entity : table.entities) {
    if (entity->ttl == kNone) continue;
    if (!first) first = entity;
    if (attribute_of(*first) != attribute_of(*entity))
      return invalid(fmt::format("Table {} can have one attribute for time to live: {} expires by {}, {} by {}",
                                 table.name, first->name, attribute_of(*first), entity->name, attribute_of(*entity)));
  }
  if (!first) return std::nullopt;
  return std::optional<std::string>(attribute_of(*first));
}

}  // namespace partita::model
