#include "console/patterns/pattern_parts.h"

#include <partita/model/detail/check_write.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/run/samples.h"

namespace partita::console {
namespace {

using model::kNone;
using modelling::Action;
using modelling::Pattern;
using modelling::PatternOperation;
using modelling::run::field_of;

using ActionKind = Action::Kind;

class PartMaker {
 public:
  PartMaker(const Pattern& pattern, Part& part) : pattern_(pattern), part_(part), entity_(*part.where.entity) {}

  void make() {
    const std::vector<model::FieldPosition> key = modelling::run::primary_fields(entity_);
    for (const model::FieldPosition field : key) part_.fields.push_back({field, Role::Key, false});
    if (!part_.action) return;
    const Action& action = *part_.action;
    switch (action.kind) {
      case ActionKind::Create:
      case ActionKind::Put:
        add_rest(key, action.kind);
        break;
      case ActionKind::Update:
        add_changes(key, action);
        break;
      default:
        break;
    }
    if (action.kind == ActionKind::Update || action.kind == ActionKind::Delete) add_given(action);
    add_version(action);
  }

 private:
  bool may_lack(model::FieldPosition field) const {
    return field_of(entity_, field).optional || field_of(entity_, field).has_default;
  }

  void add_rest(const std::vector<model::FieldPosition>& key, ActionKind kind) {
    for (const model::FieldPosition field : entity_.positions()) {
      if (base::contains(key, field) || field == entity_.version || field_of(entity_, field).attribute.empty())
        continue;
      if (holds_shard(field)) continue;
      // The library writes the times. A put keeps the creation's if it is given.
      if (field == entity_.updated || (field == entity_.created && kind == ActionKind::Create)) continue;
      part_.fields.push_back({field, Role::Field, may_lack(field) || field == entity_.created});
    }
  }

  // The library writes the number of a shard, which follows from another field.
  bool holds_shard(model::FieldPosition field) const {
    const auto& indexes = part_.where.table->info->indexes;
    return std::any_of(indexes.begin(), indexes.end(), [&](const model::IndexInfo& index) {
      return index.shards.count > 0 && index.shards.attribute == field_of(entity_, field).attribute;
    });
  }

  bool can_change(model::FieldPosition field) const {
    return !holds_shard(field) && !model::detail::is_kept(entity_, field) && field != entity_.version &&
           !field_of(entity_, field).attribute.empty();
  }

  void add_changes(const std::vector<model::FieldPosition>& key, const Action& action) {
    if (!action.set.empty()) {
      for (const std::string& name : action.set) {
        const model::FieldPosition field = entity_.field(name);
        if (field != kNone && can_change(field)) part_.fields.push_back({field, Role::Set, may_lack(field)});
      }
      return;
    }
    // Without a list, the user chooses among the fields whose change needs no other field of the stored item.
    for (const model::FieldPosition field : entity_.positions())
      if (!base::contains(key, field) && can_change(field) &&
          (action.read_first || !model::detail::in_index_key(entity_, field)))
        part_.fields.push_back({field, Role::Set, true});
  }

  void add_given(const Action& action) {
    for (const std::string& name : action.given)
      if (const model::FieldPosition field = entity_.field(name); field != kNone)
        part_.fields.push_back({field, Role::Given, field_of(entity_, field).optional});
  }

  void add_version(const Action& action) {
    const bool is_checked =
        action.kind == ActionKind::Put || action.kind == ActionKind::Update || action.kind == ActionKind::Delete;
    // A batch has no conditions.
    if (!is_checked || entity_.version == kNone || action.version_unchecked ||
        pattern_.operation == PatternOperation::BatchWrite)
      return;
    part_.takes_version = true;
    part_.version_is_optional = action.kind != ActionKind::Update || action.read_first;
  }

  const Pattern& pattern_;
  Part& part_;
  const model::EntityInfo& entity_;
};

std::string_view word_of(Role role) {
  switch (role) {
    case Role::Key:
      return "key";
    case Role::Field:
      return "field";
    case Role::Set:
      return "set";
    case Role::Given:
      return "given";
  }
  return "";
}

std::string_view word_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::Put:
      return "put";
    case ActionKind::Create:
      return "create";
    case ActionKind::Update:
      return "update";
    case ActionKind::Delete:
      return "delete";
    case ActionKind::Check:
      return "check";
    case ActionKind::Get:
      return "get";
  }
  return "";
}

}  // namespace

std::vector<Part> parts_of(const modelling::Proof& proof, const Pattern& pattern) {
  std::vector<Part> parts;
  if (pattern.operation == PatternOperation::BatchGet || pattern.operation == PatternOperation::TransactGet)
    for (const std::string& entity : pattern.entities)
      parts.push_back({.where = modelling::run::find_entity(proof, pattern.table, entity), .many = true});
  if (!modelling::is_read(pattern.operation))
    for (const Action& action : pattern.actions)
      parts.push_back({.action = &action,
                       .where = modelling::run::find_entity(proof, action.table.empty() ? pattern.table : action.table,
                                                            action.entity),
                       .many = action.items > 1 || pattern.operation == PatternOperation::BatchWrite});
  for (Part& part : parts)
    if (part.where.entity && !(part.action && part.action->kind == ActionKind::Get)) PartMaker(pattern, part).make();
  return parts;
}

ShownPart shown_part(const Part& part, const Pattern& pattern) {
  ShownPart out{.kind = std::string(part.action ? word_of(part.action->kind) : "get"), .many = part.many};
  if (part.action) out.entity = part.action->entity;
  if (part.action && part.action->items > 1) out.items = part.action->items;
  if (part.where.entity) {
    out.entity = part.where.entity->name;
    out.table = part.where.table->declared->name;
  }
  for (const PartField& one : part.fields) {
    PatternParameter parameter = parameter_of(field_of(*part.where.entity, one.field));
    parameter.optional = one.optional;
    parameter.role = word_of(one.role);
    out.parameters.push_back(std::move(parameter));
  }
  if (part.takes_version)
    out.parameters.push_back({.name = std::string(field_of(*part.where.entity, part.where.entity->version).name),
                              .type = "number",
                              .optional = part.version_is_optional,
                              .role = "version"});
  if (part.action && part.action->kind == ActionKind::Get && !modelling::is_read(pattern.operation))
    out.note =
        "The read within the write is left out: a write of DynamoDB cannot read. Read the item by a pattern of its "
        "own.";
  else if (part.action && !part.action->condition.empty())
    out.note = "The model has this condition only as a text, so that it is not checked: " + part.action->condition;
  return out;
}

}  // namespace partita::console
