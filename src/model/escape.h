// Bytes of field values inside of string keys: what '#' joins must not hold a '#'.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

inline constexpr char kDelimiter = '#';
// Follows the delimiter: no key of a parent or its children is at or above the parent's key and this byte.
inline constexpr char kAfterDelimiter = '$';

// Bytes up to '$' are escaped: the order of the others, and of texts where one begins with the other, stays.
constexpr bool needs_escape(char byte) { return static_cast<unsigned char>(byte) <= '$'; }
inline bool needs_escape(std::string_view text) {
  for (char byte : text)
    if (needs_escape(byte)) return true;
  return false;
}

// Byte order of escaped texts is the byte order of the texts; the escape of a prefix is a prefix of the escape.
void append_escaped(std::string& out, std::string_view text);
// nullopt: `escaped` is the escape of no text.
std::optional<std::string> unescape(std::string_view escaped);

}  // namespace partita::model
