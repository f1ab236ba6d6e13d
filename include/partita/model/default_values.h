// The values of members that have a default (pt::defaults): what S{} has, as attribute values.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/members.h>

namespace partita::model::detail {

// By attribute, of the fields that have a default. One that has no attribute value is left out.
PARTITA_API AttributeMap encode_defaults(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                                         std::span<const FieldInfo> fields);

// Those of the fields' attributes.
PARTITA_API AttributeMap values_of_fields(const AttributeMap& values, std::span<const FieldInfo> fields);

template <class Entity>
const AttributeMap& default_values() {
  using S = typename Entity::value_type;
  static const AttributeMap values = [] {
    const S initial{};
    return encode_defaults(members_of<S>::addresses(initial), member_codecs<S>, Entity::fields());
  }();
  return values;
}

// EntityInfo::defaults.
template <class Entity>
constexpr auto defaults_of() -> const AttributeMap& (*)() {
  for (const FieldInfo& field : Entity::fields())
    if (field.has_default) return &default_values<Entity>;
  return nullptr;
}

}  // namespace partita::model::detail
