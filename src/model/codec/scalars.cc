// Codecs of single values.
#include <fmt/format.h>
#include <partita/model/value_codec.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/contains.h"
#include "model/codec/faults.h"
#include "value/number.h"
#include "value/utf8.h"

namespace partita::model {
namespace {

// The database's text of a number that has another form.
std::optional<std::string> canonical(std::string_view text) {
  const Result<value::Number> number = value::Number::parse(text);
  if (!number) return std::nullopt;
  return number->to_text();
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// `whole` is the integer in `from`, or nullopt if `from` holds no integer that fits.
template <class Integer>
bool decode_integer(const StoredValue& from, std::optional<Integer> whole, Integer lowest, Integer highest, Integer& to,
                    Fault& fault) {
  if (!from.is(AttributeType::N)) return refuse_value(fault, "N (a whole number)", from);
  if (!whole || *whole < lowest || *whole > highest)
    return refuse_value(fault, fmt::format("N (a whole number from {} to {})", lowest, highest), from);
  to = *whole;
  return true;
}

template <class Float>
bool encode_float(Float from, AttributeValue& to, Fault& fault) {
  std::array<char, 32> shortest;
  const auto end = std::to_chars(shortest.data(), shortest.data() + shortest.size(), from).ptr;
  const std::string_view text(shortest.data(), end);
  auto plain = canonical(text);
  if (!plain) {
    fault.text = fmt::format("holds {}, which is not a number that the database can store", text);
    return false;
  }
  to = AttributeValue::number(*std::move(plain));
  return true;
}

template <class Float>
bool decode_float(const StoredValue& from, Float& to, Fault& fault) {
  if (!from.is(AttributeType::N)) return refuse_value(fault, "N", from);
  const auto plain = canonical(from.number());
  const auto value = plain ? number_in<Float>(*plain) : std::nullopt;
  if (!value) return refuse_value(fault, "N (a floating-point number)", from);
  to = *value;
  return true;
}

// Decodes types of which each value has one text only.
template <class T>
bool decode_text(const StoredValue& from, std::string_view expected, T& to, Fault& fault) {
  if (from.is(AttributeType::S)) {
    if (const std::optional<T> value = T::parse(from.text())) {
      to = *value;
      return true;
    }
  }
  return refuse_value(fault, expected, from);
}

// A text in another case is refused, because a key made of the value would differ from a key made of the text.
template <class T>
bool decode_exact_text(const StoredValue& from, std::string_view expected, T& to, Fault& fault) {
  return decode_text(from, expected, to, fault) && (to.text() == from.text() || refuse_value(fault, expected, from));
}

// True if the value, or one inside of it, has no type, as a default-made AttributeValue has none.
bool has_untyped(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::None:
      return true;
    case AttributeType::L:
      return std::ranges::any_of(value.l(), has_untyped);
    case AttributeType::M:
      return std::ranges::any_of(value.m(), [](const Attribute& one) { return has_untyped(one.value); });
    default:
      return false;
  }
}

}  // namespace

bool value_codec<std::string>::encode(const void* from, AttributeValue& to, Fault& fault) {
  const std::string& text = *static_cast<const std::string*>(from);
  if (!value::is_utf8(text)) return fault.text = "is not valid UTF-8: pt::bytes holds any bytes", false;
  to = AttributeValue::string(text);
  return true;
}
bool value_codec<std::string>::decode(const StoredValue& from, void* to, Fault& fault) {
  if (!from.is(AttributeType::S)) return refuse_value(fault, "S", from);
  *static_cast<std::string*>(to) = std::string(from.text());
  return true;
}

bool value_codec<any_value>::encode(const void* from, AttributeValue& to, Fault& fault) {
  const AttributeValue& value = static_cast<const any_value*>(from)->value;
  if (has_untyped(value)) return fault.text = "holds an AttributeValue without a type: give it one", false;
  to = value;
  return true;
}
bool value_codec<any_value>::decode(const StoredValue& from, void* to, Fault&) {
  static_cast<any_value*>(to)->value = from.to_value();
  return true;
}

bool value_codec<bytes>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::binary(static_cast<const bytes*>(from)->data);
  return true;
}
bool value_codec<bytes>::decode(const StoredValue& from, void* to, Fault& fault) {
  if (!from.is(AttributeType::B)) return refuse_value(fault, "B", from);
  static_cast<bytes*>(to)->data.assign(from.text());
  return true;
}

bool value_codec<double>::encode(const void* from, AttributeValue& to, Fault& fault) {
  return encode_float(*static_cast<const double*>(from), to, fault);
}
bool value_codec<double>::decode(const StoredValue& from, void* to, Fault& fault) {
  return decode_float(from, *static_cast<double*>(to), fault);
}
bool value_codec<float>::encode(const void* from, AttributeValue& to, Fault& fault) {
  return encode_float(*static_cast<const float*>(from), to, fault);
}
bool value_codec<float>::decode(const StoredValue& from, void* to, Fault& fault) {
  return decode_float(from, *static_cast<float*>(to), fault);
}

