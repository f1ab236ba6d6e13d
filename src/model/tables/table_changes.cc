#include "model/tables/table_changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <algorithm>

namespace partita::model {
namespace {

using StepKind = UpgradeStep::Kind;

bool is_going(const GlobalSecondaryIndexDescription& index) {
  return index.index_status && *index.index_status == IndexStatus::Deleting;
}

template <class Index>
const Index* find(const OptionalList<Index>& indexes, const std::string& name) {
  if (!indexes) return nullptr;
  const auto found =
      std::find_if(indexes->begin(), indexes->end(), [&](const Index& index) { return index.index_name == name; });
  return found == indexes->end() ? nullptr : &*found;
}

const GlobalSecondaryIndexDescription* find_there(const TableDescription& table, const std::string& name) {
  const auto* index = find(table.global_secondary_indexes, name);
  return index && is_going(*index) ? nullptr : index;
}

bool is_key(const OptionalList<KeySchemaElement>& schema, const OptionalString& attribute) {
  return schema && std::any_of(schema->begin(), schema->end(),
                               [&](const KeySchemaElement& element) { return element.attribute_name == attribute; });
}

std::vector<AttributeDefinition> definitions_of(const OptionalList<AttributeDefinition>& all,
                                                const OptionalList<KeySchemaElement>& schema) {
  std::vector<AttributeDefinition> of_schema;
  for (const AttributeDefinition& definition : all.value_or(std::vector<AttributeDefinition>{}))
    if (is_key(schema, definition.attribute_name)) of_schema.push_back(definition);
  return of_schema;
}

// The differences of the table, with its local indexes and without its global ones.
std::vector<std::string> base_differences(CreateTableRequest wanted, TableDescription there) {
  auto definitions = definitions_of(wanted.attribute_definitions, wanted.key_schema);
  for (const LocalSecondaryIndex& index : wanted.local_secondary_indexes.value_or(std::vector<LocalSecondaryIndex>{}))
    for (AttributeDefinition& definition : definitions_of(wanted.attribute_definitions, index.key_schema))
      if (std::find(definitions.begin(), definitions.end(), definition) == definitions.end())
        definitions.push_back(std::move(definition));
  wanted.attribute_definitions = std::move(definitions);
  wanted.global_secondary_indexes.reset();
  there.global_secondary_indexes.reset();
  return differences(wanted, there);
}

std::vector<std::string> index_differences(const CreateTableRequest& wanted, const GlobalSecondaryIndex& index,
                                           const TableDescription& there,
                                           const GlobalSecondaryIndexDescription& index_there) {
  CreateTableRequest index_wanted{.attribute_definitions =
                                      definitions_of(wanted.attribute_definitions, index.key_schema)};
  index_wanted.global_secondary_indexes.emplace().push_back(index);
  TableDescription index_alone{.attribute_definitions = there.attribute_definitions};
  index_alone.global_secondary_indexes.emplace().push_back(index_there);
  return differences(index_wanted, index_alone);
}

std::string text_of(const GlobalSecondaryIndex& index) {
  std::string keys;
  for (const KeySchemaElement& element : *index.key_schema)
    keys += fmt::format("{}{} {}", keys.empty() ? "" : ", ", *element.attribute_name, element.key_type->text());
  return fmt::format("{}; {}", keys, index.projection->projection_type->text());
}

}  // namespace

std::vector<UpgradeStep> table_changes(const CreateTableRequest& wanted, const TableDescription& there) {
  const std::string& table = *wanted.table_name;
  if (const auto found = base_differences(wanted, there); !found.empty())
    return {{StepKind::Impossible, table, "", fmt::format("{}", fmt::join(found, "; "))}};
  std::vector<UpgradeStep> steps;
  for (const auto& index : there.global_secondary_indexes.value_or(std::vector<GlobalSecondaryIndexDescription>{}))
    if (!is_going(index) && !find(wanted.global_secondary_indexes, *index.index_name))
      steps.push_back({StepKind::DropIndex, table, *index.index_name, "the model has no index of that name"});
  std::vector<UpgradeStep> additions;
  for (const auto& index : wanted.global_secondary_indexes.value_or(std::vector<GlobalSecondaryIndex>{})) {
    const std::string& name = *index.index_name;
    const auto* index_there = find_there(there, name);
    if (!index_there) {
      additions.push_back({StepKind::AddIndex, table, name, text_of(index)});
    } else if (const auto found = index_differences(wanted, index, there, *index_there); !found.empty()) {
      steps.push_back({StepKind::ReplaceIndex, table, name, fmt::format("{}", fmt::join(found, "; "))});
    }
  }
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

UpdateTableRequest drop_index_request(const std::string& table, const std::string& index) {
  UpdateTableRequest request{.table_name = table};
  request.global_secondary_index_updates.emplace().push_back({.delete_ = DeleteGlobalSecondaryIndexAction{index}});
  return request;
}

bool is_settled(const TableDescription& table) {
  if (!table.table_status || *table.table_status != TableStatus::Active) return false;
  const auto& indexes = table.global_secondary_indexes;
  return !indexes || std::all_of(indexes->begin(), indexes->end(), [](const auto& index) {
    return !index.index_status || *index.index_status == IndexStatus::Active;
  });
}

}  // namespace partita::model
