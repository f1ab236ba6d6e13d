// Digits, letters and blanks of ASCII texts.
#pragma once

#include <string>
#include <string_view>

namespace partita::base {

inline constexpr char kLowerHex[] = "0123456789abcdef";
inline constexpr char kUpperHex[] = "0123456789ABCDEF";

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The value of a hexadecimal digit in lower or upper case, or -1 if `c` is not such a digit.
constexpr int lower_hex_digit(char c) { return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }
constexpr int upper_hex_digit(char c) { return is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

// Appends two digits in lower case for each byte. The order of such texts is the order of the bytes.
inline void append_hex(std::string& out, unsigned char byte) {
  out.push_back(kLowerHex[byte >> 4]);
  out.push_back(kLowerHex[byte & 15]);
}
inline void append_hex(std::string& out, std::string_view bytes) {
  for (const char c : bytes) append_hex(out, static_cast<unsigned char>(c));
}

inline std::string hex(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  append_hex(text, bytes);
  return text;
}

// Changes only the letters A to Z.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

// The text without the characters of `blanks` at its beginning and its end.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  const auto begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}
constexpr std::string_view trimmed(std::string_view text, char blank) {
  while (text.starts_with(blank)) text.remove_prefix(1);
  while (text.ends_with(blank)) text.remove_suffix(1);
  return text;
}

}  // namespace partita::base
