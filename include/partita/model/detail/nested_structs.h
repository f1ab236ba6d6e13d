// Finds the structs inside of a type, at compile time.
#pragma once

#include <partita/model/detail/members.h>
#include <partita/model/detail/mistakes.h>

#include <boost/mp11/algorithm.hpp>
#include <type_traits>
#include <variant>

namespace partita::model::detail {

template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

// True if `test.template operator()<S>()` is true for a struct S, which is T itself or is inside of T: as a member, as
// an element of a list, set or map, or as an alternative of a variant. The outer structs are tested first, and the
// search ends at the first success. `Above` has the types around T, because a struct may contain its own type.
template <class T, class... Above, class Test>
constexpr bool any_struct(const Test& test) {
  using boost::mp11::mp_for_each, boost::mp11::mp_transform;
  bool any = false;
  [[maybe_unused]] const auto look_into = [&]<class Inner>(std::type_identity<Inner>) {
    if (!any) any = any_struct<Inner, T, Above...>(test);
  };
  if constexpr ((std::is_same_v<T, Above> || ...)) {
    return false;
  } else if constexpr (described_struct<T>) {
    if (test.template operator()<T>()) return true;
    mp_for_each<mp_transform<std::type_identity, typename members_of<T>::member_types>>(look_into);
  } else if constexpr (is_variant<T>) {
    mp_for_each<mp_transform<std::type_identity, T>>(look_into);
  } else if constexpr (requires { typename T::mapped_type; }) {
    look_into(std::type_identity<typename T::mapped_type>());
  } else if constexpr (requires { typename T::value_type; }) {
    look_into(std::type_identity<typename T::value_type>());
  }
  return any;
}

// True if a member of the struct S has a default by itself. If `where` is given, appends the member's name to it.
template <class S>
constexpr bool has_defaults(Text* where = nullptr) {
  for (const FieldInfo& field : member_infos<S>)
    if (field.has_default) {
      if (where) *where << field.name;
      return true;
    }
  return false;
}

}  // namespace partita::model::detail
