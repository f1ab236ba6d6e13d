// Converts values and structs to attribute values and maps, and back. The rest of the model layer calls these
// functions.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/item.h>
#include <partita/model/detail/document_codec.h>
#include <partita/model/detail/members.h>
#include <partita/model/value_codec.h>

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace partita::model {

namespace detail {
PARTITA_API Error fault_of_value(const Fault& fault);
PARTITA_API Result<AttributeValue> encode_value(const void* value, const ErasedCodec& codec);
PARTITA_API Result<void> decode_value(const AttributeValue& from, const ErasedCodec& codec, void* to);
PARTITA_API Result<void> encode_struct(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                                       std::span<const FieldInfo> fields, AttributeMap& to);

template <class T>
inline constexpr bool is_list = false;
template <class T, class Allocator>
inline constexpr bool is_list<std::vector<T, Allocator>> = true;
template <class T>
inline constexpr bool is_set = false;
template <class T, class Compare, class Allocator>
inline constexpr bool is_set<std::set<T, Compare, Allocator>> = true;
template <class T>
concept map_of_names = requires { typename T::mapped_type; } && std::same_as<typename T::key_type, std::string>;

// True if `T(v)` means the same as v. It excludes narrowing, enumerators made from numbers, and texts made from
// characters or from nullptr.
template <class V, class T>
concept same_value_as =
    std::same_as<V, T> || (whole_number<T> && whole_number<V>) ||
    (std::floating_point<T> && (std::floating_point<V> || whole_number<V>)) ||
    (std::same_as<T, std::string> && !std::same_as<V, std::nullptr_t> && std::convertible_to<V, std::string_view>) ||
    (std::is_class_v<T> && !std::same_as<V, bool> && !std::same_as<V, std::nullptr_t> && !std::floating_point<V> &&
     std::convertible_to<V, T>);

// True if a T holds the whole number exactly.
template <std::floating_point T, whole_number V>
constexpr bool holds_exactly(V value) {
  if constexpr (std::numeric_limits<V>::digits <= std::numeric_limits<T>::digits) return true;
  const T nearest = static_cast<T>(value);
  // The greatest V may round up to a T that is greater than every V.
  return nearest < static_cast<T>(std::numeric_limits<V>::max()) && static_cast<V>(nearest) == value;
}
}  // namespace detail

// Returns the attribute value of `value`. It has no type if `value` is empty.
// Errors: ValidationException if a double is outside of the database's numbers, a time is outside of the years 0000 to
// 9999, an enum holds no enumerator, or a codec of the program refuses the value or throws.
template <class T>
Result<AttributeValue> encode(const T& value) {
  return detail::encode_value(&value, erased_codec<T>);
}

// Returns the T that encodes as `value`, or an empty T if `value` has no type.
// Errors: ValidationException, for example "the value must be S, but is N" or "the value's `[2].zip` is missing".
template <class T>
Result<T> decode(const AttributeValue& value) {
  T decoded{};
  if (Result<void> done = detail::decode_value(value, erased_codec<T>, &decoded); !done)
    return unexpected(std::move(done.error()));
  return decoded;
}

// The types of values that encode_as<Member> takes.
template <class V, class Member>
concept encodable_as = std::same_as<V, Member> || detail::same_value_as<V, typename detail::required<Member>::type>;

// Encodes `value` as a member of type `Member` would be: an int for an int64_t, a text for a std::string, a T for an
// optional<T>.
// Errors: as for encode(), and ValidationException if the member cannot hold the number, or not exactly.
template <class Member, class V>
  requires encodable_as<std::decay_t<V>, Member>
Result<AttributeValue> encode_as(const V& value) {
  using T = typename detail::required<Member>::type;
  using Given = std::decay_t<V>;
  if constexpr (std::same_as<Given, Member> || std::same_as<Given, T>) {
    return encode(value);
  } else {
    if constexpr (detail::whole_number<T>) {
      if (!std::in_range<T>(value))
        return invalid("the value " + std::to_string(value) + " is outside of the range of the member");
    }
    if constexpr (std::floating_point<T> && detail::whole_number<Given>) {
      if (!detail::holds_exactly<T>(value))
        return invalid("the value " + std::to_string(value) + " would be rounded: the member cannot hold it exactly");
    }
    return encode(static_cast<T>(value));
  }
}

// ---- structs

// Adds all members of `from` to `to` under the attribute names of their fields, whether `stored` or not. An empty
// member adds no attribute.
// Requires: `fields` are member_infos<S>, possibly with other attribute names.
// Errors: as for encode(), with a text that begins "attribute `x` ...".
template <class S>
Result<void> encode_members(const S& from, std::span<const FieldInfo> fields, AttributeMap& to) {
  return detail::encode_struct(detail::members_of<S>::addresses(from), member_codecs<S>, fields, to);
}
template <class S>
Result<AttributeMap> encode_members(const S& from) {
  AttributeMap to;
  if (Result<void> done = encode_members(from, member_infos<S>, to); !done) return unexpected(std::move(done.error()));
  return to;
}

// Facts about the item that decode_members reads.
struct ItemContext {
  std::string_view entity = {};                // for messages: "ORDER {PK: CUST#1, SK: ORDER#7}: attribute ..."
  std::span<const std::string_view> key = {};  // the attributes of the primary key, for messages
  // Attributes that belong neither to a member nor to other_attributes: the key attributes of the table and its
  // indexes, and the type tag.
  std::span<const std::string_view> leave_out = {};
};

namespace detail {
PARTITA_API Result<void> decode_struct(const Item& item, const AttributeMap& more, std::span<const ErasedCodec> codecs,
                                       std::span<const FieldInfo> fields, const ItemContext& context,
                                       std::span<void* const> addresses);
}

// Fills the members of `to`, which must be S{}, with the values of the item's attributes, and of the attributes in
// `more` that the item lacks. The item is read in place. If a field is absent or NULL, an optional member is left
// empty, a member whose field has_default keeps the value of S{}, and any other member is an error. Attributes that no
// field names go into the member of type other_attributes, or are left out if S has no such member.
// Requires: as for encode_members.
// Errors: ValidationException that names the item, by `context`, and the attribute. Then `to` is partly filled.
template <class S>
Result<void> decode_members_into(S& to, const Item& item, const AttributeMap& more, std::span<const FieldInfo> fields,
                                 const ItemContext& context = {}) {
  return detail::decode_struct(item, more, member_codecs<S>, fields, context, detail::members_of<S>::addresses(to));
}

// Does the same for attributes without an item, and returns a new S.
template <class S>
Result<S> decode_members(const AttributeMap& from, std::span<const FieldInfo> fields = member_infos<S>,
                         const ItemContext& context = {}) {
  static_assert(std::is_default_constructible_v<S>, "a struct that is read needs a default constructor");
  Result<S> decoded;
  if (Result<void> done = decode_members_into(*decoded, Item(), from, fields, context); !done)
    decoded = unexpected<Error>(std::move(done).error());
  return decoded;
}

}  // namespace partita::model
