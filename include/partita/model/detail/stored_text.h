// The texts that the codecs write for the values of a field, so that a text of a declaration can be compared with them.
#pragma once

#include <partita/model/detail/digits.h>
#include <partita/model/runtime/description.h>
#include <partita/model/types/date.h>
#include <partita/model/types/utc_ms.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace partita::model::detail {

constexpr bool all_digits(std::string_view text) {
  for (const char c : text)
    if (!is_digit(c)) return false;
  return !text.empty();
}

// The whole numbers that a member can hold.
struct WholeBounds {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

// True if `text` is a whole number within the bounds, without a plus and without leading zeros.
constexpr bool is_whole_text(std::string_view text, WholeBounds bounds) {
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (!all_digits(digits) || digits.size() > 20 || (digits[0] == '0' && (digits.size() > 1 || negative))) return false;
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return false;
    value = value * 10 + digit;
  }
  return negative ? value <= 0 - static_cast<std::uint64_t>(bounds.least) && bounds.least < 0 : value <= bounds.most;
}

// True if `text` is a number in plain notation with at most `most_digits` significant digits: no plus, no exponent, no
// zeros in front of the number or behind its fraction.
constexpr bool is_decimal_text(std::string_view text, std::size_t most_digits) {
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view number = text.substr(negative ? 1 : 0);
  const std::size_t point = number.find('.');
  const std::string_view whole = number.substr(0, point);
  const std::string_view fraction = point == std::string_view::npos ? std::string_view() : number.substr(point + 1);
  if (!all_digits(whole) || (whole[0] == '0' && whole.size() > 1)) return false;
  if (point != std::string_view::npos && (!all_digits(fraction) || fraction.back() == '0')) return false;
  if (negative && number == "0") return false;
  std::size_t significant = 0, counted = 0;
  for (const char c : number) {
    if (c == '.') continue;
    if (c != '0' || counted > 0) ++counted;
    if (c != '0') significant = counted;
  }
  return significant <= most_digits;
}

constexpr bool is_uuid_text(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (hyphen ? text[i] != '-' : !(is_digit(text[i]) || (text[i] >= 'a' && text[i] <= 'f'))) return false;
  }
  return true;
}

// A ULID has 128 bits, so that its first character, of 5 bits, is at most 7.
constexpr bool is_ulid_text(std::string_view text) {
  if (text.size() != 26 || text[0] > '7') return false;
  for (const char c : text)
    if (!is_digit(c) && !(c >= 'A' && c <= 'Z' && c != 'I' && c != 'L' && c != 'O' && c != 'U')) return false;
  return true;
}

// True if a codec of the field's kind can write `text`, or, for a bool, the attribute that conditions call so.
constexpr bool is_stored_text(const FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::String:
    case FieldKind::Bytes:
      return true;
    case FieldKind::Integer:
    case FieldKind::Seconds:
      return is_whole_text(text, {.most = std::uint64_t(std::numeric_limits<std::int64_t>::max())});
    case FieldKind::Unsigned:
      return is_whole_text(text, {.least = 0});
    case FieldKind::Double:
      return is_decimal_text(text, 17);
    case FieldKind::Decimal:
      return is_decimal_text(text, 38);
    case FieldKind::Bool:
      return text == "true" || text == "false";
    case FieldKind::Enum:
      for (const EnumeratorInfo& enumerator : field.enumerators)
        if (!enumerator.is_fallback && enumerator.attribute == text) return true;
      return false;
    case FieldKind::Time:
      return text.size() == 24 && utc_ms::parse(text).has_value();
    case FieldKind::Date:
      return date::parse(text).has_value();
    case FieldKind::Uuid:
      return is_uuid_text(text);
    case FieldKind::Ulid:
      return is_ulid_text(text);
    case FieldKind::Document:
      return false;
  }
  return false;
}

}  // namespace partita::model::detail
