// The rules are taken in this order: those that name an entity, those that name a field of all entities, those that
// follow from a reference or a copy, and that of the other fields. Then each field is asked whether it can follow its
// rule.
#include "movement/forks/treatments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/keys/compose.h"
#include "modelling/core/copies.h"
#include "modelling/core/nearest.h"

namespace partita::movement {
namespace {

using model::FieldKind;
using model::FieldPosition;

constexpr std::size_t kPseudonymDigits = 15;

// The rest of `target` behind `name` and a dot, an empty text if it is `name`, or nullopt.
std::optional<std::string_view> rest_behind(std::string_view target, std::string_view name) {
  if (target == name) return std::string_view();
  if (target.size() > name.size() && target.starts_with(name) && target[name.size()] == '.')
    return target.substr(name.size() + 1);
  return std::nullopt;
}

// Sets the rule of the value at a path of members, unless a rule with more precedence has set it.
void set_at(Treatment& treatment, std::string_view path, FieldRule rule) {
  if (path.empty()) {
    if (!treatment.rule) treatment.rule = rule;
    return;
  }
  const std::size_t dot = path.find('.');
  set_at(treatment.members[std::string(path.substr(0, dot))], dot == path.npos ? "" : path.substr(dot + 1), rule);
}

bool is_in(const model::EntityKey& key, FieldPosition field) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field() && part.field == field) return true;
  return false;
}

// The fewest digits of the field's padded texts in keys, or 0.
std::size_t padded_width(const model::EntityInfo& entity, FieldPosition field) {
  std::size_t width = 0;
  const auto look = [&](const model::EntityKey& key) {
    for (const auto& attributes : {key.partition, key.sort})
      for (const model::KeyAttribute& attribute : attributes)
        for (const model::KeyPart& part : attribute.value.parts)
          if (part.is_field() && part.field == field && part.width > 0)
            width = width == 0 ? part.width : std::min<std::size_t>(width, part.width);
  };
  look(entity.primary);
  for (const model::EntityKey& key : entity.indexes) look(key);
  return width;
}

class Maker {
 public:
  Maker(const modelling::Proof& proof, const ForkRules& rules, std::vector<EntityTreatment>& entities)
      : model_(proof.model()), rules_(rules), entities_(entities) {
    std::size_t number = 0;
    for (const modelling::ProvenTable& table : proof.tables())
      for (std::size_t i = 0; i < table.declared->entities.size(); ++i) {
        if (table.positions[i] == model::kNone) continue;
        EntityTreatment one{&table, &table.declared->entities[i], &table.info->at(table.positions[i])};
        one.fields.resize(one.info->fields.size());
        one.first_number = number;
        number += one.fields.size();
        entities_.push_back(std::move(one));
      }
  }

  Result<void> make() {
    for (const bool names_entity : {true, false})
      for (const RuleLine& line : rules_.lines) take(line, names_entity);
    for (const std::string& target : unknown_) faults_.push_back(unknown_text(target));
    choose_whole();
    for (EntityTreatment& entity : entities_) add_references(entity);
    while (follow()) continue;
    for (EntityTreatment& entity : entities_) check(entity);
    for (EntityTreatment& entity : entities_) add_others(entity);
    if (faults_.empty()) return {};
    return invalid(fmt::format("{}", fmt::join(faults_, "\n")));
  }

 private:
  // ---- the rules

  void take(const RuleLine& line, bool names_entity) {
    bool is_known = false;
    for (EntityTreatment& entity : entities_) {
      const auto rest = names_entity ? rest_behind(line.target, entity.info->name) : line.target;
      if (!rest || rest->empty()) continue;
      for (const FieldPosition field : entity.info->positions()) {
        const auto path = rest_behind(*rest, entity.info->at(field).name);
        if (!path) continue;
        is_known = true;
        if (!path->empty() && entity.info->at(field).kind != FieldKind::Document) {
          faults_.push_back(fmt::format("{}: {} of {} is not a document, so it has no member {}", line.target,
                                        entity.info->at(field).name, entity.info->name, *path));
          continue;
        }
        set_at(treatment(entity, field), *path, line.rule);
      }
    }
    const auto at = std::ranges::find(unknown_, line.target);
    if (is_known && at != unknown_.end()) unknown_.erase(at);
    if (!is_known && names_entity) unknown_.push_back(line.target);
  }

