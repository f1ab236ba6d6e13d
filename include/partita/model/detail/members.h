// The members of a described struct, as data and as types.
#pragma once

#include <partita/model/detail/entity_checks.h>
#include <partita/model/detail/fixed_string.h>
#include <partita/model/detail/whole_description.h>
#include <partita/model/detail/wide_descriptions.h>
#include <partita/model/member_options.h>
#include <partita/model/runtime/description.h>
#include <partita/model/value_codec.h>

#include <array>
#include <boost/describe/bases.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace partita::model {

template <class S>
concept described_struct = std::is_class_v<S> && boost::describe::has_describe_members<S>::value;

namespace detail {

template <class... T>
struct types {};

template <class... C, class... M>
types<M...> types_of_members(M C::*...);

// Makes the FieldInfos of the members of `Types`, for a whole struct in one step.
template <class... M>
constexpr auto field_infos(types<M...>, const std::array<std::string_view, sizeof...(M)>& names) {
  std::size_t i = 0;
  const auto info = [&](std::string_view attribute, FieldKind kind, bool optional,
                        std::span<const EnumeratorInfo> enumerators) {
    return FieldInfo{names[i++], attribute, kind, optional, true, enumerators, false};
  };
  return std::array<FieldInfo, sizeof...(M)>{info(std::is_same_v<M, other_attributes> ? std::string_view() : names[i],
                                                  value_codec<M>::kind, value_codec<M>::optional,
                                                  value_codec<M>::enumerators)...};
}

template <std::size_t N>
constexpr std::array<FieldInfo, N> with_options(std::array<FieldInfo, N> infos,
                                                std::span<const member_option> options) {
  for (const member_option& option : options)
    for (FieldInfo& info : infos)
      if (info.name == option.member) {
        if (!option.attribute.empty()) info.attribute = option.attribute;
        info.has_default = option.has_default;
      }
  return infos;
}

constexpr bool has_members(std::span<const std::string_view> names, std::span<const member_option> options) {
  for (const member_option& option : options) {
    bool found = false;
    for (const std::string_view name : names) found = found || name == option.member;
    if (!found) return false;
  }
  return true;
}

constexpr bool have_common_name(std::span<const std::string_view> some, std::span<const std::string_view> others) {
  for (const std::string_view one : some)
    for (const std::string_view other : others)
      if (one == other) return true;
  return false;
}

// False if two options are of one member, because the last one would replace the others without a word.
constexpr bool are_of_different_members(std::span<const member_option> options) {
  for (std::size_t i = 0; i < options.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (options[i].member == options[j].member) return false;
  return true;
}

// False if two members have one attribute, so that one of the values would be lost.
constexpr bool have_different_attributes(std::span<const FieldInfo> fields) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (fields[i].attribute.size() == fields[j].attribute.size() && fields[i].attribute == fields[j].attribute)
        return false;
  return true;
}

template <class... M>
constexpr auto erased_codecs(types<M...>) {
  return std::array<ErasedCodec, sizeof...(M)>{erased_codec<M>...};
}

// The member pointers of S as a list, with the data that follow from them.
template <class S, class List>
struct members;

template <class S, template <class...> class List, class... D>
struct members<S, List<D...>> {
  static constexpr std::size_t count = sizeof...(D);
  using list = List<D...>;
  using member_types = decltype(types_of_members(D::pointer...));
  static constexpr std::array<std::string_view, count> names = {D::name...};
  static_assert(has_members(names, member_options<S>::list), "pt::member_options names a member that the struct lacks");
  static_assert(
      !have_common_name(names, not_stored<S>::list),
      "partita: pt::not_stored names a member that the struct's description names too: leave it out of one of "
      "the two");
  static_assert(are_of_different_members(member_options<S>::list),
                "partita: pt::member_options names a member twice: give each member one line");
  static_assert(
      describes_all<S>(),
      "partita: this struct has a member or a base that its description does not name, so that it would never be "
      "stored: "
      "name it in BOOST_DESCRIBE_STRUCT(S, (bases...), (members...)), or, if that is meant, in pt::not_stored<S>");

  static std::array<const void*, count> addresses(const S& s) { return {&(s.*D::pointer)...}; }
  static std::array<void*, count> addresses(S& s) { return {&(s.*D::pointer)...}; }
};

template <class List>
inline constexpr bool are_described = true;
template <template <class...> class List, class... B>
inline constexpr bool are_described<List<B...>> =
    (boost::describe::has_describe_members<typename B::type>::value && ...);

// The members of bases come first. To look for inherited members costs compile time, so it is done only if S has bases.
template <class S>
constexpr unsigned modifiers_of() {
  using Bases = boost::describe::describe_bases<S, boost::describe::mod_public>;
  static_assert(
      are_described<Bases>,
      "partita: a base that the struct's description names is not described itself: describe it too, with "
      "BOOST_DESCRIBE_STRUCT(Base, (), (members...)) beside it, or leave it out of the description and name it "
      "in pt::not_stored<S>");
  constexpr bool kInherits = !boost::mp11::mp_empty<Bases>::value && are_described<Bases>;
  return boost::describe::mod_public | (kInherits ? unsigned(boost::describe::mod_inherited) : 0u);
}

template <class S, bool Described = described_struct<S>>
struct members_if_described {
  using type = members<S, boost::describe::describe_members<S, modifiers_of<S>()>>;
};
template <class S>
struct members_if_described<S, false> {
  using type = members<S, types<>>;
  static_assert(described_struct<S>,
                "describe the struct: BOOST_DESCRIBE_STRUCT(T, (), (members...)), beside the struct");
};

template <class S>
using members_of = typename members_if_described<S>::type;

}  // namespace detail

// One FieldInfo for each public member, in the order of the description. The attributes have the names of the members
// unless member_options says otherwise. A member of type other_attributes has an empty attribute name.
template <class S>
inline constexpr auto member_infos = detail::with_options(
    detail::field_infos(typename detail::members_of<S>::member_types{}, detail::members_of<S>::names),
    member_options<S>::list);

template <class S>
inline constexpr auto member_codecs = detail::erased_codecs(typename detail::members_of<S>::member_types{});

// Returns the position of the member called `name`, or kNone.
template <class S>
constexpr FieldPosition member_index(std::string_view name) {
  const auto& names = detail::members_of<S>::names;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return FieldPosition(i);
  return kNone;
}

template <described_struct S, std::size_t I>
using member_type = boost::mp11::mp_at_c<typename detail::members_of<S>::member_types, I>;

// Returns the member called `Name` of `s`. It is const if `s` is. The compiler refuses a name that S lacks.
template <fixed_string Name, class S>
constexpr auto& member(S& s) {
  constexpr FieldPosition kIndex = member_index<std::remove_const_t<S>>(Name.view());
  static_assert(kIndex != kNone, "the struct has no such member, or its description leaves it out");
  using list = typename detail::members_of<std::remove_const_t<S>>::list;
  return s.*boost::mp11::mp_at_c<list, kIndex.or_first().number()>::pointer;
}

// True if a member has a default although its empty value is stored as an absent attribute. Such a member would be read
// back as its default.
template <class S>
inline constexpr bool empty_is_default = !detail::empty_with_default(member_infos<S>).empty();

// True if a member carries the attributes that S does not name.
template <class S>
inline constexpr bool carries_other_attributes = [] {
  for (const FieldInfo& field : member_infos<S>)
    if (field.attribute.empty()) return true;
  return false;
}();

}  // namespace partita::model
