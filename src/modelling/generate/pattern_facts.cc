#include "modelling/generate/pattern_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/core/key_condition.h"
#include "modelling/generate/model_facts.h"

namespace partita::modelling {
namespace {

using model::kNone;

template <class Names>
bool has(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool asks(const ProvenPattern& pattern, const std::string& attribute) {
  const model::TableInfo& table = *pattern.info.table;
  const model::IndexPosition position = pattern.info.plan.index;
  if (position == kNone) return attribute == table.partition || attribute == table.sort;
  const model::IndexInfo& index = table.at(position);
  return has(index.partition, attribute) || has(index.sort, attribute) ||
         (index.scope == model::IndexScope::Local && attribute == table.partition);
}

bool projects(const ProvenPattern& pattern, const std::string& attribute) {
  const model::TableInfo& table = *pattern.info.table;
  if (pattern.info.plan.index == kNone) return true;
  const model::IndexInfo& index = table.at(pattern.info.plan.index);
  if (index.projection == ProjectionType::All) return true;
  if (has(index.partition, attribute) || has(index.sort, attribute) ||
      (index.projection == ProjectionType::Include && has(index.include, attribute)))
    return true;
  return attribute == table.partition || attribute == table.sort;
}

}  // namespace

const Table& table_of_action(const Model& model, const Pattern& pattern, const Action& action) {
  return *model.table_of(action.entity, action.table.empty() ? pattern.table : action.table);
}

const Entity& entity_of_action(const Model& model, const Pattern& pattern, const Action& action) {
  return *table_of_action(model, pattern, action).entity(action.entity);
}

std::vector<std::string> fields_set_by_caller(const Entity& entity, const Action& action) {
  std::vector<std::string> out;
  for (const std::string& name : action.set)
    if (!is_kept(entity, name)) out.push_back(name);
  return out;
}

std::vector<std::string> filter_fields(const ProvenPattern& pattern, const Entity& entity) {
  std::vector<std::string> out;
  for (const Field& field : entity.fields)
    if (!field.attribute.empty() && field.stored && !asks(pattern, field.attribute) &&
        projects(pattern, field.attribute))
      out.push_back(field.name);
  return out;
}

std::string plan_sentence(const ProvenPattern& pattern, const Table& table) {
  if (!pattern.served()) return "Reads by the primary key.";
  const model::IndexPosition index = pattern.info.plan.index;
  constexpr const char* kOperations[] = {"GetItem", "Query", "Search"};
  return fmt::format("{} of {}: {}.", kOperations[static_cast<int>(pattern.info.plan.operation)],
                     index == kNone ? fmt::format("the table {}", table.name)
                                    : fmt::format("the index {}", pattern.info.table->at(index).name),
                     key_condition_of(pattern));
}

std::string cost_sentence(const ModelUnits& units, const Pattern& pattern) {
  const auto priced = std::ranges::find(units.patterns, &pattern, &PatternUnits::pattern);
  if (priced == units.patterns.end() || !priced->not_priced.empty()) return {};
  const auto units_text = [](double count, const char* kind) {
    const std::string text = fmt::format("{:.4g}", count);
    return fmt::format("{} {} unit{}", text, kind, text == "1" ? "" : "s");
  };
  std::vector<std::string> parts;
  if (priced->read_units() > 0) parts.push_back(units_text(priced->read_units(), "read"));
  if (priced->write_units() > 0) parts.push_back(units_text(priced->write_units(), "write"));
  if (parts.empty()) return {};
  return fmt::format("About {} a call ({}).", fmt::join(parts, " and "), priced->how);
}

std::string lacks_sentence(const Pattern& pattern) {
  for (const Action& action : pattern.actions)
    if (action.kind == Action::Kind::Update && action.set.empty())
      return fmt::format("The pattern {} is left out: its update of {} names no field that it sets", pattern.name,
                         action.entity);
  return {};
}

}  // namespace partita::modelling
