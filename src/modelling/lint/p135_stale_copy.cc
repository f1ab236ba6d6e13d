#include <fmt/format.h>

#include <algorithm>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

extern const Rule k_P135;
const Rule k_P135{"P135",
                  Severity::Warning,
                  "A copy that no write keeps true",
                  "A field repeats one of another entity (copy_of). If a write changes that one, a write of the copies "
                  "must follow it.",
                  "Reads answer with the earlier value, for as long as the items live.",
                  "Add a pattern that updates the copy, as in {update: ORDER, set: customerName}, or a read that asks "
                  "the other entity in place of the copy."};

namespace {

// A put may replace an item, and so change all of its fields.
bool changes(const Action& action, const std::string& entity, const std::string& field) {
  if (action.entity != entity) return false;
  if (action.kind == Action::Kind::Put) return true;
  return action.kind == Action::Kind::Update &&
         std::find(action.set.begin(), action.set.end(), field) != action.set.end();
}

bool any_updates(const Model& model, const std::string& entity, const std::string& field) {
  return std::any_of(model.patterns.begin(), model.patterns.end(), [&](const Pattern& pattern) {
    return std::any_of(pattern.actions.begin(), pattern.actions.end(), [&](const Action& action) {
      return action.kind == Action::Kind::Update && changes(action, entity, field);
    });
  });
}

}  // namespace

void check_P135(const Proof& proof, Findings& findings) {
  const Model& model = proof.model();
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields) {
        if (field.copy_of.empty()) continue;
        const auto report = [&](const std::string& pattern, std::string message) {
          findings.add(k_P135, {.place = field.place,
                                .table = table.name,
                                .entity = entity.name,
                                .pattern = pattern,
                                .message = std::move(message)});
        };
        const std::size_t dot = field.copy_of.find('.');
        const std::string source = field.copy_of.substr(0, dot);
        const std::string name = dot == std::string::npos ? std::string() : field.copy_of.substr(dot + 1);
        const Table* holds = model.table_of(source);
        if (!holds || !holds->entity(source)->field(name)) {
          report({},
                 fmt::format("{} of {} is a copy of {}, which no entity has", field.name, entity.name, field.copy_of));
          continue;
        }
        if (any_updates(model, entity.name, field.name)) continue;
        for (const Pattern& pattern : model.patterns)
          if (std::any_of(pattern.actions.begin(), pattern.actions.end(),
                          [&](const Action& action) { return changes(action, source, name); }))
            report(pattern.name, fmt::format("\"{}\" changes {}, and no pattern writes its copy {} in the items of {}",
                                             pattern.name, field.copy_of, field.name, entity.name));
      }
}

}  // namespace partita::modelling::lint
