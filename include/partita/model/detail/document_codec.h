// Codecs of std::optional, std::vector, arrays of numbers, maps, sets, std::variant and described structs.
//
// A struct or map is stored as M, and a vector as L. A set is SS, NS or BS by the type of its elements. A variant is an
// M with one attribute, whose name says which alternative the variant holds. An empty optional or set is an absent
// attribute. In a list, a map or a variant an element cannot be absent, so it is NULL there. NULL is read as empty
// everywhere.
#pragma once

#include <partita/model/detail/members.h>
#include <partita/model/value_codec.h>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace partita::model {

// The names of a variant's alternatives, by which they are stored. A program specialises this struct for each variant
// that is stored. Names that are given once must stay: with another name, or with the name of another alternative,
// stored items would be unreadable or read as something else.
//   template <> struct pt::variant_tags<std::variant<Card, Transfer>> {
//     static constexpr std::string_view list[] = {"card", "transfer"};
//   };
template <class Variant>
struct variant_tags;

namespace detail {

// Convert struct members to attributes and back. `addresses` has one member for each field. Both return false if a
// value is invalid; then `fault` has the reason.
PARTITA_API bool encode_fields(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                               std::span<const FieldInfo> fields, AttributeMap& to, Fault& fault);
PARTITA_API bool decode_fields(const StoredValue& from, std::span<const ErasedCodec> codecs,
                               std::span<const FieldInfo> fields, std::span<void* const> addresses, Fault& fault);

// Encodes an element of a list, map or variant as its codec does, except that an empty element is NULL.
template <class T>
bool encode_element(const T& from, AttributeValue& to, Fault& fault) {
  if (!value_codec<T>::encode(&from, to, fault)) return false;
  if (value_codec<T>::optional && to.is(AttributeType::None)) to = AttributeValue::null();
  return true;
}

// Add a step in front of the fault's path.
PARTITA_API void add_index(Fault& fault, std::size_t index);
PARTITA_API void add_name(Fault& fault, std::string_view name);

// Return true if `from` has the type. Otherwise they return false, and the fault says that the value must be
// `expected`.
PARTITA_API bool expect_type(const StoredValue& from, AttributeType type, std::string_view expected, Fault& fault);
// Does the same for the length of a list.
PARTITA_API bool expect_length(std::size_t there, std::size_t expected, Fault& fault);
PARTITA_API bool expect_set(const StoredValue& from, AttributeType set, Fault& fault);
PARTITA_API void make_set(AttributeType set, AttributeValue::Set elements, AttributeValue& to);
PARTITA_API void add_set(Fault& fault);
// Returns the position of the tag that `from` has, and sets `value` to the tag's value. Returns -1 if `from` has no
// such tag; then `fault` has the reason.
PARTITA_API int find_tag(const StoredValue& from, std::span<const std::string_view> tags, StoredValue& value,
                         Fault& fault);

// Returns SS, NS or BS by the kind of the elements, or None if a set cannot hold them.
constexpr AttributeType set_type(FieldKind kind) {
  switch (kind) {
    case FieldKind::String:
    case FieldKind::Enum:
    case FieldKind::Time:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      return AttributeType::SS;
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return AttributeType::NS;
    case FieldKind::Bytes:
      return AttributeType::BS;
    case FieldKind::Bool:
    case FieldKind::Document:
      break;
  }
  return AttributeType::None;
}

}  // namespace detail

template <class T>
struct value_codec<std::optional<T>> : detail::codec_traits<value_codec<T>::kind, true> {
  static_assert(!value_codec<T>::optional,
                "std::optional of an optional or a set: use the inner type, which can be empty");
  static constexpr std::span<const EnumeratorInfo> enumerators = value_codec<T>::enumerators;

  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    const auto& value = *static_cast<const std::optional<T>*>(from);
    return !value || value_codec<T>::encode(&*value, to, fault);
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    auto& value = *static_cast<std::optional<T>*>(to);
    value.reset();
    if (from.is(AttributeType::None) || from.is(AttributeType::Null)) return true;
    return value_codec<T>::decode(from, &value.emplace(), fault);
  }
};