  std::string unknown_text(const std::string& target) const {
    std::vector<std::string> names;
    for (const EntityTreatment& entity : entities_)
      for (const model::FieldInfo& field : entity.info->fields) {
        names.emplace_back(field.name);
        names.push_back(fmt::format("{}.{}", entity.info->name, field.name));
      }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string_view nearest = modelling::nearest_name(target, known);
    return fmt::format("{}: the model has no such field{}", target,
                       nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
  }

  void choose_whole() {
    for (const std::string& name : rules_.whole) {
      bool is_known = false;
      for (EntityTreatment& entity : entities_) {
        if (entity.info->name != name) continue;
        is_known = true;
        // Other entities with the same partition keys are in the same item collections.
        for (EntityTreatment& other : entities_)
          if (other.table == entity.table && other.declared->primary.partition == entity.declared->primary.partition)
            other.is_whole = true;
      }
      if (!is_known)
        faults_.push_back(fmt::format("whole: the model has no entity {}{}", name,
                                      modelling::did_you_mean(name, model_.entity_names())));
    }
  }

  // ---- fields that belong together

  EntityTreatment* find(std::string_view name) {
    const modelling::Table* table = model_.table_of(name);
    for (EntityTreatment& entity : entities_)
      if (entity.info->name == name && entity.table->declared == table) return &entity;
    return nullptr;
  }

  static Treatment& treatment(EntityTreatment& entity, FieldPosition field) { return entity.fields[field.number()]; }

  // The field of the other entity's key whose value a referring field has, or kNone.
  static FieldPosition field_of_key(const EntityTreatment& to, const modelling::Field& referring) {
    const std::vector<std::string> key = modelling::fields_of_key(to.declared->primary);
    if (key.size() == 1) return to.info->field(key.front());
    return base::contains(key, referring.name) ? to.info->field(referring.name) : model::kNone;
  }

  void add_references(EntityTreatment& entity) {
    for (const modelling::Field& field : entity.declared->fields) {
      if (field.references.empty()) continue;
      EntityTreatment* to = find(field.references);
      if (!to) continue;
      const FieldPosition refers_to = field_of_key(*to, field);
      Reference reference{to->table, to->info};
      modelling::EntityKey partition;
      partition.partition = to->declared->primary.partition;
      for (const std::string& name : modelling::fields_of_key(partition)) {
        const FieldPosition theirs = to->info->field(name);
        const FieldPosition ours = theirs == refers_to ? entity.info->field(field.name) : entity.info->field(name);
        if (theirs == model::kNone || ours == model::kNone) break;
        reference.values.emplace_back(theirs, ours);
      }
      if (!reference.values.empty() && reference.values.size() == modelling::fields_of_key(partition).size())
        entity.references.push_back(std::move(reference));
    }
  }

  // The field whose value `field` has, with its entity.
  struct Origin {
    EntityTreatment* entity = nullptr;
    FieldPosition field = model::kNone;
  };
  Origin origin_of(const modelling::Field& field) {
    if (!field.copy_of.empty()) {
      const auto source = modelling::source_of_copy(model_, field);
      EntityTreatment* entity = source ? find(source->entity->name) : nullptr;
      return entity ? Origin{entity, entity->info->field(source->field->name)} : Origin();
    }
    EntityTreatment* entity = field.references.empty() ? nullptr : find(field.references);
    return entity ? Origin{entity, field_of_key(*entity, field)} : Origin();
  }

  // Gives fields without a rule that of the field whose value they have. Returns whether it found one.
  bool follow() {
    bool has_changed = false;
    for (EntityTreatment& entity : entities_)
      for (const modelling::Field& field : entity.declared->fields) {
        const Origin origin = origin_of(field);
        const FieldPosition here = entity.info->field(field.name);
        if (!origin.entity || origin.field == model::kNone || here == model::kNone) continue;
        Treatment &mine = treatment(entity, here), &theirs = treatment(*origin.entity, origin.field);
        if (mine.rule || !mine.members.empty() || (!theirs.rule && theirs.members.empty())) continue;
        mine = theirs;
        has_changed = true;
      }
    return has_changed;
  }

  // ---- whether a field can follow its rule

  void check(EntityTreatment& entity) {
    for (const modelling::Field& field : entity.declared->fields) {
      const FieldPosition here = entity.info->field(field.name);
      if (here == model::kNone) continue;
      const Treatment& mine = treatment(entity, here);
      const FieldRule rule = mine.rule.value_or(FieldRule::Keep);
      check_origin(entity, field, rule);
      check_computed(entity, here, mine);
      if (!mine.rule) check_same_name(entity, field);
    }
  }

  void check_origin(const EntityTreatment& entity, const modelling::Field& field, FieldRule rule) {
    const Origin origin = origin_of(field);
    if (!origin.entity || origin.field == model::kNone || rule == FieldRule::Drop) return;
    const FieldRule theirs = treatment(*origin.entity, origin.field).rule.value_or(FieldRule::Keep);
    if (rule == theirs) return;
    faults_.push_back(fmt::format("{}.{} has the value of {}.{}, so both need the same rule, and not {} and {}",
                                  entity.info->name, field.name, origin.entity->info->name,
                                  origin.entity->info->at(origin.field).name, to_text(rule), to_text(theirs)));
  }

  void check_computed(EntityTreatment& entity, FieldPosition field, const Treatment& mine) {
    for (const model::ComputedInfo& computed : entity.info->computed) {
      if (computed.field != field || mine.rule) continue;
      for (const FieldPosition from : computed.from)
        if (treatment(entity, from).rule.value_or(FieldRule::Keep) != FieldRule::Keep)
          faults_.push_back(fmt::format("{0}.{1} is computed from {2}, which has a rule: give {0}.{1} one too",
                                        entity.info->name, entity.info->at(field).name, entity.info->at(from).name));
    }
  }

  // A rule for the field of one entity probably holds for that of another one too.
  void check_same_name(const EntityTreatment& entity, const modelling::Field& field) {
    for (EntityTreatment& other : entities_) {
      const FieldPosition theirs = other.info->field(field.name);
      if (&other == &entity || other.table != entity.table || theirs == model::kNone) continue;
      const FieldRule rule = treatment(other, theirs).rule.value_or(FieldRule::Keep);
      if (rule == FieldRule::Keep) continue;
      faults_.push_back(fmt::format("{0}.{1} has a rule, but {2}.{1} has none: give {2}.{1} one too, which may be keep",
                                    other.info->name, field.name, entity.info->name));
      return;
    }
  }

  void add_others(EntityTreatment& entity) {
    for (const FieldPosition field : entity.info->positions()) {
      const model::FieldInfo& info = entity.info->at(field);
      Treatment& mine = treatment(entity, field);
      if (info.attribute.empty()) continue;
      if (!mine.rule && mine.members.empty() && rules_.others == OtherFields::Refuse)
        faults_.push_back(fmt::format("{}.{} has no rule", entity.info->name, info.name));
      if (!mine.rule && rules_.others == OtherFields::Mask) mine.rule = FieldRule::Mask;
      if (!mine.rule && rules_.others == OtherFields::Drop) mine.rule = FieldRule::Drop;
      if (const std::string why = obstacle(entity, field, mine.rule.value_or(FieldRule::Keep)); !why.empty())
        faults_.push_back(fmt::format("{}.{}: {}", entity.info->name, info.name, why));
    }
  }

  // The reason why a field cannot follow the rule, or an empty text.
  static std::string obstacle(const EntityTreatment& entity, FieldPosition field, FieldRule rule) {
    const model::FieldInfo& info = entity.info->at(field);
    const bool is_identity = is_in(entity.info->primary, field);
    const bool is_unique = std::ranges::any_of(entity.info->unique, [&](const model::UniqueInfo& unique) {
      for (std::size_t i = 0; i < unique.size(); ++i)
        if (unique[i] == field) return true;
      return false;
    });
    if (rule == FieldRule::Mask && (is_identity || is_unique))
      return fmt::format("it is in {}, so its values must stay different: take pseudonym or keep",
                         is_identity ? "the primary key" : "a unique value");
    if (rule == FieldRule::Drop && is_identity) return "it is in the primary key: take pseudonym or keep";
    if (rule == FieldRule::Drop && !info.optional && !info.has_default)
      return "an item without it is not one of the model, because it is not optional: take mask";
    if (rule != FieldRule::Pseudonym) return {};
    if (info.kind == FieldKind::Bool || info.kind == FieldKind::Enum)
      return fmt::format("{} has too few values for a pseudonym: take mask, drop or keep", model::describe(info.kind));
    const std::size_t width = padded_width(*entity.info, field);
    if (width > 0 && width < kPseudonymDigits)
      return fmt::format("its keys have {} digits, and a pseudonym of a number has {}: take keep", width,
                         kPseudonymDigits);
    return {};
  }

  const modelling::Model& model_;
  const ForkRules& rules_;
  std::vector<EntityTreatment>& entities_;
  std::vector<std::string> unknown_;
  std::vector<std::string> faults_;
};

}  // namespace

