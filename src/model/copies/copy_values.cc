#include "model/copies/copy_values.h"

#include <algorithm>

#include "model/conditions/default_values.h"
#include "model/core/same_value.h"
#include "model/writes/plan/field_states.h"

namespace partita::model {

const FieldInfo& field_of(const EntityInfo& entity, int field) {
  return entity.fields[static_cast<std::size_t>(field)];
}

bool have_same_items(const CopyInfo& a, const CopyInfo& b) {
  return is_holder(a, *b.holder_table, *b.holder) && is_source(a, *b.source_table, *b.source) &&
         std::equal(a.references.begin(), a.references.end(), b.references.begin(), b.references.end(),
                    [](const CopyReference& x, const CopyReference& y) {
                      return x.holder == y.holder && x.source == y.source;
                    });
}

std::optional<AttributeValue> value_of(const EntityInfo& entity, int field, const AttributeMap& item) {
  const FieldInfo& info = field_of(entity, field);
  const AttributeValue* value = item.find(info.attribute);
  if (value && !means_absent(*value) && !counts_as_absent(info, *value)) return *value;
  const AttributeValue* initial = default_of(entity, info.attribute);
  return initial ? std::optional(*initial) : std::nullopt;
}

std::optional<AttributeMap> source_of(const CopyInfo& copy, const AttributeMap& holder) {
  AttributeMap out;
  for (const CopyReference& reference : copy.references) {
    auto value = value_of(*copy.holder, reference.holder, holder);
    if (!value) return std::nullopt;
    out.set(field_of(*copy.source, reference.source).attribute, *std::move(value));
  }
  return out;
}

AttributeMap references_to(const CopyInfo& copy, const AttributeMap& source) {
  AttributeMap out;
  for (const CopyReference& reference : copy.references)
    if (const AttributeValue* value = source.find(field_of(*copy.source, reference.source).attribute))
      out.set(field_of(*copy.holder, reference.holder).attribute, *value);
  return out;
}

bool is_true_copy(const CopyInfo& copy, const AttributeMap& holder, const AttributeMap& source) {
  const auto here = value_of(*copy.holder, copy.field, holder);
  const auto there = value_of(*copy.source, copy.source_field, source);
  return here && there ? same_value(*here, *there) : here.has_value() == there.has_value();
}

}  // namespace partita::model
