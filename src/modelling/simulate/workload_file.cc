#include "modelling/simulate/workload_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "documents/read_file.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling {
namespace {

Result<void> put_amount(const Node& map, std::string_view name, std::optional<double>& to) {
  PARTITA_TRY_VALUE(amount, own::amount_or_none(map, name));
  if (amount) to = amount;
  return {};
}

// The members of a map of facts by name, or an empty list.
Result<std::span<const Member>> facts_in(const Node& root, std::string_view name) {
  const Node* const node = present(root, name);
  if (!node) return std::span<const Member>();
  PARTITA_TRY(check_is_map(*node, name));
  return std::span<const Member>(node->members);
}

Result<void> apply_season(const Node& node, Model& model) {
  PARTITA_TRY_VALUE(season, own::read_season(node));
  PARTITA_TRY(own::check_patterns_of(season, node.place, model.patterns));
  model.seasons.push_back(std::move(season));
  return {};
}

Result<void> apply_pattern(const Member& member, Model& model) {
  const auto pattern = std::find_if(model.patterns.begin(), model.patterns.end(),
                                    [&](const Pattern& one) { return one.name == member.name; });
  if (pattern == model.patterns.end())
    return fault(member.place, fmt::format("the model has no pattern '{}'", member.name));
  PARTITA_TRY(check_members(member.value, "a pattern", {"per_second", "items", "values"}));
  PARTITA_TRY(put_amount(member.value, "per_second", pattern->per_second));
  PARTITA_TRY(put_amount(member.value, "items", pattern->items));
  PARTITA_TRY_VALUE(values, facts_in(member.value, "values"));
  for (const Member& field : values) {
    PARTITA_TRY_VALUE(distribution, own::read_distribution(field.value));
    pattern->values[field.name] = distribution;
  }
  return {};
}

// A pattern that the model lacks.
Result<void> add_pattern(const Node& node, Model& model) {
  PARTITA_TRY_VALUE(pattern, own::read_pattern(node));
  if (std::any_of(model.patterns.begin(), model.patterns.end(),
                  [&](const Pattern& one) { return one.name == pattern.name; }))
    return fault(node.place, fmt::format("the model has the pattern '{}' already: give its traffic in a map, as in "
                                         "patterns: {{{}: {{per_second: 10}}}}",
                                         pattern.name, pattern.name));
  model.patterns.push_back(std::move(pattern));
  return {};
}

Result<void> apply_field(const Member& member, Model& model) {
  const std::size_t dot = member.name.find('.');
  const std::string entity_name = member.name.substr(0, dot);
  Field* field = nullptr;
  if (dot != std::string::npos)
    for (Table& table : model.tables)
      for (Entity& entity : table.entities)
        for (Field& one : entity.fields)
          if (entity.name == entity_name && one.name == member.name.substr(dot + 1)) field = &one;
  if (!field) return fault(member.place, fmt::format("the model has no field '{}': name it ENTITY.FIELD", member.name));
  PARTITA_TRY(check_members(member.value, "a field", {"distinct", "size_bytes", "present", "values"}));
  PARTITA_TRY_VALUE(distinct, own::distinct_or_none(member.value));
  if (distinct) field->distinct = distinct;
  PARTITA_TRY(put_amount(member.value, "size_bytes", field->size_bytes));
  PARTITA_TRY(put_amount(member.value, "present", field->present));
  if (const Node* const values = present(member.value, "values")) {
    PARTITA_TRY_VALUE(distribution, own::read_distribution(*values));
    field->values = distribution;
  }
  return {};
}

Result<void> apply_entity(const Member& member, Model& model) {
  for (Table& table : model.tables)
    for (Entity& entity : table.entities)
      if (entity.name == member.name) {
        PARTITA_TRY(check_members(member.value, "an entity", {"count", "size_bytes"}));
        PARTITA_TRY(put_amount(member.value, "count", entity.count));
        return put_amount(member.value, "size_bytes", entity.size_bytes);
      }
  return fault(member.place, fmt::format("the model has no entity '{}'", member.name));
}

Result<void> apply_capacity(const Member& member, Model& model) {
  const std::size_t slash = member.name.find('/');
  const auto table = std::find_if(model.tables.begin(), model.tables.end(),
                                  [&](const Table& one) { return one.name == member.name.substr(0, slash); });
  if (table == model.tables.end())
    return fault(member.place, fmt::format("the model has no table '{}'", member.name.substr(0, slash)));
  std::optional<ProvisionedThroughput>* to = &table->throughput;
  if (slash != std::string::npos) {
    const auto index = std::find_if(table->indexes.begin(), table->indexes.end(),
                                    [&](const Index& one) { return one.name == member.name.substr(slash + 1); });
    if (index == table->indexes.end())
      return fault(member.place, fmt::format("the model has no index '{}'", member.name));
    to = &index->throughput;
  }
  PARTITA_TRY(check_members(member.value, "a table", {"read_units", "write_units", "on_demand"}));
  PARTITA_TRY_VALUE(on_demand, flag_or_false(member.value, "on_demand"));
  if (on_demand) {
    if (slash != std::string::npos) return fault(member.place, "an index is on demand if its table is");
    table->billing = BillingMode::PayPerRequest;
    return {};
  }
  PARTITA_TRY_VALUE(reads, own::amount_or_none(member.value, "read_units"));
  PARTITA_TRY_VALUE(writes, own::amount_or_none(member.value, "write_units"));
  if (!reads || !writes) return fault(member.place, "say read_units and write_units, or on_demand: true");
  table->billing = BillingMode::Provisioned;
  *to =
      ProvisionedThroughput{.read_capacity_units = std::llround(*reads), .write_capacity_units = std::llround(*writes)};
  return {};
}

Result<void> apply_tree(const Node& root, Model& model) {
  PARTITA_TRY(check_members(root, "a workload", {"seasons", "patterns", "fields", "entities", "tables"}));
  const Node* patterns = present(root, "patterns");
  const bool adds_patterns = patterns && patterns->is_list();
  if (adds_patterns)
    for (const Node& pattern : patterns->items) PARTITA_TRY(add_pattern(pattern, model));
  PARTITA_TRY_VALUE(seasons, list_or_empty(root, "seasons"));
  for (const Node& season : seasons) PARTITA_TRY(apply_season(season, model));
  const std::pair<std::string_view, Result<void> (*)(const Member&, Model&)> groups[] = {
      {"patterns", apply_pattern}, {"fields", apply_field}, {"entities", apply_entity}, {"tables", apply_capacity}};
  for (const auto& [name, apply] : groups) {
    if (adds_patterns && name == "patterns") continue;
    PARTITA_TRY_VALUE(members, facts_in(root, name));
    for (const Member& member : members) PARTITA_TRY(apply(member, model));
  }
  return {};
}

}  // namespace

Result<void> apply_workload(const std::string& path, Model& model) {
  PARTITA_TRY_VALUE(root, documents::read_file(path));
  return apply_tree(root, model);
}

Result<void> apply_workload_text(std::string_view text, const std::string& name, Model& model) {
  PARTITA_TRY_VALUE(root, documents::read_text(text, name));
  return apply_tree(root, model);
}

}  // namespace partita::modelling
