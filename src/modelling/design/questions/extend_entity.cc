#include "modelling/design/questions/extend_entity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/design/questions/fields.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling::design {
namespace {

bool same_enumerators(const Field& a, const Field& b) {
  return std::equal(a.enumerators.begin(), a.enumerators.end(), b.enumerators.begin(), b.enumerators.end(),
                    [](const Enumerator& x, const Enumerator& y) {
                      return x.name == y.name && x.attribute == y.attribute && x.key == y.key;
                    });
}

bool same_values(const std::optional<Distribution>& a, const std::optional<Distribution>& b) {
  return a.has_value() == b.has_value() &&
         (!a || (a->kind == b->kind && a->exponent == b->exponent && a->weights == b->weights));
}

// The first difference between the description of a field and the existing field; empty: they are the same. A member
// that the description leaves out is as it was.
std::string difference(const Node& node, const Field& field, const Field& existing) {
  if (field.kind != existing.kind || field.document != existing.document) return "its kind";
  if (field.optional != existing.optional)
    return existing.optional ? "its '?', because items may lack it" : "whether items may lack it";
  if (!same_enumerators(field, existing)) return "its values";
  const auto differs = [&](const char* member, bool same) { return node.is_map() && present(node, member) && !same; };
  if (differs("attribute", field.attribute == existing.attribute)) return "its attribute";
  if (differs("stored", field.stored == existing.stored)) return "whether it is stored";
  if (differs("has_default", field.has_default == existing.has_default)) return "its default";
  if (differs("description", field.description == existing.description)) return "its description";
  if (differs("references", field.references == existing.references)) return "what it references";
  if (differs("size_bytes", field.size_bytes == existing.size_bytes)) return "its size";
  if (differs("distinct", field.distinct == existing.distinct)) return "the number of its values";
  if (differs("present", field.present == existing.present)) return "its share of items";
  if (differs("values", same_values(field.values, existing.values))) return "the distribution of its values";
  return {};
}

// The place of the field's description, and the description.
std::pair<Place, const Node*> description_of(const Node& fields, const Field& field) {
  for (const Member& member : fields.members)
    if (member.name == field.name) return {member.place, &member.value};
  for (const Node& item : fields.items)
    if (const Node* name = item.find("name"); name && name->text == field.name) return {item.place, &item};
  return {fields.place, &fields};
}

Result<void> add_fields(const Node& fields_node, const std::vector<Field>& fields, Entity& entity) {
  for (const Field& field : fields) {
    const auto [place, node] = description_of(fields_node, field);
    if (const Field* existing = entity.field(field.name)) {
      const std::string what = difference(*node, field, *existing);
      if (what.empty()) continue;
      return fault(place, fmt::format("the field {} of {} exists, and {} differs: stored items stay as they are, so "
                                      "leave the field out, or describe it as the existing model does",
                                      field.name, entity.name, what));
    }
    if (!field.optional)
      return fault(place, fmt::format("{} has items without the new field {}: make it optional, as in {}: string?",
                                      entity.name, field.name, field.name));
    if (!field.stored)
      return fault(place, fmt::format("no key of {} can hold the new field {}, because keys stay as they are: leave "
                                      "stored out",
                                      entity.name, field.name));
    for (const Field& other : entity.fields)
      if (other.attribute == field.attribute)
        return fault(place, fmt::format("the new field {} would be stored in {}, which the field {} of {} is stored "
                                        "in: give it another attribute",
                                        field.name, field.attribute, other.name, entity.name));
    entity.fields.push_back(field);
  }
  return {};
}

}  // namespace

Result<void> extend_entity(const Node& node, Subject& subject) {
  Entity& entity = subject.entity;
  const std::string what = fmt::format("the existing entity {}", entity.name);
  if (const Node* key = present(node, "key") ? present(node, "key") : present(node, "keys"))
    return fault(key->place, what + " keeps its keys: leave them out");
  PARTITA_TRY(check_members(node, what,
                            {"name", "description", "aliases", "fields", "identity", "version", "ttl", "unique",
                             "created_at", "updated_at", "computed", "lossy_key", "count", "size_bytes", "table"}));
  Node described = node;
  if (!present(node, "fields")) {
    std::erase_if(described.members, [](const Member& member) { return member.name == "fields"; });
    described.members.push_back({"fields", documents::empty_map(node.place), node.place});
  }
  Entity said;
  PARTITA_TRY(own::read_entity_facts(described, said));
  const auto check = [&](const char* member, bool same) -> Result<void> {
    const Node* given = present(node, member);
    if (!given || same) return {};
    return fault(given->place, fmt::format("{} of {} differs from that of the existing model, which stays as it is: "
                                           "leave {} out",
                                           member, what, member));
  };
  PARTITA_TRY_VALUE(identity, own::names_or_none(node, "identity"));
  if (present(node, "identity") && !(is_subset(identity, subject.identity) && is_subset(subject.identity, identity)))
    return fault(present(node, "identity")->place,
                 fmt::format("the identity of {} is {}, because these are in its key: leave identity out", what,
                             fmt::join(subject.identity, ", ")));
  PARTITA_TRY(check("description", said.description == entity.description));
  PARTITA_TRY(check("aliases", said.aliases == entity.aliases));
  PARTITA_TRY(check("version", said.version == entity.version));
  PARTITA_TRY(check("ttl", said.ttl == entity.ttl));
  PARTITA_TRY(check("unique", said.unique == entity.unique));
  PARTITA_TRY(check("created_at", said.created_at == entity.created_at));
  PARTITA_TRY(check("updated_at", said.updated_at == entity.updated_at));
  PARTITA_TRY(check("computed", std::equal(said.computed.begin(), said.computed.end(), entity.computed.begin(),
                                           entity.computed.end(), [](const Computed& a, const Computed& b) {
                                             return a.field == b.field && a.from == b.from;
                                           })));
  PARTITA_TRY(check("lossy_key", said.lossy_key == entity.lossy_key));
  PARTITA_TRY(check("count", said.count == entity.count));
  PARTITA_TRY(check("size_bytes", said.size_bytes == entity.size_bytes));
  return add_fields(*described.find("fields"), said.fields, entity);
}

}  // namespace partita::modelling::design
