// The rules are taken in this order: those that name an entity, those that name a field of all entities, those that
// follow from a reference or a copy, and that of the other fields. Then each field is asked whether it can follow its
// rule.
#include "movement/forks/treatments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

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
void set_at(Treatment& treatment, std::span<const std::string> path, FieldRule rule) {
  if (path.empty()) {
    if (!treatment.rule) treatment.rule = rule;
    return;
  }
  set_at(treatment.members[path.front()], path.subspan(1), rule);
}

std::vector<std::string> split_at_dots(std::string_view path) {
  std::vector<std::string> out;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    out.emplace_back(path.substr(0, dot));
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
    if (dot != std::string_view::npos && path.empty()) out.emplace_back();
  }
  return out;
}

// The texts between the fields of a key's template.
std::vector<std::string> literals_of(const model::EntityInfo& entity) {
  std::vector<std::string> out;
  for (const model::KeyPart& part : entity.primary.partition.front().value.parts)
    out.emplace_back(part.is_field() ? "" : part.literal);
  return out;
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
    for (const bool is_option : {true, false})
      for (const bool names_entity : {true, false})
        for (const RuleLine& line : rules_.lines)
          if (line.is_option == is_option) take(line, names_entity);
    for (const std::string& target : unknown_) faults_.push_back(unknown_text(target));
    choose_whole();
    for (EntityTreatment& entity : entities_) add_references(entity);
    for (EntityTreatment& entity : entities_) add_links(entity);
    while (follow()) continue;
    for (EntityTreatment& entity : entities_) check_names(entity);
    for (EntityTreatment& entity : entities_) add_others(entity);
    for (const Link& link : links_) check_link(link);
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
        const auto dotted = rest_behind(*rest, entity.info->at(field).name);
        if (!dotted) continue;
        is_known = true;
        std::vector<std::string> path = split_at_dots(*dotted);
        path.insert(path.end(), line.members.begin(), line.members.end());
        if (!path.empty() && entity.info->at(field).kind != FieldKind::Document) {
          faults_.push_back(fmt::format("{}: {} of {} is not a document, so it has no member {}", line.target,
                                        entity.info->at(field).name, entity.info->name, fmt::join(path, ".")));
          continue;
        }
        if (base::contains(path, "")) {
          faults_.push_back(fmt::format("{}: the name of a member is missing", line.target));
          continue;
        }
        set_at(treatment(entity, field), path, line.rule);
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
          if (other.table == entity.table && literals_of(*other.info) == literals_of(*entity.info))
            other.is_whole = true;
      }
      if (!is_known)
        faults_.push_back(fmt::format("whole: the model has no entity {}{}", name,
                                      modelling::did_you_mean(name, model_.entity_names())));
    }
  }

  // ---- fields that belong together

  // The entity, of the same table if several have one of this name.
  EntityTreatment* find(std::string_view name, const modelling::ProvenTable* near) {
    EntityTreatment* out = nullptr;
    for (EntityTreatment& entity : entities_)
      if (entity.info->name == name && (!out || entity.table == near)) out = &entity;
    return out;
  }

  static Treatment& treatment(EntityTreatment& entity, FieldPosition field) { return entity.fields[field.number()]; }

  // The field of the other entity's key whose value a referring field has, or kNone.
  static FieldPosition field_of_key(const EntityTreatment& to, const modelling::Field& referring) {
    const std::vector<std::string> key = modelling::fields_of_key(to.declared->primary);
    if (key.size() == 1) return to.info->field(key.front());
    return base::contains(key, referring.name) ? to.info->field(referring.name) : model::kNone;
  }

  void add_reference(EntityTreatment& entity, EntityTreatment& to,
                     const std::vector<std::pair<FieldPosition, FieldPosition>>& known) {
    Reference reference{to.table, to.info};
    modelling::EntityKey partition;
    partition.partition = to.declared->primary.partition;
    for (const std::string& name : modelling::fields_of_key(partition)) {
      const FieldPosition theirs = to.info->field(name);
      const auto at = std::ranges::find(known, theirs, &std::pair<FieldPosition, FieldPosition>::first);
      const FieldPosition ours = at == known.end() ? entity.info->field(name) : at->second;
      if (theirs == model::kNone || ours == model::kNone) {
        // A whole entity is there in any case.
        if (rules_.share < 1 && !to.is_whole)
          faults_.push_back(fmt::format(
              "{} refers to {}, whose partition key also has {}: a sample cannot follow that, unless `whole` "
              "names {}",
              entity.info->name, to.info->name, name, to.info->name));
        return;
      }
      reference.values.emplace_back(theirs, ours);
    }
    if (!reference.values.empty()) entity.references.push_back(std::move(reference));
  }

  void add_references(EntityTreatment& entity) {
    for (const modelling::Field& field : entity.declared->fields) {
      const FieldPosition here = entity.info->field(field.name);
      EntityTreatment* to = field.references.empty() ? nullptr : find(field.references, entity.table);
      if (to && here != model::kNone) add_reference(entity, *to, {{field_of_key(*to, field), here}});
    }
  }

  // A field that has the value of another one.
  struct Link {
    EntityTreatment* entity;
    FieldPosition field;
    EntityTreatment* of;
    FieldPosition of_field;
  };

  void add_links(EntityTreatment& entity) {
    for (const modelling::Field& field : entity.declared->fields) {
      const FieldPosition here = entity.info->field(field.name);
      if (here == model::kNone) continue;
      if (EntityTreatment* to = field.references.empty() ? nullptr : find(field.references, entity.table))
        add_link_of_reference(entity, here, *to, field);
      if (const auto source = field.copy_of.empty() ? std::nullopt : modelling::source_of_copy(model_, field))
        if (EntityTreatment* of = find(source->entity->name, entity.table))
          add_links_of_copy(entity, field, *of, *source);
    }
  }

  void add_link_of_reference(EntityTreatment& entity, FieldPosition here, EntityTreatment& to,
                             const modelling::Field& field) {
    const FieldPosition of = field_of_key(to, field);
    if (of != model::kNone) return links_.push_back({&entity, here, &to, of});
    unsure_.push_back({&entity, here, &to, model::kNone});
  }

  // The fields by which the source of a copy is found have the values of its key.
  void add_links_of_copy(EntityTreatment& entity, const modelling::Field& copy, EntityTreatment& of,
                         const modelling::CopySource& source) {
    links_.push_back({&entity, entity.info->field(copy.name), &of, of.info->field(source.field->name)});
    const std::vector<std::string> key = modelling::fields_of_key(source.entity->primary);
    const std::vector<std::string> ours = modelling::references_of_copy(*entity.declared, copy, source);
    std::vector<std::pair<FieldPosition, FieldPosition>> known;
    for (std::size_t i = 0; i < key.size() && i < ours.size(); ++i) {
      const FieldPosition theirs = of.info->field(key[i]), here = entity.info->field(ours[i]);
      if (theirs == model::kNone || here == model::kNone) continue;
      known.emplace_back(theirs, here);
      links_.push_back({&entity, here, &of, theirs});
    }
    add_reference(entity, of, known);
  }

  // Gives fields without a rule that of the field whose value they have. Returns whether it found one.
  bool follow() {
    bool has_changed = false;
    for (const Link& link : links_) {
      if (link.of_field == model::kNone) continue;
      Treatment &mine = treatment(*link.entity, link.field), &theirs = treatment(*link.of, link.of_field);
      if (mine.rule || !mine.members.empty() || (!theirs.rule && theirs.members.empty())) continue;
      mine = theirs;
      has_changed = true;
    }
    return has_changed;
  }

  // ---- whether a field can follow its rule

  void check_link(const Link& link) {
    if (link.of_field == model::kNone) return;
    const Treatment &mine = treatment(*link.entity, link.field), &their = treatment(*link.of, link.of_field);
    const FieldRule rule = mine.rule.value_or(FieldRule::Keep), theirs = their.rule.value_or(FieldRule::Keep);
    if (mine.is_like(their) || rule == FieldRule::Drop) return;
    if (rule == theirs) {
      faults_.push_back(fmt::format("{}.{} has the value of {}.{}, so their members need the same rules",
                                    link.entity->info->name, link.entity->info->at(link.field).name,
                                    link.of->info->name, link.of->info->at(link.of_field).name));
      return;
    }
    faults_.push_back(fmt::format("{}.{} has the value of {}.{}, so both need the same rule, and not {} and {}",
                                  link.entity->info->name, link.entity->info->at(link.field).name, link.of->info->name,
                                  link.of->info->at(link.of_field).name, to_text(rule), to_text(theirs)));
  }

  void check_names(EntityTreatment& entity) {
    for (const FieldPosition field : entity.info->positions()) {
      if (treatment(entity, field).rule) continue;
      check_computed(entity, field);
      check_same_name(entity, field);
    }
    for (const Link& link : unsure_) {
      if (link.entity != &entity) continue;
      const auto& rule = treatment(entity, link.field).rule;
      if (rule == FieldRule::Mask)
        faults_.push_back(
            fmt::format("{}.{} refers to {}, so its values must stay different: take pseudonym, keep or drop",
                        entity.info->name, entity.info->at(link.field).name, link.of->info->name));
      if (rule) continue;
      for (const FieldPosition theirs : link.of->info->positions())
        if (is_in(link.of->info->primary, theirs) &&
            treatment(*link.of, theirs).rule.value_or(FieldRule::Keep) != FieldRule::Keep)
          faults_.push_back(fmt::format(
              "{}.{} refers to {}, whose field {} has a rule: give it one too, which may be keep", entity.info->name,
              entity.info->at(link.field).name, link.of->info->name, link.of->info->at(theirs).name));
    }
  }

  void check_computed(EntityTreatment& entity, FieldPosition field) {
    for (const model::ComputedInfo& computed : entity.info->computed) {
      if (computed.field != field) continue;
      for (const FieldPosition from : computed.from)
        if (treatment(entity, from).rule.value_or(FieldRule::Keep) != FieldRule::Keep)
          faults_.push_back(fmt::format("{0}.{1} is computed from {2}, which has a rule: give {0}.{1} one too",
                                        entity.info->name, entity.info->at(field).name, entity.info->at(from).name));
    }
  }

  // A rule for the field of one entity probably holds for that of another one of the table too, and for the parts of
  // keys in all tables.
  void check_same_name(const EntityTreatment& entity, FieldPosition field) {
    const std::string_view name = entity.info->at(field).name;
    for (EntityTreatment& other : entities_) {
      const FieldPosition theirs = other.info->field(name);
      if (&other == &entity || theirs == model::kNone) continue;
      const bool is_of_key = is_in(entity.info->primary, field) || is_in(other.info->primary, theirs);
      if (other.table != entity.table && !is_of_key) continue;
      const FieldRule rule = treatment(other, theirs).rule.value_or(FieldRule::Keep);
      if (rule == FieldRule::Keep) continue;
      faults_.push_back(fmt::format("{0}.{1} has a rule, and {2}.{1} has not: give {2}.{1} one too, which may be keep",
                                    other.info->name, name, entity.info->name));
      return;
    }
  }

  void add_others(EntityTreatment& entity) {
    for (const FieldPosition field : entity.info->positions()) {
      const model::FieldInfo& info = entity.info->at(field);
      Treatment& mine = treatment(entity, field);
      if (info.attribute.empty()) continue;
      if (is_shard(entity, info)) {
        if (mine.rule.value_or(FieldRule::Keep) != FieldRule::Keep)
          faults_.push_back(fmt::format("{}.{}: the fork gives it the shard of its key, so it takes no rule",
                                        entity.info->name, info.name));
        continue;
      }
      if (!mine.rule && rules_.others == OtherFields::Refuse)
        faults_.push_back(fmt::format("{}.{} has no rule", entity.info->name, info.name));
      if (!mine.rule && rules_.others == OtherFields::Mask) mine.rule = FieldRule::Mask;
      if (!mine.rule && rules_.others == OtherFields::Drop) mine.rule = FieldRule::Drop;
      if (const std::string why = obstacle(entity, field, mine.rule.value_or(FieldRule::Keep)); !why.empty())
        faults_.push_back(fmt::format("{}.{}: {}", entity.info->name, info.name, why));
    }
  }

  static bool is_shard(const EntityTreatment& entity, const model::FieldInfo& field) {
    return std::ranges::any_of(entity.table->info->indexes, [&](const model::IndexInfo& index) {
      return index.shards.count > 0 && index.shards.attribute == field.attribute;
    });
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
  std::vector<Link> links_;
  std::vector<Link> unsure_;  // references to an unknown part of a key
  std::vector<std::string> unknown_;
  std::vector<std::string> faults_;
};

}  // namespace

