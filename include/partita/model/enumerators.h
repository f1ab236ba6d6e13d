// The texts of a described enum's enumerators.
#pragma once

#include <partita/model/detail/wide_descriptions.h>
#include <partita/model/runtime/description.h>

#include <algorithm>
#include <array>
#include <boost/describe/enumerators.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

namespace partita::model {

// One line of enum_texts: the texts of an enumerator as an attribute and in a key, if they differ from its name.
struct enumerator_text {
  template <class E>
    requires std::is_enum_v<E>
  constexpr enumerator_text(E enumerator, std::string_view attribute_text, std::string_view key_text = {})
      : value(static_cast<std::int64_t>(enumerator)),
        attribute(attribute_text),
        key(key_text.empty() ? attribute_text : key_text) {}

  std::int64_t value;
  std::string_view attribute;
  std::string_view key;
};

// A program specialises this struct for enums whose texts differ from the names of the enumerators:
//   template <> struct pt::enum_texts<Status> {
//     static constexpr pt::enumerator_text list[] = {{Status::OnHold, "on-hold", "ON_HOLD"}};
//   };
template <class E>
struct enum_texts {
  static constexpr std::array<enumerator_text, 0> list = {};
};

// A program specialises this struct to name the enumerator for unknown texts, such as one that a newer program has
// written. That enumerator itself is never written, so that a program cannot lose the text by reading an item and
// putting it back. The specialisation must come before the entities that have the enum. The same holds for enum_texts.
//   template <> struct pt::unknown_enumerator<Status> {
//     static constexpr Status value = Status::UNKNOWN;
//   };
template <class E>
struct unknown_enumerator {};

template <class E>
concept described_enum = std::is_enum_v<E> && boost::describe::has_describe_enumerators<E>::value;

namespace detail {

template <class E, class List = boost::describe::describe_enumerators<E>>
struct enumerators;

template <class E, template <class...> class List, class... D>
struct enumerators<E, List<D...>> {
  static constexpr std::array<std::int64_t, sizeof...(D)> values = {static_cast<std::int64_t>(D::value)...};
  static constexpr std::array<EnumeratorInfo, sizeof...(D)> infos = [] {
    std::array<EnumeratorInfo, sizeof...(D)> result = {EnumeratorInfo{D::name, D::name, D::name}...};
    for (const enumerator_text& text : enum_texts<E>::list)
      for (std::size_t i = 0; i < result.size(); ++i)
        if (values[i] == text.value) {
          result[i].attribute = text.attribute;
          result[i].key = text.key;
        }
    if constexpr (requires { unknown_enumerator<E>::value; })
      for (std::size_t i = 0; i < result.size(); ++i)
        result[i].is_fallback = values[i] == static_cast<std::int64_t>(unknown_enumerator<E>::value);
    return result;
  }();
  static constexpr bool texts_differ = [] {
    // Sorted, because to compare each text with each other one takes more steps than clang allows for a large enum.
    for (const auto text : {&EnumeratorInfo::attribute, &EnumeratorInfo::key}) {
      std::array<std::pair<std::string_view, std::int64_t>, sizeof...(D)> all{};
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = {infos[i].*text, values[i]};
      std::sort(all.begin(), all.end());
      for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].first == all[i - 1].first && all[i].second != all[i - 1].second) return false;
    }
    return true;
  }();
  static constexpr bool texts_are_described = [] {
    for (std::size_t i = 0; i < std::size(enum_texts<E>::list); ++i) {
      bool described = false;
      for (const std::int64_t value : values) described = described || value == enum_texts<E>::list[i].value;
      for (std::size_t j = 0; j < i; ++j)
        described = described && enum_texts<E>::list[i].value != enum_texts<E>::list[j].value;
      if (!described) return false;
    }
    return true;
  }();
  static constexpr bool unknown_is_described = [] {
    if constexpr (requires { unknown_enumerator<E>::value; }) {
      for (const EnumeratorInfo& info : infos)
        if (info.is_fallback) return true;
      return false;
    }
    return true;
  }();
  static_assert(texts_differ, "two enumerators have the same text: give them different ones in pt::enum_texts");
  static_assert(
      texts_are_described,
      "partita: pt::enum_texts names one enumerator twice, or one that BOOST_DESCRIBE_ENUM does not name: give "
      "each described enumerator one line");
  static_assert(unknown_is_described,
                "partita: pt::unknown_enumerator is not an enumerator that BOOST_DESCRIBE_ENUM names: describe it too");
};

}  // namespace detail

// The data of all enumerators, in the order of the description.
template <described_enum E>
inline constexpr const auto& enumerator_infos = detail::enumerators<E>::infos;

}  // namespace partita::model
