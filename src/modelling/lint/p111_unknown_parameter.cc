#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P111{
    .id = "P111",
    .severity = Severity::Warning,
    .title = "A parameter without a use",
    .why = "The parameter is neither a field of the entity nor an end of the range nor a value of the filter.",
    .cost = "Callers give a value that changes nothing.",
    .cure = "Correct the parameter's name, or leave it out."};

namespace {

// Values of a range and of filters have free names.
std::size_t free_names(const Pattern& pattern) {
  std::size_t count = pattern.limit ? 1 : 0;
  const bool has_range = !pattern.range.empty() || !pattern.range_comparison.empty() || !pattern.buckets.empty();
  if (has_range) count += pattern.range_comparison == "between" || pattern.range_comparison.empty() ? 2 : 1;
  for (const FilterCondition& condition : pattern.filter)
    count += condition.comparison == "in" ? 100 : condition.comparison == "=" ? 1 : 2;
  return count;
}

// Formats without templates give key attributes by their names.
bool is_key(const Table& table, const std::string& attribute) {
  const auto has = [&](const std::vector<std::string>& names) { return base::contains(names, attribute); };
  return attribute == table.partition_key || attribute == table.sort_key ||
         std::any_of(table.indexes.begin(), table.indexes.end(),
                     [&](const Index& index) { return has(index.partition) || has(index.sort); });
}

bool takes(const Table* table, const std::string& name, const std::string& parameter) {
  const Entity* entity = table ? table->entity(name) : nullptr;
  return entity && (entity->field(parameter) || is_key(*table, parameter));
}

// A transaction, and a read of several entities, take the keys of each of them.
bool is_taken(const Model& model, const Pattern& pattern, const std::string& parameter) {
  return std::any_of(pattern.entities.begin(), pattern.entities.end(),
                     [&](const std::string& entity) {
                       return takes(model.table_of(entity, pattern.table), entity, parameter);
                     }) ||
         std::any_of(pattern.actions.begin(), pattern.actions.end(), [&](const Action& action) {
           return takes(model.table_of(action.entity, action.table.empty() ? pattern.table : action.table),
                        action.entity, parameter);
         });
}

}  // namespace

void check_P111(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    std::string name = pattern.entities.empty() ? std::string() : pattern.entities.front();
    if (name.empty() && pattern.actions.size() == 1) name = pattern.actions.front().entity;
    const Table* table = proof.model().table_of(name, pattern.table);
    const Entity* entity = table ? table->entity(name) : nullptr;
    // A write with a condition may compare with any value.
    if (!entity || (pattern.actions.size() == 1 && !pattern.actions.front().condition.empty())) continue;
    std::vector<const Parameter*> unknown;
    for (const Parameter& parameter : pattern.parameters)
      if (parameter.entity.empty() && !is_taken(proof.model(), pattern, parameter.name)) unknown.push_back(&parameter);
    if (unknown.size() <= free_names(pattern)) continue;
    const Parameter& last = *unknown.back();
    findings.add(k_P111, {.place = last.place.line > 0 ? last.place : pattern.place,
                          .table = table->name,
                          .entity = name,
                          .pattern = pattern.name,
                          .message = fmt::format("\"{}\": the parameter {} is not a field of {}", pattern.name,
                                                 last.name, name)});
  }
}

}  // namespace partita::modelling::lint
