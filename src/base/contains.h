// Whether a list has an element: for lists that are short or not sorted.
#pragma once

namespace partita::base {

// Whether an element of `list` is equal to `wanted`.
template <typename List, typename Wanted>
constexpr bool contains(const List& list, const Wanted& wanted) {
  for (const auto& element : list)
    if (element == wanted) return true;
  return false;
}

// Whether a member of an element of `list` is equal to `wanted`, as in contains(fields, name, &Field::name).
template <typename List, typename Wanted, typename Element, typename Member>
constexpr bool contains(const List& list, const Wanted& wanted, Member Element::*member) {
  for (const auto& element : list)
    if (element.*member == wanted) return true;
  return false;
}

}  // namespace partita::base
