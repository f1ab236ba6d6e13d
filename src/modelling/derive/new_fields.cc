#include "modelling/derive/new_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/keys/identify.h"
#include "modelling/core/whole_items.h"

namespace partita::modelling::derive {
namespace {

bool stays_in_its_table(const EntityOrigin& origin) {
  return origin.from_table->declared->name == origin.to_table->declared->name;
}

// Whether a stored item may lack the field although an origin gives it a value.
bool is_new(const EntityOrigin& origin, const FieldOrigin& field) {
  if (field.expression) return true;
  return field.from != model::kNone && origin.from->at(field.from).attribute != origin.to->at(field.to).attribute;
}

bool has_attribute(const model::EntityInfo& entity, std::string_view attribute) {
  return base::contains(entity.fields, attribute, &model::FieldInfo::attribute);
}

std::vector<std::string> sources_of(const EntityOrigin& origin, const FieldOrigin& field) {
  if (!field.expression) return {std::string(origin.from->at(field.from).attribute)};
  std::vector<std::string> out;
  for (const std::string& name : field.expression->fields())
    if (const model::FieldPosition position = origin.from->field(name); position != model::kNone)
      out.emplace_back(origin.from->at(position).attribute);
  return out;
}

class Faults {
 public:
  explicit Faults(const std::vector<EntityOrigin>& all) : all_(all) {}

  void add_of(const EntityOrigin& origin) {
    const std::string& table = origin.to_table->declared->name;
    const bool is_one_to_one = !origin.when && std::ranges::count(all_, origin.from, &EntityOrigin::from) == 1 &&
                               std::ranges::count(all_, origin.to, &EntityOrigin::to) == 1;
    if (!is_one_to_one)
      faults_.push_back(
          fmt::format("{} is split, merged or chosen by a condition, so its items are made anew beside the old ones: "
                      "give the table {} another name in the new model",
                      origin.to->name, table));
    for (const FieldOrigin& field : origin.fields)
      if (is_new(origin, field)) add_of(origin, field);
  }
  const std::vector<std::string>& all() const { return faults_; }

 private:
  void add_of(const EntityOrigin& origin, const FieldOrigin& field) {
    const model::FieldInfo& to = origin.to->at(field.to);
    std::string why;
    if (has_attribute(*origin.from, to.attribute) || is_key_or_tag(*origin.from_table->info, to.attribute))
      why = fmt::format("the earlier model has other values in the attribute {}", to.attribute);
    else if (!to.stored)
      why = "only keys hold it";
    else
      return;
    faults_.push_back(
        fmt::format("{}.{} cannot be derived in the table {}, because {}: give the field another name, or the table "
                    "another name in the new model",
                    origin.to->name, to.name, origin.to_table->declared->name, why));
  }

  const std::vector<EntityOrigin>& all_;
  std::vector<std::string> faults_;
};

}  // namespace

Result<NewFields> NewFields::make(std::shared_ptr<const Derivations> derivations) {
  Faults faults(derivations->all());
  NewFields out(std::move(derivations));
  for (const EntityOrigin& origin : out.derivations_->all()) {
    if (!stays_in_its_table(origin)) continue;
    faults.add_of(origin);
    if (!added(origin).empty() || !left_over(origin).empty()) out.entities_.push_back(&origin);
  }
  if (faults.all().empty()) return out;
  return invalid(fmt::format("{}", fmt::join(faults.all(), "\n")));
}

std::vector<std::string> NewFields::added(const EntityOrigin& origin) {
  std::vector<std::string> out;
  for (const FieldOrigin& field : origin.fields)
    if (is_new(origin, field)) out.emplace_back(origin.to->at(field.to).attribute);
  return out;
}

std::vector<std::string> NewFields::left_over(const EntityOrigin& origin) {
  std::vector<std::string> out;
  for (const model::FieldPosition position : origin.from->positions()) {
    const model::FieldInfo& field = origin.from->at(position);
    if (field.stored && !field.attribute.empty() && !has_attribute(*origin.to, field.attribute) &&
        !is_key_or_tag(*origin.to_table->info, field.attribute))
      out.emplace_back(field.attribute);
  }
  return out;
}

Result<MissingFields> NewFields::missing_in(std::string_view table, const AttributeMap& item) const {
  MissingFields out;
  const auto is_of_table = [&](const EntityOrigin* one) { return one->from_table->declared->name == table; };
  const auto any = std::ranges::find_if(entities_, is_of_table);
  if (any == entities_.end()) return out;
  AttributeMap values = item;
  out.origin = origin_of(**any, values);
  if (!out.origin) return out;
  std::vector<std::string> needed;  // sources of fields whose values are not those that follow
  for (const FieldOrigin& field : out.origin->fields) {
    if (!is_new(*out.origin, field)) continue;
    const std::string attribute(out.origin->to->at(field.to).attribute);
    const std::vector<std::string> sources = sources_of(*out.origin, field);
    auto value = derive_field(*out.origin, field, values);
    if (const AttributeValue* there = item.find(attribute)) {
      out.grounds.push_back({attribute, *there, sources});
      if (value && *value && **value == *there) continue;
      needed.insert(needed.end(), sources.begin(), sources.end());
      // A source that only the earlier model has may be removed already.
      const bool has_all = std::ranges::all_of(sources, [&](const std::string& source) {
        return item.contains(source) || has_attribute(*out.origin->to, source);
      });
      const bool has_any =
          std::ranges::any_of(sources, [&](const std::string& source) { return item.contains(source); });
      if (value && *value && has_all)
        out.differing.push_back({attribute, **value, sources});
      else if (!value && has_any)
        out.unclear.push_back(attribute);
      continue;
    }
    if (!value) return unexpected(std::move(value.error()));
    if (*value)
      out.set.push_back({attribute, **value, sources});
    else
      needed.insert(needed.end(), sources.begin(), sources.end());
  }
  for (std::string& attribute : left_over(*out.origin))
    if (item.contains(attribute))
      (base::contains(needed, attribute) ? out.doubtful_left_over : out.left_over).push_back(std::move(attribute));
  return out;
}

const EntityOrigin* NewFields::origin_of(const EntityOrigin& any, AttributeMap& values) const {
  const auto find = [&](const model::EntityInfo* entity, auto member) -> const EntityOrigin* {
    const auto found = std::ranges::find(entities_, entity, member);
    return entity && found != entities_.end() ? *found : nullptr;
  };
  AttributeMap item = values;
  if (const auto* origin = find(model::identify(*any.from_table->info, values), &EntityOrigin::from)) return origin;
  // An entity with a new name already has its tag.
  return find(model::identify(*any.to_table->info, item), &EntityOrigin::to);
}

std::vector<std::string> faults_of_places(const Derivations& derivations, const Proof& was) {
  std::vector<std::string> faults;
  std::vector<const ProvenTable*> left;
  for (const EntityOrigin& origin : derivations.all()) {
    if (stays_in_its_table(origin)) continue;
    left.push_back(origin.from_table);
    if (was.table(origin.to_table->declared->name))
      faults.push_back(fmt::format("{} goes into the table {}, which the earlier model has too: give it another name",
                                   origin.to->name, origin.to_table->declared->name));
  }
  // A table that is left is left by all of its entities, so that its items are read and counted as a whole.
  for (const EntityOrigin& origin : derivations.all())
    if (stays_in_its_table(origin) && base::contains(left, origin.from_table))
      faults.push_back(fmt::format("{} stays in the table {}, which other entities leave: give its table another name",
                                   origin.to->name, origin.to_table->declared->name));
  return faults;
}

}  // namespace partita::modelling::derive
