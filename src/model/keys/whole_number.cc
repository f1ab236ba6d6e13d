#include "model/keys/whole_number.h"

#include <charconv>
#include <limits>

#include "value/number.h"

namespace partita::model {
namespace {

constexpr std::uint64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

std::optional<std::uint64_t> read_digits(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::optional<WholeNumber> plain_number(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  const auto magnitude = read_digits(text.substr(negative ? 1 : 0));
  if (!magnitude) return std::nullopt;
  return WholeNumber{negative && *magnitude != 0, *magnitude};
}

}  // namespace

std::optional<WholeNumber> whole_number(std::string_view text) {
  if (auto number = plain_number(text)) return number;
  const auto number = value::Number::parse(text);
  return number ? plain_number(number->to_text()) : std::nullopt;
}

std::string to_text(WholeNumber number) {
  std::string digits = std::to_string(number.magnitude);
  return number.negative ? '-' + digits : digits;
}

bool fits(FieldKind kind, WholeNumber number) {
  if (kind == FieldKind::Unsigned) return !number.negative;
  return number.magnitude <= kInt64Max + (number.negative ? 1 : 0);
}

bool append_padded(std::string& out, std::uint64_t magnitude, int width) {
  char digits[std::numeric_limits<std::uint64_t>::digits10 + 1];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, magnitude);
  const auto size = end - digits;
  if (size > width) return false;
  out.append(static_cast<std::size_t>(width - size), '0');
  out.append(digits, end);
  return true;
}

std::optional<std::uint64_t> read_padded(std::string_view text, int width) {
  if (text.size() != static_cast<std::size_t>(width)) return std::nullopt;
  return read_digits(text);
}

bool append_signed_padded(std::string& out, WholeNumber number, int width) {
  const std::size_t start = out.size();
  out += number.negative ? '0' : '1';
  if (!append_padded(out, number.magnitude, width)) {
    out.resize(start);
    return false;
  }
  if (number.negative)
    for (std::size_t i = start + 1; i < out.size(); ++i) out[i] = static_cast<char>('0' + '9' - out[i]);
  return true;
}

std::optional<WholeNumber> read_signed_padded(std::string_view text, int width) {
  if (text.empty() || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  std::string digits(text.substr(1));
  const bool negative = text[0] == '0';
  if (negative)
    for (char& digit : digits) {
      if (digit < '0' || digit > '9') return std::nullopt;
      digit = static_cast<char>('0' + '9' - digit);
    }
  const auto magnitude = read_padded(digits, width);
  if (!magnitude || (negative && *magnitude == 0)) return std::nullopt;
  return WholeNumber{negative, *magnitude};
}

}  // namespace partita::model
