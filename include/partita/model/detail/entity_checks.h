// The mistakes of an entity's options by themselves, as constant functions over its fields.
#pragma once

#include <partita/model/detail/parse_template.h>

namespace partita::model::detail {

constexpr Mistake check_member_name(std::span<const FieldInfo> fields, std::string_view name, std::string_view entity,
                                    Text* where) {
  if (find_field(fields, name) != kNone) return Mistake::None;
  if (where) *where << "entity " << entity << " has no member " << name;
  return Mistake::NoSuchField;
}

// Returns the name of a field that has a default and whose empty value is stored as an absent attribute, or an empty
// text.
constexpr std::string_view empty_with_default(std::span<const FieldInfo> fields) {
  for (const FieldInfo& field : fields)
    if (field.optional && field.has_default) return field.name;
  return {};
}

constexpr Mistake check_defaults(std::span<const FieldInfo> fields, std::string_view entity, Text* where) {
  const std::string_view name = empty_with_default(fields);
  if (name.empty()) return Mistake::None;
  if (where) *where << "member " << name << " of entity " << entity;
  return Mistake::DefaultOfOptional;
}

// Two enumerators with one text would be read as one of them. Enumerators in C++ are checked where they are listed
// (enumerators.h), because there two names may mean one value.
constexpr Mistake check_enumerators(std::span<const FieldInfo> fields, std::string_view entity, Text* where) {
  for (const FieldInfo& field : fields)
    for (std::size_t i = 0; i < field.enumerators.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const EnumeratorInfo &one = field.enumerators[i], &other = field.enumerators[j];
        if (one.attribute != other.attribute && one.key != other.key) continue;
        if (where)
          *where << "the enumerators " << other.name << " and " << one.name << " of the field " << field.name
                 << " of entity " << entity;
        return Mistake::EnumTextTwice;
      }
  return Mistake::None;
}

// A member of pt::unique. A name that is not a member's is refused elsewhere, here and below.
constexpr Mistake check_unique_member(std::span<const FieldInfo> fields, std::string_view name, std::string_view entity,
                                      Text* where) {
  const FieldPosition field = find_field(fields, name);
  if (field == kNone) return Mistake::None;
  if (where) *where << "member " << name << " of entity " << entity;
  const FieldInfo& info = fields[field.number()];
  if (info.kind == FieldKind::Document) return Mistake::DocumentInKey;
  if (info.kind == FieldKind::Double || info.kind == FieldKind::Decimal) return Mistake::FloatUnique;
  return info.has_default ? Mistake::DefaultOfUnique : Mistake::None;
}

// The member of pt::version or pt::ttl.
constexpr Mistake check_whole_number(std::span<const FieldInfo> fields, std::string_view name, std::string_view entity,
                                     Text* where) {
  const FieldPosition field = find_field(fields, name);
  if (field == kNone || is_number(fields[field.number()].kind)) return Mistake::None;
  if (where) *where << "the member " << name << " of entity " << entity;
  return Mistake::NoWholeNumber;
}

}  // namespace partita::model::detail
