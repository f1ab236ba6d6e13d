// Encodes a value that a call gives to a member, in the form in which the entity stores the member. The compiler
// refuses a name that is not a member and a value that the member could not hold.
#pragma once

#include <partita/model/detail/member_path.h>
#include <partita/model/detail/mistakes.h>
#include <partita/model/detail/type_name.h>
#include <partita/model/types.h>

namespace partita::model::detail {

// The type of the elements of a list or set. For other types it is the type itself.
template <class T>
struct element {
  using type = T;
};
template <class T>
  requires(!std::same_as<T, std::string> && requires { typename T::value_type; })
struct element<T> {
  using type = typename T::value_type;
};

// Refuses a name that leads to no member of the entity's struct.
template <class Entity, fixed_string Field>
inline constexpr bool leads_somewhere = accept([](Text* where) {
  using S = typename Entity::value_type;
  if (!std::is_void_v<type_at_t<S, Field>>) return Mistake::None;
  if constexpr (walk<S, Field, 0>::enters_array()) {
    if (where) *where << "entity " << Entity::tag() << ": " << Field.view();
    return Mistake::ElementOfArray;
  }
  if (where) *where << "entity " << Entity::tag() << " has no member " << Field.view();
  return Mistake::NoSuchField;
});

// True if a literal can make a value of the type from a text.
template <class T>
inline constexpr bool is_of_text = [] {
  using Value = typename required<T>::type;
  return std::same_as<Value, utc_ms> || std::same_as<Value, date> || std::same_as<Value, decimal> ||
         std::same_as<Value, uuid> || std::same_as<Value, ulid>;
}();

template <class Entity, fixed_string Field, class Member, class V>
inline constexpr bool fits = accept([](Text* where) {
  if constexpr (!encodable_as<V, Member>) {
    if (where) {
      *where << "the value for " << Field.view() << " of entity " << Entity::tag() << " has the type ";
      write_type<V>(*where);
      *where << ", the member has ";
      write_type<Member>(*where);
    }
    if (std::same_as<V, std::nullptr_t>) return Mistake::NullPointer;
    return is_of_text<Member> && std::convertible_to<V, std::string_view> ? Mistake::TextGiven : Mistake::WrongType;
  }
  return Mistake::None;
});

// True if the path ends in an element of a list or an entry of a map. An empty value is NULL there, and not absent.
template <class Entity, fixed_string Field>
inline constexpr bool ends_in_element = [] {
  constexpr std::size_t last = Field.view().find_last_of(".[{");
  if constexpr (last == std::string_view::npos)
    return false;
  else if constexpr (Field.view()[last] != '.')
    return true;
  else
    return !described_struct<typename required<
        type_at_t<typename Entity::value_type, fixed_string<last + 1>(Field.view().substr(0, last))>>::type>;
}();

// Returns the value in the form in which the member at the end of `Field` stores it.
template <class Entity, fixed_string Field, bool OfElement = false, class V>
Result<AttributeValue> encode_for(const V& value) {
  static_assert(leads_somewhere<Entity, Field>);
  using At = type_at_t<typename Entity::value_type, Field>;
  using Member =
      typename std::conditional_t<OfElement, element<typename required<At>::type>, std::type_identity<At>>::type;
  constexpr bool of_element = OfElement || ends_in_element<Entity, Field>;
  if constexpr (is_optional<Member> && std::same_as<V, std::nullopt_t>) {
    return of_element ? AttributeValue::null() : AttributeValue();
  } else if constexpr (fits<Entity, Field, Member, V>) {
    auto encoded = encode_as<Member>(value);
    if constexpr (of_element && value_codec<Member>::optional)
      if (encoded && encoded->is(AttributeType::None)) return AttributeValue::null();
    return encoded;
  }
}

}  // namespace partita::model::detail
