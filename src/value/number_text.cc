// Conversion of numbers from and to text. value/README.md has the grammar and the canonical text.
#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "value/number.h"
#include "value/wire.h"

namespace partita::value {
namespace {

using base::is_digit;

// Exponents beyond this bound are all alike, because the digits of a request's text cannot make up for them.
constexpr std::int64_t kExponentBound = 1'000'000'000'000;

// Takes an exponent such as "e5" or "E-130" off the front of `in`. Returns 0 if there is none. Returns nullopt if no
// digits follow the e, or if the reader's integers cannot hold the exponent.
std::optional<std::int64_t> take_exponent(std::string_view& in, NumberReader reader) {
  if (in.empty() || (in[0] | 0x20) != 'e') return 0;
  in.remove_prefix(1);
  if (!in.empty() && in[0] == '+') {
    in.remove_prefix(1);
    if (!in.empty() && in[0] == '-') return std::nullopt;
  }
  std::int64_t value = 0;
  const auto read = std::from_chars(in.data(), in.data() + in.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  in.remove_prefix(static_cast<std::size_t>(read.ptr - in.data()));
  if (reader == NumberReader::Older && value != static_cast<std::int32_t>(value)) return std::nullopt;
  return std::clamp(value, -kExponentBound, kExponentBound);
}

// Appends +-0.d1 ... dn x 10^exponent in plain decimal notation.
void append_decimal(bool negative, std::string_view digits, int exponent, std::string& out) {
  const int count = static_cast<int>(digits.size());
  if (negative) out.push_back('-');
  if (exponent <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-exponent), '0').append(digits);
  } else if (exponent >= count) {
    out.append(digits).append(static_cast<std::size_t>(exponent - count), '0');
  } else {
    out.append(digits, 0, static_cast<std::size_t>(exponent)).push_back('.');
    out.append(digits, static_cast<std::size_t>(exponent));
  }
}

}  // namespace

Number::Fault Number::parse(std::string_view text, NumberReader reader, Number& number) {
  constexpr int kDigits = std::tuple_size_v<decltype(number.digits_)>;
  std::string_view in = text;
  const bool negative = !in.empty() && in[0] == '-';
  if (!in.empty() && (in[0] == '-' || in[0] == '+')) in.remove_prefix(1);

  std::int64_t exponent = 0;     // of the first significant digit, relative to the point
  std::int64_t significant = 0;  // the number of digits from the first nonzero one on
  int last_nonzero = 0;          // its place among the kept digits, counted from 1
  std::int64_t fraction_digits = 0;
  bool any_digit = false, behind_point = false, dropped_nonzero = false;
  for (; !in.empty(); in.remove_prefix(1)) {
    if (in[0] == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    if (!is_digit(in[0])) break;
    any_digit = true;
    if (behind_point) ++fraction_digits;
    const auto digit = static_cast<std::uint8_t>(in[0] - '0');
    if (significant == 0 && digit == 0) {
      if (behind_point) --exponent;
      continue;
    }
    if (!behind_point) ++exponent;
    if (significant < kDigits) {
      number.digits_[static_cast<std::size_t>(significant)] = digit;
      if (digit != 0) last_nonzero = static_cast<int>(significant) + 1;
    } else if (digit != 0) {
      dropped_nonzero = true;
    }
    ++significant;
  }
  if (!any_digit) return Fault::NotANumber;
  const auto written_exponent = take_exponent(in, reader);
  if (!written_exponent || !in.empty()) return Fault::NotANumber;
  if (dropped_nonzero) return Fault::TooManyDigits;
  // A zero has one digit, the last one.
  exponent = *written_exponent + (significant == 0 ? 1 - fraction_digits : exponent);
  if (reader == NumberReader::Older) {
    const std::int64_t scale = fraction_digits - *written_exponent;
    if (scale != static_cast<std::int32_t>(scale)) return Fault::NotANumber;
    exponent = static_cast<std::int32_t>(exponent);
  }
  if (const Fault fault = check_range(exponent); fault != Fault::None) return fault;
  if (significant == 0) return Fault::None;  // zero has no sign and no exponent
  number.negative_ = negative;
  number.digit_count_ = static_cast<std::uint8_t>(last_nonzero);
  number.exponent_ = static_cast<std::int16_t>(exponent);
  return Fault::None;
}

Number::Fault Number::check_range(std::int64_t exponent) {
  if (exponent > 126) return Fault::Overflow;
  if (exponent < -129) return Fault::Underflow;
  return Fault::None;
}

Result<Number> Number::parse(std::string_view text, NumberReader reader) {
  Number number;
  if (const Fault fault = parse(text, reader, number); fault != Fault::None) return refuse(fault, text, reader);
  return number;
}

std::int64_t Number::scale_of(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.find('.');
  std::int64_t scale = point < end ? static_cast<std::int64_t>(end - point - 1) : 0;
  if (end == text.size()) return scale;
  std::string_view digits = text.substr(end + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  // The exponent may have 64 bits, so the difference wraps around as that of unsigned numbers.
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(scale) - static_cast<std::uint64_t>(exponent));
}

std::string Number::to_text() const {
  if (is_zero()) return "0";
  std::array<char, 38> digits;
  std::transform(digits_.begin(), digits_.begin() + digit_count_, digits.begin(),
                 [](std::uint8_t d) { return char('0' + d); });
  std::string out;
  append_decimal(negative_, {digits.data(), digit_count_}, exponent_, out);
  return out;
}

void Number::append_text(std::string_view encoded, std::string& out) {
  const auto lead = static_cast<unsigned char>(encoded[0]);
  if (lead == wire::kZero) return out.push_back('0');
  const unsigned char flip = lead == wire::kNegative ? 0xFF : 0;
  std::array<char, 40> digits;
  PARTITA_CHECK(encoded.size() > 2 && encoded.size() <= 2 + digits.size() / 2);
  char* end = digits.data();
  for (std::size_t i = 2; i < encoded.size(); ++i) {
    const int pair = (static_cast<unsigned char>(encoded[i]) ^ flip) >> 1;
    *end++ = static_cast<char>('0' + pair / 10);
    *end++ = static_cast<char>('0' + pair % 10);
  }
  int exponent = 2 * ((static_cast<unsigned char>(encoded[1]) ^ flip) - 64);
  const char* begin = digits.data();
  if (*begin == '0') {
    ++begin;
    --exponent;
  }
  if (end[-1] == '0') --end;
  append_decimal(flip != 0, {begin, static_cast<std::size_t>(end - begin)}, exponent, out);
}

}  // namespace partita::value
