#include "modelling/core/constant_in_key.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/keys/compose.h"
#include "model/keys/key_text.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

using model::KeyAttribute;

AttributeValue constant_value(const model::FieldInfo& field, const std::string& text) {
  switch (field.kind) {
    case model::FieldKind::Bool:
      return AttributeValue(text == "true");
    case model::FieldKind::Integer:
    case model::FieldKind::Unsigned:
      return AttributeValue::number(text);
    default:
      return AttributeValue(text);
  }
}

std::string why_not_in(const KeyAttribute& key, model::KeyRole role, const model::EntityInfo& entity,
                       model::FieldPosition field, const AttributeValue& value) {
  const model::FieldInfo& info = entity.at(field);
  if (key.natural) {
    const auto composed = model::compose(key, role, entity.fields, AttributeMap{{std::string(info.attribute), value}});
    return composed ? std::string() : composed.error().message;
  }
  const std::size_t limit = role == model::KeyRole::Partition ? limits::kPartitionKeyBytes : limits::kSortKeyBytes;
  for (const model::KeyPart& part : key.value.parts) {
    if (part.field != field || part.format == model::KeyFormat::Shard) continue;
    const auto text = model::key_text(part, info, value);
    if (!text) return text.error().message;
    if (text->size() > limit)
      return fmt::format("the text has {} bytes, and the limit of the key {} is {}", text->size(), key.attribute,
                         limit);
  }
  return {};
}

}  // namespace

std::string why_not_in_key(const model::EntityInfo& entity, model::IndexPosition index, const When& constant) {
  const model::FieldPosition field = entity.field(constant.field);
  if (field == model::kNone) return {};
  const AttributeValue value = constant_value(entity.at(field), constant.equals);
  const auto why_not = [&](const model::EntityKey& key) -> std::string {
    for (const auto& [attributes, role] :
         {std::pair{key.partition, model::KeyRole::Partition}, std::pair{key.sort, model::KeyRole::Sort}})
      for (const KeyAttribute& attribute : attributes) {
        const auto& parts = attribute.value.parts;
        if (std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return part.field == field; })) continue;
        if (std::string text = why_not_in(attribute, role, entity, field, value); !text.empty()) return text;
      }
    return {};
  };
  if (index == model::kNone) return why_not(entity.primary);
  for (const model::EntityKey& key : entity.indexes)
    if (key.index == index) return why_not(key);
  return {};
}

}  // namespace partita::modelling