bool Treatment::is_like(const Treatment& other) const {
  return rule.value_or(FieldRule::Keep) == other.rule.value_or(FieldRule::Keep) &&
         std::ranges::equal(members, other.members, [](const auto& a, const auto& b) {
           return a.first == b.first && a.second.is_like(b.second);
         });
}

FieldRule Treatment::of_value(FieldRule around) const {
  const FieldRule mine = rule.value_or(around);
  if (mine != FieldRule::Keep) return mine;
  FieldRule strictest = FieldRule::Keep;
  for (const auto& [name, member] : members) {
    const FieldRule one = member.of_value(mine);
    if (one == FieldRule::Mask || one == FieldRule::Drop) return FieldRule::Mask;
    if (one == FieldRule::Pseudonym) strictest = one;
  }
  return strictest;
}

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

std::string Treatments::name_of(const EntityTreatment& entity) const {
  const auto count = std::ranges::count_if(
      entities_, [&](const EntityTreatment& other) { return other.info->name == entity.info->name; });
  return count > 1 ? fmt::format("{}/{}", entity.table->declared->name, entity.info->name)
                   : std::string(entity.info->name);
}

std::string Treatments::name_of(std::size_t number) const {
  for (const EntityTreatment& one : entities_)
    if (number - one.first_number < one.fields.size())
      return fmt::format("{}.{}", name_of(one), one.info->fields[number - one.first_number].name);
  return {};
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