bool value_codec<decimal>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::number(static_cast<const decimal*>(from)->text());
  return true;
}
bool value_codec<decimal>::decode(const StoredValue& from, void* to, Fault& fault) {
  if (!from.is(AttributeType::N)) return refuse_value(fault, "N", from);
  Result<decimal> value = decimal::parse(from.number());
  if (!value) return refuse_value(fault, "N (a decimal number of up to 38 digits)", from);
  *static_cast<decimal*>(to) = *std::move(value);
  return true;
}

bool value_codec<bool>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::boolean(*static_cast<const bool*>(from));
  return true;
}
bool value_codec<bool>::decode(const StoredValue& from, void* to, Fault& fault) {
  if (!from.is(AttributeType::Bool)) return refuse_value(fault, "BOOL", from);
  *static_cast<bool*>(to) = from.boolean();
  return true;
}

bool value_codec<utc_ms>::encode(const void* from, AttributeValue& to, Fault& fault) {
  const utc_ms time = *static_cast<const utc_ms*>(from);
  Result<std::string> text = time.text();
  if (!text) {
    fault.text = fmt::format("holds the time {} ms since 1970, outside of the years 0000 to 9999", time.ms());
    return false;
  }
  to = AttributeValue::string(*std::move(text));
  return true;
}
bool value_codec<utc_ms>::decode(const StoredValue& from, void* to, Fault& fault) {
  return decode_text(from, "S (a time in UTC, as 2026-01-05T10:00:00.000Z)", *static_cast<utc_ms*>(to), fault);
}

bool value_codec<date>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::string(static_cast<const date*>(from)->text());
  return true;
}
bool value_codec<date>::decode(const StoredValue& from, void* to, Fault& fault) {
  return decode_text(from, "S (a calendar date, as 2026-01-05)", *static_cast<date*>(to), fault);
}

bool value_codec<uuid>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::string(static_cast<const uuid*>(from)->text());
  return true;
}
bool value_codec<uuid>::decode(const StoredValue& from, void* to, Fault& fault) {
  return decode_exact_text(from, "S (a UUID in lower case)", *static_cast<uuid*>(to), fault);
}

bool value_codec<ulid>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::string(static_cast<const ulid*>(from)->text());
  return true;
}
bool value_codec<ulid>::decode(const StoredValue& from, void* to, Fault& fault) {
  return decode_exact_text(from, "S (a ULID in upper case)", *static_cast<ulid*>(to), fault);
}

bool value_codec<epoch_seconds>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue(static_cast<const epoch_seconds*>(from)->seconds());
  return true;
}
bool value_codec<epoch_seconds>::decode(const StoredValue& from, void* to, Fault& fault) {
  const auto seconds = from.is(AttributeType::N) ? from.signed_number() : std::nullopt;
  if (!seconds) return refuse_value(fault, "N (whole seconds since 1970)", from);
  *static_cast<epoch_seconds*>(to) = epoch_seconds(*seconds);
  return true;
}

namespace detail {

bool decode_signed(const StoredValue& from, std::int64_t lowest, std::int64_t highest, std::int64_t& to, Fault& fault) {
  const auto whole = from.is(AttributeType::N) ? from.signed_number() : std::nullopt;
  return decode_integer(from, whole, lowest, highest, to, fault);
}

bool decode_unsigned(const StoredValue& from, std::uint64_t highest, std::uint64_t& to, Fault& fault) {
  const auto whole = from.is(AttributeType::N) ? from.unsigned_number() : std::nullopt;
  return decode_integer<std::uint64_t>(from, whole, 0, highest, to, fault);
}

bool encode_enumerator(std::int64_t from, std::span<const std::int64_t> values, std::span<const EnumeratorInfo> infos,
                       AttributeValue& to, Fault& fault) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] == from) {
      to = AttributeValue(infos[i].attribute);
      return true;
    }
  fault.text = fmt::format("holds {}, which is not an enumerator", from);
  return false;
}

bool decode_enumerator(const StoredValue& from, std::span<const std::int64_t> values,
                       std::span<const EnumeratorInfo> infos, std::int64_t& to, Fault& fault) {
  if (from.is(AttributeType::S))
    for (std::size_t i = 0; i < values.size(); ++i)
      if (infos[i].attribute == from.text()) {
        to = values[i];
        return true;
      }
  // If there is a fallback, every text can be read.
  if (std::ranges::any_of(infos, &EnumeratorInfo::is_fallback)) return refuse_value(fault, "S", from);
  std::string expected;
  for (const EnumeratorInfo& info : infos)
    expected += fmt::format("{}{}", expected.empty() ? "" : ", ", info.attribute);
  return refuse_value(fault, fmt::format("S (one of {})", expected), from);
}

bool is_unknown(const StoredValue& from, std::span<const EnumeratorInfo> infos) {
  return from.is(AttributeType::S) && !base::contains(infos, from.text(), &EnumeratorInfo::attribute);
}

bool refuse_unknown(Fault& fault) {
  fault.text = "is the enumerator for texts that this program does not know, and is never written";
  return false;
}

}  // namespace detail
}  // namespace partita::model
