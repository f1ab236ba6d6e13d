#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P101{
    .id = "P101",
    .severity = Severity::Error,
    .title = "A primary key that the caller does not have",
    .why =
        "A read or a write of one item needs its whole primary key, and the pattern's parameters do not give "
        "all of its fields.",
    .cost = "The request cannot be formed without a read that finds the key.",
    .cure = "Add the missing fields to the parameters, or put only fields into the key that the caller has."};

namespace {

// The fields of the entity's primary key that are not among the names.
std::string missing_of_key(const model::EntityInfo& entity, const std::vector<std::string>& names) {
  std::string out;
  std::vector<model::FieldPosition> fields = fields_of(entity.primary.partition);
  for (const model::FieldPosition field : fields_of(entity.primary.sort)) fields.push_back(field);
  for (const model::FieldPosition field : fields) {
    const std::string name(entity.at(field).name);
    if (base::contains(names, name) || out.find(name) != std::string::npos) continue;
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

}  // namespace

void check_P101(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    const bool gets = pattern.operation == PatternOperation::BatchGet ||
                      pattern.operation == PatternOperation::TransactGet ||
                      (pattern.operation == PatternOperation::Read && pattern.get_item);
    const bool writes = pattern.operation == PatternOperation::Update || pattern.operation == PatternOperation::Delete;
    std::vector<std::string> names = pattern.by;
    std::vector<std::string> entities = pattern.entities;
    if (writes) {
      // A whole item as a parameter has its key.
      const auto is_item = [](const Parameter& parameter) { return !parameter.entity.empty(); };
      if (std::any_of(pattern.parameters.begin(), pattern.parameters.end(), is_item)) continue;
      for (const Parameter& parameter : pattern.parameters) names.push_back(parameter.name);
      for (const Action& action : pattern.actions) entities.push_back(action.entity);
    }
    if (!(gets || writes) || names.empty()) continue;
    for (const std::string& name : entities) {
      const Table* table = proof.model().table_of(name, pattern.table);
      const model::EntityInfo* entity = table ? proof.entity(table->name, name) : nullptr;
      const std::string missing = entity ? missing_of_key(*entity, names) : std::string();
      if (missing.empty()) continue;
      findings.add(k_P101, {.place = pattern.place,
                            .table = table->name,
                            .entity = name,
                            .pattern = pattern.name,
                            .message = fmt::format("\"{}\": the primary key of {} is also made of {}", pattern.name,
                                                   name, missing)});
    }
  }
}

}  // namespace partita::modelling::lint
