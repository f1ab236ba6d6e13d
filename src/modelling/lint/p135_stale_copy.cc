#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/copies.h"
#include "modelling/lint/copies.h"
#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P135{
    .id = "P135",
    .severity = Severity::Warning,
    .title = "A copy that no write keeps true",
    .why =
        "A field repeats one of another entity (copy_of). If a write changes that one, or lets an item refer "
        "to another item, a write of the copies must follow it.",
    .cost = "Reads answer with the earlier value, for as long as the items live.",
    .cure =
        "Let the library write the copies (kept: transaction, or kept: followed), or add a pattern that updates "
        "the copy, as in {update: ORDER, set: customerName}, or ask the other entity in place of the copy."};

namespace {

bool any_updates(const Model& model, const std::string& entity, const std::string& field) {
  return std::any_of(model.patterns.begin(), model.patterns.end(), [&](const Pattern& pattern) {
    return std::any_of(pattern.actions.begin(), pattern.actions.end(), [&](const Action& action) {
      return action.kind == Action::Kind::Update && action.entity == entity && base::contains(action.set, field);
    });
  });
}

class CopyCheck {
 public:
  CopyCheck(const Proof& proof, const Table& table, const Entity& entity, const Field& field, Findings& findings)
      : proof_(proof), table_(table), entity_(entity), field_(field), findings_(findings) {}

  void run() {
    const auto source = source_of_copy(proof_.model(), field_);
    if (!source) {
      // The proof refuses a copy that the library keeps.
      if (field_.kept == CopyKept::Patterns)
        report({}, missing_source(proof_.model(), entity_, field_), Severity::Error);
      return;
    }
    if (source->field == &field_)
      return report({}, fmt::format("{} of {} is a copy of itself", field_.name, entity_.name));
    if (source->field->kind != field_.kind)
      return report({}, fmt::format("{} of {} is of the kind {}, and {}, of which it is a copy, is of the kind {}",
                                    field_.name, entity_.name, model::describe(field_.kind), field_.copy_of,
                                    model::describe(source->field->kind)));
    if (field_.kept != CopyKept::Patterns) return;  // the library writes the copies
    for (const Pattern& pattern : proof_.model().patterns) {
      check_change(pattern, *source);
      check_reference(pattern, *source);
    }
  }

 private:
  void check_change(const Pattern& pattern, const CopySource& source) {
    if (std::none_of(pattern.actions.begin(), pattern.actions.end(),
                     [&](const Action& action) { return changes(action, *source.entity, source.field->name); }))
      return;
    if (any_updates(proof_.model(), entity_.name, field_.name)) return;
    report(pattern.name, fmt::format("\"{}\" changes {}, and no pattern writes its copy {} in the items of {}",
                                     pattern.name, field_.copy_of, field_.name, entity_.name));
  }

  // An update that lets the item refer to another item than the one whose field it repeats.
  void check_reference(const Pattern& pattern, const CopySource& source) {
    for (const Action& action : pattern.actions) {
      if (action.kind != Action::Kind::Update || action.entity != entity_.name ||
          base::contains(action.set, field_.name))
        continue;
      const auto referring = std::find_if(action.set.begin(), action.set.end(),
                                          [&](const std::string& name) { return refers(name, source); });
      if (referring == action.set.end()) continue;
      report(pattern.name,
             fmt::format("\"{}\" sets {}, so the item refers to another {}, and its copy {} stays as it was",
                         pattern.name, *referring, source.entity->name, field_.name));
    }
  }

  // Of several fields that refer to the entity, the copy may belong to any.
  bool refers(const std::string& name, const CopySource& source) const {
    const auto references = std::count_if(entity_.fields.begin(), entity_.fields.end(),
                                          [&](const Field& one) { return one.references == source.entity->name; });
    const Field* field = entity_.field(name);
    if (field && field->references == source.entity->name) return references == 1;
    if (source.entity == &entity_ || references > 0) return false;
    const model::EntityInfo* info = proof_.entity(source.table->name, source.entity->name);
    if (!info) return false;
    std::vector<model::FieldPosition> key = fields_of(info->primary.partition);
    for (const model::FieldPosition one : fields_of(info->primary.sort)) key.push_back(one);
    return std::any_of(key.begin(), key.end(), [&](model::FieldPosition one) { return info->at(one).name == name; });
  }

  void report(const std::string& pattern, std::string message, Severity severity = k_P135.severity) {
    findings_.add(k_P135, {.severity = severity,
                           .place = field_.place,
                           .table = table_.name,
                           .entity = entity_.name,
                           .pattern = pattern,
                           .message = std::move(message)});
  }

  const Proof& proof_;
  const Table& table_;
  const Entity& entity_;
  const Field& field_;
  Findings& findings_;
};

}  // namespace

bool changes(const Action& action, const Entity& entity, const std::string& field) {
  if (action.entity != entity.name) return false;
  if (action.kind == Action::Kind::Put) return true;
  if (action.kind != Action::Kind::Update) return false;
  if (base::contains(action.set, field) || field == entity.version || field == entity.updated_at) return true;
  return std::any_of(entity.computed.begin(), entity.computed.end(), [&](const Computed& computed) {
    return computed.field == field &&
           std::any_of(computed.from.begin(), computed.from.end(),
                       [&](const std::string& from) { return base::contains(action.set, from); });
  });
}

void check_P135(const Proof& proof, Findings& findings) {
  for (const Table& table : proof.model().tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields)
        if (!field.copy_of.empty()) CopyCheck(proof, table, entity, field, findings).run();
}

}  // namespace partita::modelling::lint
