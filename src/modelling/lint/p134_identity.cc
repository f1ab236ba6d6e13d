#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/lint/key_cures.h"
#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P134{
    .id = "P134",
    .severity = Severity::Warning,
    .title = "Items that may overwrite each other",
    .why =
        "What tells two items apart is not in the primary key: the field that identifies the entity is "
        "missing, or the key ends with a time, or with an amount such as a score, which two items can share.",
    .cost = "The second item replaces the first without a word.",
    .cure =
        "Put the identity at the end of the sort key, as in \"{createdAt}#{id}\", or say lossy_key: true if one "
        "item for each key is meant."};

namespace {

// The identity of another entity: its own field in that entity's primary key.
bool belongs_to_another(const Table& table, const Entity& entity, const Field& field) {
  if (!field.references.empty()) return true;
  for (const Entity& other : table.entities)
    if (other.name != entity.name && names_the_identity(field.name, other.name) && field.name != "id") return true;
  return false;
}

// True if the values of the field, which ends the key, are amounts and not positions in a series.
bool is_amount(const model::FieldInfo& field) {
  switch (field.kind) {
    case model::FieldKind::Double:
    case model::FieldKind::Decimal:
      return true;
    case model::FieldKind::Integer:
    case model::FieldKind::Unsigned:
    case model::FieldKind::String:
      return names_an_amount(field.name);
    default:
      return false;
  }
}

// A field that every item has and that says whose item it is, or nullptr if the key has all of them.
const Field* missing_identity(const Entity& entity, const std::vector<model::FieldPosition>& in_key) {
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    const Field& field = entity.fields[i];
    const bool is_in_key = base::contains(in_key, model::FieldPosition(i));
    if (!is_in_key && !field.optional && (names_an_identity(field.name) || !field.references.empty()) &&
        field.name != entity.version)
      return &field;
  }
  return nullptr;
}

}  // namespace

void check_P134(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables())
    for (const Entity& entity : table.declared->entities) {
      const model::EntityInfo* info = proof.entity(table.declared->name, entity.name);
      if (!info || entity.lossy_key) continue;
      std::vector<model::FieldPosition> in_key = fields_of(info->primary.partition);
      for (const model::FieldPosition field : fields_of(info->primary.sort)) in_key.push_back(field);
      const auto report = [&](std::string message, const Field* identity) {
        const std::string key = identity ? key_with_field(proof, *table.declared, entity, *identity) : std::string();
        findings.add(k_P134,
                     {.place = entity.primary.place.line > 0 ? entity.primary.place : entity.place,
                      .table = table.declared->name,
                      .entity = entity.name,
                      .message = std::move(message),
                      .cure = key.empty() ? std::string()
                                          : fmt::format("Write sort: \"{}\" in the key of {}, or say lossy_key: "
                                                        "true if one item for each key is meant",
                                                        key, entity.name)});
      };
      bool reported = false;
      for (std::size_t i = 0; i < entity.fields.size() && !reported; ++i) {
        const Field& field = entity.fields[i];
        const bool is_unique = std::any_of(entity.unique.begin(), entity.unique.end(), [&](const auto& together) {
          return together.size() == 1 && together[0] == field.name;
        });
        const bool is_in_key = base::contains(in_key, model::FieldPosition(i));
        if (is_in_key || is_unique || !names_the_identity(field.name, entity.name) ||
            belongs_to_another(*table.declared, entity, field))
          continue;
        report(fmt::format("{} of {} is not in its primary key {}, {}", field.name, entity.name,
                           templates_of(info->primary.partition), templates_of(info->primary.sort)),
               &field);
        reported = true;
      }
      if (reported || info->primary.sort.empty()) continue;
      const std::vector<model::FieldPosition> sorted = fields_of(info->primary.sort);
      const auto parts = info->primary.sort.back().value.parts;
      if (sorted.empty() || parts.empty() || !parts.back().is_field()) continue;
      const model::FieldInfo& last = info->at(sorted.back());
      const Field* missing = is_amount(last) ? missing_identity(entity, in_key) : nullptr;
      if (missing)
        report(
            fmt::format("the primary key of {0} ends with {1} and lacks {2}, so items of two {2} with one {1} have the "
                        "same key",
                        entity.name, last.name, missing->name),
            missing);
      else if (is_time(last) && last.kind != model::FieldKind::Date)
        report(fmt::format("the primary key of {} ends with the time {}, so two items of one moment have the same key",
                           entity.name, last.name),
               missing_identity(entity, in_key));
    }
}

}  // namespace partita::modelling::lint
