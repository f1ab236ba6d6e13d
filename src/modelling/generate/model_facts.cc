#include "modelling/generate/model_facts.h"

#include <string>

#include "base/contains.h"

namespace partita::modelling {

bool is_set(const Field& field) {
  return field.kind == model::FieldKind::Document && field.document >= DocumentType::StringSet;
}

bool may_be_absent(const Field& field) { return field.optional && !is_set(field); }

bool is_kept(const Entity& entity, std::string_view field) {
  return field == entity.version || field == entity.created_at || field == entity.updated_at ||
         base::contains(entity.computed, field, &Computed::field);
}

bool has_at_most_one(const ProvenPattern& pattern, std::size_t position) {
  const model::EntityInfo& entity = *pattern.info.entities[position];
  const model::EntityKey* key = pattern.info.plan.index == model::kNone ? &entity.primary : nullptr;
  for (const model::EntityKey& one : entity.indexes)
    if (one.index == pattern.info.plan.index) key = &one;
  const bool from_end = pattern.declared->from_end;
  if (!key || (from_end && position > 0)) return false;
  // Only the primary key belongs to one item.
  if (key != &entity.primary) return from_end && position == 0;
  for (const model::KeyAttribute& attribute : key->sort)
    for (const model::KeyPart& part : attribute.value.parts)
      if (part.is_field() && !base::contains(pattern.declared->by, std::string(entity.at(part.field).name)))
        return false;
  return true;
}

}  // namespace partita::modelling
