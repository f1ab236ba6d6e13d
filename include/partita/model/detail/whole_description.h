// Finds members and bases that the description of a struct leaves out. They would never be stored.
//
// C++20 does not list the members of a struct. But an aggregate tells how many elements it has, because it can be
// initialised with as many values and with no more. The elements are its bases and its own members. Of other classes
// only the size is known, which shows a member for which the described ones leave no room.
#pragma once

#include <algorithm>
#include <array>
#include <boost/describe/bases.hpp>
#include <boost/describe/members.hpp>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

namespace partita::model {

// A program specialises this struct for the members and bases of a struct that are deliberately not stored, such as a
// cache. They are not in the struct's description:
//   template <> struct pt::not_stored<Page> {
//     static constexpr std::string_view list[] = {"cachedHtml"};
//   };
template <class S>
struct not_stored {
  static constexpr std::array<std::string_view, 0> list = {};
};

namespace detail {

// A value of any type, for expressions that are not evaluated.
struct any_element {
  template <class T>
  operator T() const noexcept;
};

template <class S, std::size_t... I>
constexpr bool takes_elements(std::index_sequence<I...>) {
  return requires { S{(static_cast<void>(I), any_element())...}; };
}

// The number of values by which a member is initialised. An array of C takes one for each of its elements.
template <class T>
inline constexpr std::size_t element_count = std::is_array_v<T> ? sizeof(T) / sizeof(std::remove_all_extents_t<T>) : 1;

template <class C, class M>
M type_of_member(M C::*);

constexpr std::size_t rounded_up(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

// A sum of many numbers. Compilers limit the operands of a fold expression, and so the members of a struct.
constexpr std::size_t sum_of(std::initializer_list<std::size_t> all) {
  std::size_t sum = 0;
  for (const std::size_t one : all) sum += one;
  return sum;
}

template <class S>
constexpr bool describes_all();

template <class S, class Bases, class Members>
struct description_of;

// The description's own members, without those of bases.
template <class S, template <class...> class BaseList, class... B, template <class...> class MemberList, class... D>
struct description_of<S, BaseList<B...>, MemberList<D...>> {
  static constexpr std::size_t elements =
      sizeof...(B) + std::size(not_stored<S>::list) + sum_of({element_count<decltype(type_of_member(D::pointer))>...});
  // The most bytes that the described bases and members need, in any order and with all padding between them.
  static constexpr std::size_t most_bytes =
      sum_of({rounded_up(sizeof(decltype(type_of_member(D::pointer))), alignof(S))...}) +
      sum_of({rounded_up(sizeof(typename B::type), alignof(S))...});
  static constexpr bool bases_are_whole = (describes_all<typename B::type>() && ...);
  static constexpr bool is_plain = !std::is_polymorphic_v<S> && std::is_standard_layout_v<S>;
};

// True unless it is known that S, or a base of it, has a member or base that neither its description nor pt::not_stored
// names. The description of a class with its own constructors is compared by size only, and not at all if S has virtual
// functions, or members in bases, or if pt::not_stored names something.
template <class S>
constexpr bool describes_all() {
  namespace describe = boost::describe;
  if constexpr (describe::has_describe_members<S>::value) {
    using description = description_of<S, describe::describe_bases<S, describe::mod_any_access>,
                                       describe::describe_members<S, describe::mod_any_access>>;
    if constexpr (!description::bases_are_whole)
      return false;
    else if constexpr (std::is_aggregate_v<S>)
      return !takes_elements<S>(std::make_index_sequence<description::elements + 1>());
    else if constexpr (description::is_plain && std::size(not_stored<S>::list) == 0)
      return sizeof(S) <= std::max<std::size_t>(description::most_bytes, 1);
  }
  return true;  // A base that is not described is refused where the members are listed.
}

}  // namespace detail
}  // namespace partita::model
