#include <fmt/format.h>
#include <partita/model/detail/check_write.h>

#include <algorithm>
#include <span>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

extern const Rule k_P124;
const Rule k_P124{
    "P124",
    Severity::Error,
    "An index entry whose key is not known",
    "The update changes a key of a sparse index, and does not know an optional field that decides whether "
    "the index has the item; or it may make the entry appear, and does not know its whole key.",
    "The library refuses the update when it is called.",
    "Give the other fields of the key (given: [...]), or read the item first (read_first: true)."};

namespace {

using model::EntityInfo;
using model::EntityKey;
using model::KeyAttribute;

std::vector<int> all_fields_of(const EntityKey& key) {
  std::vector<int> fields = fields_of(key.partition);
  for (const int field : fields_of(key.sort)) fields.push_back(field);
  return fields;
}

bool changes_any(const EntityInfo& entity, const model::WriteKnowledge& knowledge, std::span<const int> fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](int field) { return model::detail::changes(entity, knowledge, field); });
}

// True if the update changes a composed attribute of the key.
bool changes_own(const EntityInfo& entity, const EntityKey& key, const model::WriteKnowledge& knowledge) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      if (!attribute.natural && model::detail::changes_any(entity, knowledge, attribute)) return true;
  return false;
}

// A field that decides the entry and is not known, or model::kNone. An attribute is written only if the index has the
// item, so each optional field must be known. If the update changes one of those, the entry may appear, and then all
// composed attributes are written. A `when` that changes is a matter of P120.
int unknown_field(const EntityInfo& entity, const EntityKey& key, const model::WriteKnowledge& knowledge) {
  const auto is_optional = [&](int field) { return entity.fields[static_cast<std::size_t>(field)].optional; };
  std::vector<int> optional = all_fields_of(key);
  std::erase_if(optional, [&](int field) { return !is_optional(field); });
  const bool may_appear = changes_any(entity, knowledge, optional);
  if (optional.empty() || !(may_appear || changes_own(entity, key, knowledge))) return model::kNone;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts) {
        if (!part.is_field() || model::detail::is_known(entity, knowledge, part.field)) continue;
        if (is_optional(part.field) || (may_appear && !attribute.natural)) return part.field;
      }
  return model::kNone;
}

}  // namespace

void check_P124(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns)
    for (const Action& action : pattern.actions) {
      if (action.kind != Action::Kind::Update || action.read_first) continue;
      const std::string& named = action.table.empty() ? pattern.table : action.table;
      const Table* table = proof.model().table_of(action.entity, named);
      const EntityInfo* entity = table ? proof.entity(table->name, action.entity) : nullptr;
      if (!entity) continue;
      const std::vector<std::string_view> set(action.set.begin(), action.set.end());
      const std::vector<std::string_view> given(action.given.begin(), action.given.end());
      const model::WriteKnowledge knowledge{.changed = set, .set = set, .made = set, .given = given};
      for (const EntityKey& key : entity->indexes) {
        const int field = unknown_field(*entity, key, knowledge);
        if (field == model::kNone) continue;
        const std::string name(entity->fields[static_cast<std::size_t>(field)].name);
        const ProvenTable& proven = *proof.table(table->name);
        findings.add(k_P124,
                     {.place = pattern.place,
                      .table = table->name,
                      .index = place_name(*proven.info, key.index),
                      .entity = action.entity,
                      .pattern = pattern.name,
                      .message = fmt::format("\"{}\" changes the entry of {} in the index {}, whose key needs "
                                             "{}, which the update does not know",
                                             pattern.name, action.entity, place_name(*proven.info, key.index), name),
                      .cure = fmt::format("Say given: [{}], or read_first: true", name)});
        break;
      }
    }
}

}  // namespace partita::modelling::lint
