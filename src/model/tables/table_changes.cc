#include "model/tables/table_changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <algorithm>

#include "base/contains.h"

namespace partita::model {
namespace {

using StepKind = UpgradeStep::Kind;

template <class Index>
bool is_going(const Index& index) {
  return index.index_status && *index.index_status == IndexStatus::Deleting;
}

template <class Index>
const Index* find(const OptionalList<Index>& indexes, const std::string& name) {
  if (!indexes) return nullptr;
  const auto found =
      std::find_if(indexes->begin(), indexes->end(), [&](const Index& index) { return index.index_name == name; });
  return found == indexes->end() ? nullptr : &*found;
}

// The definitions of the attributes of a key schema or a search schema.
template <class Schema>
std::vector<AttributeDefinition> definitions_of(const OptionalList<AttributeDefinition>& all,
                                                const OptionalList<Schema>& schema) {
  std::vector<AttributeDefinition> of_schema;
  for (const AttributeDefinition& definition : all.value_or(std::vector<AttributeDefinition>{}))
    if (schema && base::contains(*schema, definition.attribute_name, &Schema::attribute_name))
      of_schema.push_back(definition);
  return of_schema;
}

// The differences of the table, with its local indexes and without those that can be added and deleted.
std::vector<std::string> base_differences(CreateTableRequest wanted, TableDescription there) {
  auto definitions = definitions_of(wanted.attribute_definitions, wanted.key_schema);
  for (const LocalSecondaryIndex& index : wanted.local_secondary_indexes.value_or(std::vector<LocalSecondaryIndex>{}))
    for (AttributeDefinition& definition : definitions_of(wanted.attribute_definitions, index.key_schema))
      if (!base::contains(definitions, definition)) definitions.push_back(std::move(definition));
  wanted.attribute_definitions = std::move(definitions);
  wanted.global_secondary_indexes.reset();
  there.global_secondary_indexes.reset();
  wanted.vector_indexes.reset();
  there.vector_indexes.reset();
  return differences(wanted, there);
}

const auto& schema_of(const GlobalSecondaryIndex& index) { return index.key_schema; }
const auto& schema_of(const VectorIndex& index) { return index.search_schema; }
auto& list_of(CreateTableRequest& of, const GlobalSecondaryIndex&) { return of.global_secondary_indexes; }
auto& list_of(CreateTableRequest& of, const VectorIndex&) { return of.vector_indexes; }
auto& list_of(TableDescription& of, const GlobalSecondaryIndexDescription&) { return of.global_secondary_indexes; }
auto& list_of(TableDescription& of, const VectorIndexDescription&) { return of.vector_indexes; }

template <class Wanted, class There>
std::vector<std::string> index_differences(const CreateTableRequest& wanted, const Wanted& index,
                                           const TableDescription& there, const There& index_there) {
  CreateTableRequest index_wanted{.attribute_definitions =
                                      definitions_of(wanted.attribute_definitions, schema_of(index))};
  list_of(index_wanted, index).emplace().push_back(index);
  TableDescription index_alone{.attribute_definitions = there.attribute_definitions};
  list_of(index_alone, index_there).emplace().push_back(index_there);
  return differences(index_wanted, index_alone);
}

// The elements of a schema with their types, such as "GSI1PK HASH, GSI1SK RANGE".
template <class Schema, class Type>
std::string text_of(const OptionalList<Schema>& schema, Type type) {
  std::string text;
  for (const Schema& element : schema.value_or(std::vector<Schema>{}))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", *element.attribute_name, (element.*type)->text());
  return text;
}

std::string text_of(const GlobalSecondaryIndex& index) {
  return fmt::format("{}; {}", text_of(index.key_schema, &KeySchemaElement::key_type),
                     index.projection->projection_type->text());
}
std::string text_of(const VectorIndex& index) {
  const std::string schema = text_of(index.search_schema, &SearchSchemaElement::search_schema_element_type);
  return fmt::format("{} of {} dimensions of {}; {}{}{}", index.distance_function->text(), *index.dimensions,
                     *index.vector_attribute->attribute_name, schema, schema.empty() ? "" : "; ",
                     index.projection->projection_type->text());
}

// Adds the steps for the indexes of one kind. `steps` and `additions` are apart, because indexes are deleted first.
template <class Wanted, class There>
void add_index_changes(const CreateTableRequest& request, const OptionalList<Wanted>& wanted,
                       const TableDescription& table, const OptionalList<There>& there, std::vector<UpgradeStep>& steps,
                       std::vector<UpgradeStep>& additions) {
  const std::string& name = *request.table_name;
  for (const There& index : there.value_or(std::vector<There>{}))
    if (!is_going(index) && !find(wanted, *index.index_name))
      steps.push_back({StepKind::DropIndex, name, *index.index_name, "the model has no index of that name"});
  for (const Wanted& index : wanted.value_or(std::vector<Wanted>{})) {
    const There* index_there = find(there, *index.index_name);
    if (!index_there || is_going(*index_there)) {
      additions.push_back({StepKind::AddIndex, name, *index.index_name, text_of(index)});
    } else if (const auto found = index_differences(request, index, table, *index_there); !found.empty()) {
      steps.push_back({StepKind::ReplaceIndex, name, *index.index_name, fmt::format("{}", fmt::join(found, "; "))});
    }
  }
}

template <class Index>
bool all_active(const OptionalList<Index>& indexes) {
  return !indexes || std::ranges::all_of(*indexes, [](const Index& index) {
    return !index.index_status || *index.index_status == IndexStatus::Active;
  });
}

}  // namespace

std::vector<UpgradeStep> table_changes(const CreateTableRequest& wanted, const TableDescription& there) {
  const std::string& table = *wanted.table_name;
  if (const auto found = base_differences(wanted, there); !found.empty())
    return {{StepKind::Impossible, table, "", fmt::format("{}", fmt::join(found, "; "))}};
  std::vector<UpgradeStep> steps;
  std::vector<UpgradeStep> additions;
  add_index_changes(wanted, wanted.global_secondary_indexes, there, there.global_secondary_indexes, steps, additions);
  add_index_changes(wanted, wanted.vector_indexes, there, there.vector_indexes, steps, additions);
  std::move(additions.begin(), additions.end(), std::back_inserter(steps));
  return steps;
}

std::vector<UpgradeStep> ttl_changes(const std::string& table, const std::optional<std::string>& wanted,
                                     const TimeToLiveDescription& there) {
  const auto& status = there.time_to_live_status;
  const bool enabled = status && (*status == TimeToLiveStatus::Enabled || *status == TimeToLiveStatus::Enabling);
  const std::string now = enabled ? there.attribute_name.value_or("") : "";
  std::vector<UpgradeStep> steps;
  if (now == wanted.value_or("")) return steps;
  if (enabled)
    steps.push_back(
        {StepKind::DisableTtl, table, now,
         wanted ? fmt::format("the model's items expire by {}", *wanted) : "the model's items do not expire"});
  if (wanted) steps.push_back({StepKind::EnableTtl, table, *wanted});
  return steps;
}

UpdateTableRequest drop_index_request(const TableDescription& table, const std::string& index) {
  UpdateTableRequest request{.table_name = table.table_name};
  if (find(table.vector_indexes, index))
    request.vector_index_updates.emplace().push_back({.delete_ = DeleteVectorIndexAction{index}});
  else
    request.global_secondary_index_updates.emplace().push_back({.delete_ = DeleteGlobalSecondaryIndexAction{index}});
  return request;
}

bool is_settled(const TableDescription& table) {
  return table.table_status && *table.table_status == TableStatus::Active &&
         all_active(table.global_secondary_indexes) && all_active(table.vector_indexes);
}

}  // namespace partita::model
