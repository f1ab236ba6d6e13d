// Converts a value of a C++ type to an attribute value and back. This file defines codecs, and has those of single
// values.
//
// For each type that a member may have, value_codec<T> has these members:
//   kind      the kind in the description
//   optional  whether an empty T is an absent attribute
//   encode    writes *from, a T, to `to`; leaves `to` without a type if T is empty
//   decode    reads `from` into *to, a T; a value without a type is an absent attribute
// The two functions take void pointers, so that one table of them serves all structs. They return false after they have
// described the fault. Integers, double, bool, std::string, enums and the types of types.h are in this file.
// std::optional, containers, variants and structs are in detail/document_codec.h.
#pragma once

#include <partita/attribute_value.h>
#include <partita/export.h>
#include <partita/model/enumerators.h>
#include <partita/model/runtime/description.h>
#include <partita/model/stored_value.h>
#include <partita/model/types/any_value.h>
#include <partita/model/types/bytes.h>
#include <partita/model/types/date.h>
#include <partita/model/types/decimal.h>
#include <partita/model/types/epoch_seconds.h>
#include <partita/model/types/other_attributes.h>
#include <partita/model/types/ulid.h>
#include <partita/model/types/utc_ms.h>
#include <partita/model/types/uuid.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace partita::model {

// The reason for which a value could not be encoded or decoded.
struct Fault {
  std::string path = {};  // from the outermost value to the wrong one: ".address.lines[2]"
  std::string text = {};  // for example "must be S, but is N"
};

// A codec without its type.
struct ErasedCodec {
  bool (*encode)(const void* from, AttributeValue& to, Fault& fault);
  bool (*decode)(const StoredValue& from, void* to, Fault& fault);
  bool optional;
};

template <class T>
struct value_codec;

template <class T>
inline constexpr ErasedCodec erased_codec = {&value_codec<T>::encode, &value_codec<T>::decode,
                                             value_codec<T>::optional};

namespace detail {

// The base of Partita's own codecs. Programs use codec_of.
template <FieldKind Kind, bool Optional = false>
struct codec_traits {
  static constexpr FieldKind kind = Kind;
  static constexpr bool optional = Optional;
  static constexpr std::span<const EnumeratorInfo> enumerators = {};
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
struct required {
  using type = T;
};
template <class T>
struct required<std::optional<T>> {
  using type = T;
};

// Integers that are numbers. bool and the types of characters are excluded.
template <class T>
concept whole_number =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
    !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

PARTITA_API bool decode_signed(const StoredValue& from, std::int64_t lowest, std::int64_t highest, std::int64_t& to,
                               Fault& fault);
PARTITA_API bool decode_unsigned(const StoredValue& from, std::uint64_t highest, std::uint64_t& to, Fault& fault);
PARTITA_API bool encode_enumerator(std::int64_t from, std::span<const std::int64_t> values,
                                   std::span<const EnumeratorInfo> infos, AttributeValue& to, Fault& fault);
PARTITA_API bool decode_enumerator(const StoredValue& from, std::span<const std::int64_t> values,
                                   std::span<const EnumeratorInfo> infos, std::int64_t& to, Fault& fault);
// True if the value is a text that no enumerator has.
PARTITA_API bool is_unknown(const StoredValue& from, std::span<const EnumeratorInfo> infos);
// Describes the fault that the enumerator for unknown texts must not be written. Returns false.
PARTITA_API bool refuse_unknown(Fault& fault);

// Declares the codec of a type. The library defines its functions.
#define PARTITA_VALUE_CODEC(type, field_kind)                                           \
  template <>                                                                           \
  struct value_codec<type> : detail::codec_traits<FieldKind::field_kind> {              \
    PARTITA_API static bool encode(const void* from, AttributeValue& to, Fault& fault); \
    PARTITA_API static bool decode(const StoredValue& from, void* to, Fault& fault);    \
  }

}  // namespace detail

// The base of a program's own codec. An exception of its functions becomes a fault. `Kind` is the kind of the
// attribute, which decides the operations on the member. With FieldKind::Document the member cannot be in a key.
// `Optional` means that an empty T is an absent attribute.
template <FieldKind Kind, bool Optional = false>
struct codec_of : detail::codec_traits<Kind, Optional> {
  // The functions of the codec hide these two.
  static bool encode(const void*, AttributeValue&, Fault&) { return refuse(); }
  static bool decode(const StoredValue&, void*, Fault&) { return refuse(); }

