#include "modelling/write/table_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/try.h"
#include "model/tables/table_request.h"
#include "modelling/core/place_entity.h"
#include "ops/prepare.h"

namespace partita::modelling {
namespace {

ScalarAttributeType type_of_field(const Field& field) {
  using model::FieldKind;
  if (field.kind == FieldKind::Bool || field.kind == FieldKind::Document) return ScalarAttributeType::S;
  return model::natural_type(field.kind);
}

// The field whose own value is in the attribute, if `text` is the template of just this field.
const Field* natural_field(const Entity& entity, std::string_view attribute, std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return nullptr;
  const Field* field = entity.field(text.substr(1, text.size() - 2));
  return field && field->stored && field->attribute == attribute ? field : nullptr;
}

// The template that the entity's key has for the attribute, or nullptr.
const std::string* template_of(const std::vector<std::string>& attributes, const std::vector<std::string>& templates,
                               std::string_view attribute) {
  const auto found = std::find(attributes.begin(), attributes.end(), attribute);
  const auto at = static_cast<std::size_t>(found - attributes.begin());
  return found != attributes.end() && at < templates.size() ? &templates[at] : nullptr;
}

std::optional<ScalarAttributeType> type_in_key(const Table& table, const Entity& entity, std::string_view attribute) {
  const auto decide = [&](const std::string* text) -> std::optional<ScalarAttributeType> {
    if (!text) return std::nullopt;
    const Field* field = natural_field(entity, attribute, *text);
    return field ? type_of_field(*field) : ScalarAttributeType::S;
  };
  const auto either = [&](const std::string* partition, const std::string* sort) {
    const auto type = decide(partition);
    return type ? type : decide(sort);
  };
  if (const auto type = either(template_of({table.partition_key}, entity.primary.partition, attribute),
                               template_of({table.sort_key}, entity.primary.sort, attribute)))
    return type;
  for (const EntityKey& key : entity.indexes)
    if (const Index* index = table.index(key.index))
      if (const auto type = either(template_of(index->partition, key.partition, attribute),
                                   template_of(index->sort, key.sort, attribute)))
        return type;
  return std::nullopt;
}

void set_settings(const Table& table, CreateTableRequest& request) {
  if (table.billing == BillingMode::Provisioned && table.throughput) {
    request.billing_mode = BillingMode::Provisioned;
    request.provisioned_throughput = table.throughput;
    if (request.global_secondary_indexes)
      for (GlobalSecondaryIndex& index : *request.global_secondary_indexes) {
        const Index* declared = table.index(*index.index_name);
        index.provisioned_throughput = declared && declared->throughput ? declared->throughput : table.throughput;
      }
  }
  if (table.stream) request.stream_specification = {.stream_enabled = true, .stream_view_type = *table.stream};
  if (table.infrequent_access) request.table_class = TableClass::StandardInfrequentAccess;
  if (table.deletion_protection) request.deletion_protection_enabled = true;
  if (!table.tags.empty()) request.tags = table.tags;
}

}  // namespace

ScalarAttributeType attribute_type(const Table& table, std::string_view attribute) {
  if (const auto said = table.attribute_types.find(std::string(attribute)); said != table.attribute_types.end())
    return said->second;
  for (const Entity& entity : table.entities)
    if (const auto type = type_in_key(table, entity, attribute)) return *type;
  for (const Entity& entity : table.entities)
    for (const Field& field : entity.fields)
      if (field.stored && field.attribute == attribute) return type_of_field(field);
  const bool is_shard = std::any_of(table.indexes.begin(), table.indexes.end(), [&](const Index& index) {
    return index.shards && index.shards->attribute == attribute;
  });
  return is_shard ? ScalarAttributeType::N : ScalarAttributeType::S;
}

Result<std::string> ttl_attribute(const Table& table) {
  std::string first = table.ttl_attribute;
  for (const Entity& entity : table.entities) {
    if (entity.ttl.empty()) continue;
    const Field* field = entity.field(entity.ttl);
    const std::string& attribute = field ? field->attribute : entity.ttl;
    if (!first.empty() && first != attribute)
      return invalid(
          fmt::format("table {}: a table can have one attribute for time to live, and entity {} expires by "
                      "{} instead of {}",
                      table.name, entity.name, attribute, first));
    first = attribute;
  }
  return first;
}

CreateTableRequest keys_request(const Table& table, const model::TableInfo& info, std::string name) {
  return model::table_request(std::move(name), info,
                              [&](std::string_view attribute) { return attribute_type(table, attribute); });
}

CreateTableRequest create_table_request(const Table& table) {
  Arena arena;
  const model::TableInfo info{.name = table.name,
                              .partition = table.partition_key,
                              .sort = table.sort_key,
                              .type_attribute = table.type_attribute,
                              .indexes = place_table(table, arena).infos};
  CreateTableRequest request = keys_request(table, info, table.name);
  set_settings(table, request);
  return request;
}

Result<std::vector<TableDefinition>> table_definitions(const Model& model) {
  std::vector<TableDefinition> definitions;
  std::set<std::string_view> names;
  for (const Table& table : model.tables) {
    TableDefinition definition{&table, create_table_request(table)};
    if (auto checked = ops::validate(definition.request); !checked)
      return invalid(fmt::format("table {}: the service refuses it: {}", table.name, checked.error().message));
    if (!names.insert(table.name).second)
      return invalid(fmt::format("table {}: two tables have this name", table.name));
    PARTITA_TRY_VALUE(ttl, ttl_attribute(table));
    definition.ttl_attribute = std::move(ttl);
    definitions.push_back(std::move(definition));
  }
  return definitions;
}

}  // namespace partita::modelling