template <class T, class Allocator>
struct value_codec<std::vector<T, Allocator>> : detail::codec_traits<FieldKind::Document> {
  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    const auto& elements = *static_cast<const std::vector<T, Allocator>*>(from);
    AttributeValue::List list(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const T& element = elements[i];
      if (!detail::encode_element<T>(element, list[i], fault)) return detail::add_index(fault, i), false;
    }
    to = AttributeValue::list(std::move(list));
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    auto& elements = *static_cast<std::vector<T, Allocator>*>(to);
    elements.clear();
    if (!detail::expect_type(from, AttributeType::L, "L", fault)) return false;
    StoredElements list(from);
    elements.reserve(list.left());
    while (list.next()) {
      T element{};
      if (!value_codec<T>::decode(list.value(), &element, fault))
        return detail::add_index(fault, elements.size()), false;
      elements.push_back(std::move(element));
    }
    return true;
  }
};

// An array of numbers is a list of as many numbers, such as a vector of a vector index.
template <std::floating_point T, std::size_t N>
struct value_codec<std::array<T, N>> : detail::codec_traits<FieldKind::Document> {
  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    const auto& elements = *static_cast<const std::array<T, N>*>(from);
    AttributeValue::List list(N);
    for (std::size_t i = 0; i < N; ++i)
      if (!value_codec<T>::encode(&elements[i], list[i], fault)) return detail::add_index(fault, i), false;
    to = AttributeValue::list(std::move(list));
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    auto& elements = *static_cast<std::array<T, N>*>(to);
    if (!detail::expect_type(from, AttributeType::L, "L", fault)) return false;
    StoredElements list(from);
    if (!detail::expect_length(list.left(), N, fault)) return false;
    for (std::size_t i = 0; list.next(); ++i)
      if (!value_codec<T>::decode(list.value(), &elements[i], fault)) return detail::add_index(fault, i), false;
    return true;
  }
};

namespace detail {

// The codec of maps whose keys are names.
template <class Map>
struct map_codec : codec_traits<FieldKind::Document> {
  using T = typename Map::mapped_type;

  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    AttributeMap map;
    for (const auto& [name, element] : *static_cast<const Map*>(from))
      if (!encode_element<T>(element, map[name], fault)) return add_name(fault, name), false;
    to = AttributeValue::map(std::move(map));
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    auto& elements = *static_cast<Map*>(to);
    elements.clear();
    if (!expect_type(from, AttributeType::M, "M", fault)) return false;
    for (StoredElements map(from); map.next();) {
      T element{};
      if (!value_codec<T>::decode(map.value(), &element, fault)) return add_name(fault, map.name()), false;
      elements.emplace(map.name(), std::move(element));
    }
    return true;
  }
};

}  // namespace detail

template <class T, class Compare, class Allocator>
struct value_codec<std::map<std::string, T, Compare, Allocator>>
    : detail::map_codec<std::map<std::string, T, Compare, Allocator>> {};
template <class T, class Hash, class Equal, class Allocator>
struct value_codec<std::unordered_map<std::string, T, Hash, Equal, Allocator>>
    : detail::map_codec<std::unordered_map<std::string, T, Hash, Equal, Allocator>> {};

template <class T, class Compare, class Allocator>
struct value_codec<std::set<T, Compare, Allocator>> : detail::codec_traits<FieldKind::Document, true> {
  static constexpr AttributeType type = detail::set_type(value_codec<T>::kind);
  static_assert(type != AttributeType::None && !value_codec<T>::optional,
                "the database has sets of strings, numbers and binaries: use std::vector for other elements");

  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    AttributeValue::Set elements;
    for (const T& element : *static_cast<const std::set<T, Compare, Allocator>*>(from)) {
      AttributeValue value;
      if (!value_codec<T>::encode(&element, value, fault)) return detail::add_set(fault), false;
      elements.push_back(std::move(value.text()));
    }
    detail::make_set(type, std::move(elements), to);
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    auto& elements = *static_cast<std::set<T, Compare, Allocator>*>(to);
    elements.clear();
    if (from.is(AttributeType::None) || from.is(AttributeType::Null)) return true;
    if (!detail::expect_set(from, type, fault)) return false;
    for (StoredElements set(from); set.next();) {
      T element{};
      if (!value_codec<T>::decode(set.value(), &element, fault)) return detail::add_set(fault), false;
      elements.insert(std::move(element));
    }
    return true;
  }
};

// The empty alternative of a variant. It is stored as NULL.
template <>
struct value_codec<std::monostate> : detail::codec_traits<FieldKind::Document, true> {
  static bool encode(const void*, AttributeValue&, Fault&) { return true; }
  static bool decode(const StoredValue& from, void*, Fault& fault) {
    return from.is(AttributeType::None) || detail::expect_type(from, AttributeType::Null, "NULL", fault);
  }
};

