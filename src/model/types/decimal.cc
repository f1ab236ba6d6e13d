// Exact decimals, which use the database's own numbers.
#include <partita/model/types/decimal.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "base/check.h"
#include "base/try.h"
#include "value/number.h"

namespace partita::model {
namespace {

value::Number number_of(const decimal& d) {
  const Result<value::Number> number = value::Number::parse(d.text());
  PARTITA_CHECK(number.has_value());
  return *number;
}

Result<decimal> decimal_of(const Result<value::Number>& number) {
  if (!number) return unexpected(number.error());
  return decimal::parse(number->to_text());
}

}  // namespace

Result<decimal> decimal::parse(std::string_view text) {
  PARTITA_TRY_VALUE(number, value::Number::parse(text));
  decimal result;
  result.text_ = number.to_text();
  return result;
}

Result<decimal> decimal::plus(const decimal& other) const {
  return decimal_of(number_of(*this).plus(number_of(other)));
}
Result<decimal> decimal::minus(const decimal& other) const {
  return decimal_of(number_of(*this).minus(number_of(other)));
}

// Multiplies the digits one by one. parse() then limits the significant digits and checks the range.
Result<decimal> decimal::times(std::int64_t factor) const {
  std::string digits;
  std::size_t behind_point = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '.') behind_point = text_.size() - i - 1;
    if (text_[i] >= '0' && text_[i] <= '9') digits.push_back(text_[i]);
  }
  const bool negative = (text_[0] == '-') != (factor < 0);
  std::uint64_t magnitude = factor < 0 ? 0 - static_cast<std::uint64_t>(factor) : static_cast<std::uint64_t>(factor);

  std::vector<std::uint32_t> sums(digits.size() + 20);  // lowest digit first
  for (std::size_t shift = 0; magnitude > 0; magnitude /= 10, ++shift)
    for (std::size_t i = 0; i < digits.size(); ++i)
      sums[i + shift] +=
          static_cast<std::uint32_t>(magnitude % 10) * static_cast<std::uint32_t>(digits[digits.size() - 1 - i] - '0');
  for (std::size_t i = 0; i + 1 < sums.size(); ++i) {
    sums[i + 1] += sums[i] / 10;
    sums[i] %= 10;
  }
  std::string text = negative ? "-" : "";
  for (std::size_t i = sums.size(); i-- > 0;) text.push_back(static_cast<char>('0' + sums[i]));
  return parse(text + "E-" + std::to_string(behind_point));
}

decimal decimal::operator-() const {
  decimal result;
  if (text_ != "0") result.text_ = text_[0] == '-' ? text_.substr(1) : "-" + text_;
  return result;
}

std::strong_ordering operator<=>(const decimal& a, const decimal& b) { return number_of(a) <=> number_of(b); }

std::ostream& operator<<(std::ostream& out, const decimal& d) { return out << d.text(); }

decimal detail::parsed_decimal(std::string_view literal) {
  Result<decimal> parsed = decimal::parse(literal);
  PARTITA_CHECK(parsed.has_value());
  return *std::move(parsed);
}

}  // namespace partita::model
