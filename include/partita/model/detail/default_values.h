// The values of members that have a default (pt::defaults). They are the values of S{}, encoded as attribute values.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/detail/members.h>

namespace partita::model::detail {

// Returns the defaults by attribute name. A field whose default has no attribute value is left out.
PARTITA_API AttributeMap encode_defaults(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                                         std::span<const FieldInfo> fields);

// Returns the values of those attributes that store one of the fields.
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

template <class Entity>
constexpr bool has_default_values() {
  for (const FieldInfo& field : Entity::fields())
    if (field.has_default) return true;
  return false;
}

// The value of EntityInfo::defaults. has_default_values() tells whether an entity has defaults, because under
// UndefinedBehaviorSanitizer GCC does not accept the comparison of a function's address with nullptr as a constant.
template <class Entity>
constexpr auto defaults_of() -> const AttributeMap& (*)() {
  if constexpr (has_default_values<Entity>()) return &default_values<Entity>;
  return nullptr;
}

}  // namespace partita::model::detail
