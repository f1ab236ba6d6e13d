#include "protocol/json/big_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace partita::protocol {
namespace {

std::size_t digits_at(std::string_view text, std::size_t from) {
  return std::min(text.find_first_not_of("0123456789", from), text.size()) - from;
}

}  // namespace

bool is_json_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t whole = digits_at(text, 0);
  if (whole == 0 || (whole > 1 && text[0] == '0')) return false;
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    const std::size_t fraction = digits_at(text, 1);
    if (fraction == 0) return false;
    text.remove_prefix(1 + fraction);
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    const std::size_t sign = text.size() > 1 && (text[1] == '+' || text[1] == '-') ? 1 : 0;
    const std::size_t exponent = digits_at(text, 1 + sign);
    if (exponent == 0) return false;
    text.remove_prefix(1 + sign + exponent);
  }
  return text.empty();
}

namespace {

// Appends `number`, brought within the bounds. A malformed number is appended unchanged.
void append_bounded(std::string_view number, std::string& out) {
  if (!is_json_number(number)) {
    out.append(number);
    return;
  }
  const bool negative = number.starts_with('-');
  if (number.find_first_of(".eE") == std::string_view::npos) {
    std::int64_t value;
    const bool fits = std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc();
    out.append(fits ? number : negative ? "-9223372036854775808" : "9223372036854775807");
    return;
  }
  const double value = std::strtod(std::string(number).c_str(), nullptr);
  out.append(std::isinf(value) ? (negative ? "-1e308" : "1e308") : value == 0 ? "0.0" : number);
}

// The length of the string at the front of `text`, with both quotes.
std::size_t string_length(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return text.size();
}

}  // namespace

std::string within_bounds(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = 1;
    if (text[0] == '"') {
      length = string_length(text);
      out.append(text.substr(0, length));
    } else if (text[0] == '-' || digits_at(text, 0) > 0) {
      length = std::min(text.find_first_not_of("0123456789+-.eE"), text.size());
      append_bounded(text.substr(0, length), out);
    } else {
      out.push_back(text[0]);
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace partita::protocol
