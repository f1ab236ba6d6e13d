#include "partiql/values.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/text.h"
#include "base/try.h"
#include "ops/prepare.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::partiql {
namespace {

constexpr std::string_view kNotNumeric = "The parameter cannot be converted to a numeric value";
constexpr std::string_view kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

// The digits of an exponent as a number, or nullopt if it does not fit 32 bits. Requires: `text` has a sign or digits.
std::optional<std::int64_t> exponent_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  while (text.starts_with('0')) text.remove_prefix(1);
  if (text.size() > 10) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) value = value * 10 + (c - '0');
  using Int = std::numeric_limits<std::int32_t>;
  if (negative) value = -value;
  if (value < Int::min() || value > Int::max()) return std::nullopt;
  return value;
}

// The number of digits from the first one that is not zero. It is at least 1.
std::int64_t precision_of(std::string_view mantissa) {
  std::int64_t digits = 0;
  for (const char c : mantissa)
    if (base::is_digit(c) && (digits > 0 || c != '0')) ++digits;
  return std::max<std::int64_t>(digits, 1);
}

Result<void> check(const AttributeValue& value, std::size_t level) {
  if (level > limits::kNestingLevels) return invalid(std::string(nesting_fault()));
  const auto check_number = [](const std::string& text) -> Result<void> {
    if (std::string fault = number_fault(text); !fault.empty()) return invalid(std::move(fault));
    return {};
  };
  switch (value.type()) {
    case AttributeType::N:
      return check_number(value.n());
    case AttributeType::NS:
      for (const std::string& element : value.set()) PARTITA_TRY(check_number(element));
      return ops::check_value(value);
    case AttributeType::L:
      for (const AttributeValue& element : value.l()) PARTITA_TRY(check(element, level + 1));
      return {};
    case AttributeType::M:
      for (const Attribute& attribute : value.m()) {
        if (attribute.name.empty()) return invalid(std::string(limits::kEmptyNameFault));
        if (attribute.name.size() > limits::kAttributeNameBytes) return invalid(std::string(limits::kLongNameFault));
        PARTITA_TRY(check(attribute.value, level + 1));
      }
      return {};
    default:
      return ops::check_value(value);
  }
}

}  // namespace

std::string number_fault(std::string_view text) {
  const auto not_numeric = [&] { return std::string(kNotNumeric).append(": ").append(text); };
  if (text.empty()) return std::string(kNotNumeric);
  if (const std::size_t e = text.find_first_of("eE"); e != text.npos && e + 1 < text.size()) {
    const auto is_exponent = [](char c) { return base::is_digit(c) || c == '+' || c == '-'; };
    if (!std::ranges::all_of(text.substr(e + 1), is_exponent)) return not_numeric();
    const std::string_view mantissa = text.substr(0, e);
    const auto exponent = exponent_of(text.substr(e + 1));
    if (!exponent) return not_numeric();
    const std::size_t point = mantissa.find('.');
    const std::int64_t scale =
        (point == mantissa.npos ? 0 : static_cast<std::int64_t>(mantissa.size() - point - 1)) - *exponent;
    using Int = std::numeric_limits<std::int32_t>;
    if (scale < Int::min() || scale > Int::max()) return not_numeric();
    // The service subtracts integers of 32 bits, so a huge number looks like a tiny one.
    if (precision_of(mantissa) - scale > Int::max() && value::Number::parse(mantissa)) return std::string(kUnderflow);
  }
  if (auto number = value::Number::parse(text); !number) return std::move(number.error().message);
  return {};
}

Result<void> check_parameter(const AttributeValue& value) { return check(value, 1); }

std::string_view nesting_fault() {
  return "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
         "limit";
}

expected<AttributeValue, std::string> set_of_bag(const std::vector<AttributeValue>& elements) {
  if (elements.empty()) return unexpected(std::string("Empty bags are not supported"));
  const AttributeType type = elements.front().type();
  AttributeValue::Set texts;
  for (const AttributeValue& element : elements) {
    const bool is_scalar = type == AttributeType::S || type == AttributeType::N || type == AttributeType::B;
    if (!is_scalar || !element.is(type))
      return unexpected(std::string("Only bags of strings, of numbers or of binary values are supported"));
    texts.push_back(element.text());
  }
  AttributeValue set = type == AttributeType::S   ? AttributeValue::string_set(std::move(texts))
                       : type == AttributeType::N ? AttributeValue::number_set(std::move(texts))
                                                  : AttributeValue::binary_set(std::move(texts));
  if (auto checked = ops::check_value(set); !checked) return unexpected(std::move(checked.error().message));
  return set;
}

}  // namespace partita::partiql