 private:
  template <bool Never = Kind != Kind>
  static bool refuse() {
    static_assert(
        Never,
        "partita: a codec has both static bool encode(const void* from, partita::AttributeValue& to, pt::Fault& fault) "
        "and static bool decode(const pt::StoredValue& from, void* to, pt::Fault& fault): add the one that it lacks");
    return false;
  }
};

PARTITA_VALUE_CODEC(std::string, String);
PARTITA_VALUE_CODEC(any_value, Document);
PARTITA_VALUE_CODEC(bytes, Bytes);
PARTITA_VALUE_CODEC(double, Double);  // must be finite, and 0 or of magnitude 1E-130 to 9.99...E+125
PARTITA_VALUE_CODEC(float, Double);
PARTITA_VALUE_CODEC(decimal, Decimal);
PARTITA_VALUE_CODEC(bool, Bool);
PARTITA_VALUE_CODEC(utc_ms, Time);
PARTITA_VALUE_CODEC(date, Date);
PARTITA_VALUE_CODEC(uuid, Uuid);
PARTITA_VALUE_CODEC(ulid, Ulid);
PARTITA_VALUE_CODEC(epoch_seconds, Seconds);
#undef PARTITA_VALUE_CODEC

template <detail::whole_number T>
struct value_codec<T> : detail::codec_traits<std::is_signed_v<T> ? FieldKind::Integer : FieldKind::Unsigned> {
  static_assert(sizeof(T) <= 8, "a member of this type has no mapping: use integers of up to 64 bits, or pt::decimal");

  static bool encode(const void* from, AttributeValue& to, Fault&) {
    to = AttributeValue::number(std::to_string(*static_cast<const T*>(from)));
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    constexpr T kLowest = std::numeric_limits<T>::min(), kHighest = std::numeric_limits<T>::max();
    bool done = false;
    if constexpr (std::is_signed_v<T>) {
      std::int64_t value = 0;
      done = detail::decode_signed(from, kLowest, kHighest, value, fault);
      if (done) *static_cast<T*>(to) = static_cast<T>(value);
    } else {
      std::uint64_t value = 0;
      done = detail::decode_unsigned(from, kHighest, value, fault);
      if (done) *static_cast<T*>(to) = static_cast<T>(value);
    }
    return done;
  }
};

template <described_enum E>
struct value_codec<E> : detail::codec_traits<FieldKind::Enum> {
  static constexpr std::span<const EnumeratorInfo> enumerators = enumerator_infos<E>;

  static bool encode(const void* from, AttributeValue& to, Fault& fault) {
    if constexpr (requires { unknown_enumerator<E>::value; })
      if (*static_cast<const E*>(from) == unknown_enumerator<E>::value) return detail::refuse_unknown(fault);
    return detail::encode_enumerator(static_cast<std::int64_t>(*static_cast<const E*>(from)),
                                     detail::enumerators<E>::values, enumerators, to, fault);
  }
  static bool decode(const StoredValue& from, void* to, Fault& fault) {
    std::int64_t value = 0;
    if constexpr (requires { unknown_enumerator<E>::value; })
      if (detail::is_unknown(from, enumerators)) return *static_cast<E*>(to) = unknown_enumerator<E>::value, true;
    if (!detail::decode_enumerator(from, detail::enumerators<E>::values, enumerators, value, fault)) return false;
    *static_cast<E*>(to) = static_cast<E>(value);
    return true;
  }
};

// Types without a mapping. The definitions after the messages only prevent further messages of the compiler.
template <class T>
struct value_codec : detail::codec_traits<FieldKind::Document> {
  static_assert(!std::is_enum_v<T>, "describe the enum: BOOST_DESCRIBE_ENUM(E, enumerators...), beside the enum");
  static_assert(
      !std::is_class_v<T>,
      "describe the struct: BOOST_DESCRIBE_STRUCT(T, (), (members...)), beside the struct; a class of a "
      "library needs a mapping: use std::string, std::optional, std::vector, std::map, std::set, std::variant or "
      "a type of partita/model/types.h");
  static_assert(
      std::is_enum_v<T> || std::is_class_v<T>,
      "a member of this type has no mapping: use an integer, double, bool, std::string, an enum, std::optional, "
      "std::vector, std::map, std::set, std::variant, a struct or a type of partita/model/types.h");
  static bool encode(const void*, AttributeValue&, Fault&) { return false; }
  static bool decode(const StoredValue&, void*, Fault&) { return false; }
};

}  // namespace partita::model
