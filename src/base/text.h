// Decimal and hexadecimal digits.
#pragma once

namespace partita::base {

inline constexpr char kLowerHex[] = "0123456789abcdef";
inline constexpr char kUpperHex[] = "0123456789ABCDEF";

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The value of a hexadecimal digit in lower or upper case, or -1 if `c` is not such a digit.
constexpr int lower_hex_digit(char c) { return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }
constexpr int upper_hex_digit(char c) { return is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

}  // namespace partita::base
