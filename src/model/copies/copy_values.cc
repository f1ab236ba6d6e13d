#include "model/copies/copy_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "model/codec/field_value.h"
#include "model/codec/guarded.h"
#include "model/conditions/default_values.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "model/plan/field_states.h"
#include "model/plan/judge.h"

namespace partita::model {

const FieldInfo& field_of(const EntityInfo& entity, FieldPosition field) { return entity.at(field); }

bool have_same_items(const CopyInfo& a, const CopyInfo& b) {
  return is_holder(a, *b.holder_table, *b.holder) && is_source(a, *b.source_table, *b.source) &&
         std::equal(a.references.begin(), a.references.end(), b.references.begin(), b.references.end(),
                    [](const CopyReference& x, const CopyReference& y) {
                      return x.holder == y.holder && x.source == y.source;
                    });
}

std::optional<AttributeValue> value_of(const EntityInfo& entity, FieldPosition field, const AttributeMap& item) {
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

namespace {

bool reads(const CopyInfo& copy, const AttributeValue& value, Fault& fault) {
  try {
    return copy.read(value, fault);
  } catch (...) {
    fault = {.text = text_of_exception("cannot be decoded", "its codec")};
    return false;
  }
}

}  // namespace

std::optional<Error> fault_of_source(const CopyInfo& copy, const AttributeMap& source) {
  const FieldInfo& field = source_field(copy);
  const AttributeValue* value = source.find(field.attribute);
  std::string fault;
  if (!value || means_absent(*value) || counts_as_absent(field, *value)) {
    const bool may_be_absent = copy_field(copy).optional || copy_field(copy).has_default;
    if (may_be_absent || value_of(*copy.source, copy.source_field, source)) return std::nullopt;
    fault = missing_field_text(field);
  } else if (field.kind == FieldKind::Enum && value->is(AttributeType::S)) {
    return std::nullopt;  // The enumerator may be one that only newer programs know.
  } else if (!fits_field(field, *value)) {
    fault = fault_of_field(field, *value);
  } else if (copy.read) {
    Fault of_member;
    if (reads(copy, *value, of_member)) return std::nullopt;
    fault = fmt::format("attribute `{}`{} {}", field.attribute, of_member.path, of_member.text);
  } else {
    return std::nullopt;
  }
  return invalid(fmt::format("The field {} of {} cannot be copied from the {} {}: {}: correct that item first",
                             copy_field(copy).name, copy.holder->name, copy.source->name,
                             spell(primary_key_of(*copy.source_table, source)), fault))
      .error();
}

bool is_true_copy(const CopyInfo& copy, const AttributeMap& holder, const AttributeMap& source) {
  const auto here = value_of(*copy.holder, copy.field, holder);
  const auto there = value_of(*copy.source, copy.source_field, source);
  return here && there ? same_value(*here, *there) : here.has_value() == there.has_value();
}

}  // namespace partita::model