namespace detail {

// True if no text is empty, and no two are equal.
constexpr bool are_different_names(std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (names[i] == names[j]) return false;
  }
  return true;
}

template <class Variant>
constexpr std::span<const std::string_view> tags_of() {
  constexpr bool has_tags = requires { variant_tags<Variant>::list; };
  static_assert(
      has_tags,
      "partita: name the alternatives of the variant in pt::variant_tags<std::variant<...>>, because they are "
      "stored by name: by position, an item would be read as another alternative after one is added in between. "
      "Items of programs that stored positions have the names \"0\", \"1\" and so on");
  if constexpr (has_tags) {
    constexpr std::span<const std::string_view> names = variant_tags<Variant>::list;
    static_assert(names.size() == std::variant_size_v<Variant>,
                  "partita: pt::variant_tags needs one name for each alternative");
    static_assert(
        are_different_names(names),
        "partita: two alternatives have one name in pt::variant_tags, or one has an empty name, so that an item "
        "would be read as another alternative: give each a name of its own");
    return names;
  }
  return {};
}

template <class Variant, std::size_t I>
bool decode_alternative(const StoredValue& from, Variant& to, Fault& fault) {
  using T = std::variant_alternative_t<I, Variant>;
  T alternative{};
  if (!value_codec<T>::decode(from, &alternative, fault)) return false;
  to.template emplace<I>(std::move(alternative));
  return true;
}

template <class Variant, std::size_t... I>
bool decode_variant(std::size_t index, const StoredValue& from, Variant& to, Fault& fault, std::index_sequence<I...>) {
  using decoder = bool (*)(const StoredValue&, Variant&, Fault&);
  static constexpr decoder kDecoders[] = {&decode_alternative<Variant, I>...};
  return kDecoders[index](from, to, fault);
}

}  // namespace detail

template <class... T>
struct value_codec<std::variant<T...>> : detail::codec_traits<FieldKind::Document> {
  using variant = std::variant<T...>;

  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    const auto& value = *static_cast<const variant*>(from);
    return std::visit(
        [&]<class A>(const A& alternative) {
          const std::string_view tag = detail::tags_of<variant>()[value.index()];
          AttributeMap map;
          if (!detail::encode_element<A>(alternative, map[tag], fault)) return detail::add_name(fault, tag), false;
          to = AttributeValue::map(std::move(map));
          return true;
        },
        value);
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    StoredValue value;
    const int index = detail::find_tag(from, detail::tags_of<variant>(), value, fault);
    if (index < 0) return false;
    if (detail::decode_variant(std::size_t(index), value, *static_cast<variant*>(to), fault,
                               std::index_sequence_for<T...>()))
      return true;
    detail::add_name(fault, detail::tags_of<variant>()[std::size_t(index)]);
    return false;
  }
};

template <>
struct value_codec<other_attributes> : detail::codec_traits<FieldKind::Document, true> {
  // Members of this type are merged into the attributes of their struct. Outside of a struct the type is stored as a
  // map.
  PARTITA_API static bool encode(const void* from, AttributeValue& to, Fault& fault);
  PARTITA_API static bool decode(const StoredValue& from, void* to, Fault& fault);
};

template <described_struct S>
struct value_codec<S> : detail::codec_traits<FieldKind::Document> {
  static_assert(std::is_default_constructible_v<S>, "a struct that is read needs a default constructor");
  static_assert(
      detail::have_different_attributes(member_infos<S>),
      "partita: two members of a struct, or one of it and one of its base, are stored in one attribute, so that "
      "one of the values would be lost: give one of them another in pt::member_options");
  static_assert(
      !empty_is_default<S>,
      "partita: pt::member_options gives a default to a member that can be empty, which is an absent attribute if it "
      "is empty, and would be read back as the default: leave out has_default, or make the member required");

  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    AttributeMap map;
    if (!detail::encode_fields(detail::members_of<S>::addresses(*static_cast<const S*>(from)), member_codecs<S>,
                               member_infos<S>, map, fault))
      return false;
    to = AttributeValue::map(std::move(map));
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    return detail::decode_fields(from, member_codecs<S>, member_infos<S>,
                                 detail::members_of<S>::addresses(*static_cast<S*>(to)), fault);
  }
};

}  // namespace partita::model
