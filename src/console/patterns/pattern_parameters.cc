#include "console/patterns/pattern_parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "console/patterns/field_text.h"
#include "modelling/run/naive.h"

namespace partita::console {

using model::FieldInfo;
using model::FieldKind;
using model::kNone;
using modelling::PatternOperation;
using modelling::run::field_of;

PatternParameter parameter_of(const FieldInfo& field) {
  PatternParameter out{.name = std::string(field.name), .type = std::string(type_of(field.kind))};
  if (field.kind == FieldKind::Enum) {
    out.values.emplace();
    for (const model::EnumeratorInfo& one : field.enumerators) out.values->emplace_back(one.attribute);
  }
  return out;
}

const model::EntityInfo* entity_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern) {
  if (pattern.served()) return pattern.info.entities.front();
  const modelling::Pattern& declared = *pattern.declared;
  if (!modelling::is_read(declared.operation) || declared.entities.empty()) return nullptr;
  const modelling::Table* table = proof.model().table_of(declared.entities.front(), declared.table);
  return table ? proof.entity(table->name, declared.entities.front()) : nullptr;
}

std::vector<PatternParameter> parameters_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern) {
  std::vector<PatternParameter> out;
  const model::EntityInfo* entity = entity_of(proof, pattern);
  const PatternOperation operation = pattern.declared->operation;
  if (!entity || operation == PatternOperation::BatchGet || operation == PatternOperation::TransactGet) return out;
  if (pattern.served()) {
    for (const model::FieldPosition position : pattern.info.by)
      out.push_back(parameter_of(field_of(*entity, position)));
    const model::Plan& plan = pattern.info.plan;
    const model::FieldPosition range = plan.bucket_field != kNone ? plan.bucket_field : plan.range_field;
    if (plan.operation == model::PlanOperation::Search) {
      out.push_back({.name = std::string(kVectorParameter), .type = "vector"});
    } else if (range != kNone) {
      out.push_back(parameter_of(field_of(*entity, range)));
      out.back().range = true;
      out.back().optional = plan.bucket_field == kNone;
    }
  }
  for (const FilterParameter& condition : filter_parameters(proof, pattern)) {
    if (condition.operands() == "none") continue;
    out.push_back(parameter_of(field_of(*entity, condition.field)));
    out.back().name = condition.name;
    out.back().optional = true;
    out.back().comparison = condition.comparison;
    out.back().operands = condition.operands();
  }
  return out;
}

std::string_view FilterParameter::operands() const {
  if (comparison == "exists" || comparison == "not_exists") return "none";
  if (comparison == "between") return "two";
  return comparison == "in" ? "many" : "one";
}

std::vector<FilterParameter> filter_parameters(const modelling::Proof& proof, const modelling::ProvenPattern& pattern) {
  std::vector<FilterParameter> out;
  const model::EntityInfo* entity = entity_of(proof, pattern);
  // A search takes no filter but its inline filters, which are fields that select its items.
  const bool is_search = pattern.served() && pattern.info.plan.operation == model::PlanOperation::Search;
  if (!entity || is_search) return out;
  for (const modelling::FilterCondition& condition : pattern.declared->filter) {
    const model::FieldPosition position = entity->field(condition.field);
    if (position == kNone || !modelling::run::is_known_comparison(condition.comparison)) continue;
    const auto& by = pattern.info.by;
    const model::Plan& plan = pattern.info.plan;
    const bool is_taken = base::contains(by, position) ||
                          (pattern.served() && (position == plan.range_field || position == plan.bucket_field)) ||
                          std::any_of(out.begin(), out.end(), [&](const auto& one) { return one.field == position; });
    out.push_back({.name = is_taken ? fmt::format("{} {}", condition.field, condition.comparison) : condition.field,
                   .field = position,
                   .comparison = condition.comparison});
  }
  return out;
}

}  // namespace partita::console