Result<Treatments> Treatments::make(const modelling::Proof& proof, const ForkRules& rules) {
  Treatments out;
  PARTITA_TRY(Maker(proof, rules, out.entities_).make());
  return out;
}

const EntityTreatment* Treatments::of(const model::EntityInfo& entity) const {
  for (const EntityTreatment& one : entities_)
    if (one.info == &entity) return &one;
  return nullptr;
}

std::string Treatments::name_of(std::size_t number) const {
  for (const EntityTreatment& one : entities_)
    if (number - one.first_number < one.fields.size())
      return fmt::format("{}.{}", one.info->name, one.info->fields[number - one.first_number].name);
  return {};
}

std::size_t Treatments::field_count() const {
  return entities_.empty() ? 0 : entities_.back().first_number + entities_.back().fields.size();
}

std::vector<std::string> Treatments::beginnings() const {
  std::vector<std::string> out;
  const auto look = [&](const model::EntityKey& key) {
    for (const auto& attributes : {key.partition, key.sort})
      for (const model::KeyAttribute& attribute : attributes)
        for (const model::KeyPart& part : attribute.value.parts)
          if (!part.must_begin.empty() && !base::contains(out, part.must_begin)) out.emplace_back(part.must_begin);
  };
  for (const EntityTreatment& one : entities_) {
    look(one.info->primary);
    for (const model::EntityKey& key : one.info->indexes) look(key);
  }
  return out;
}

}  // namespace partita::movement
