// Escapes of field values in string keys. A value must not hold a '#', because '#' joins the fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

inline constexpr char kDelimiter = '#';
// The byte after the delimiter. All keys of a parent and its children are below the parent's key followed by this byte.
inline constexpr char kAfterDelimiter = '$';

// True if `byte` is escaped. Bytes up to '$' are, which keeps the order of texts, also if one text begins with another.
constexpr bool needs_escape(char byte) { return static_cast<unsigned char>(byte) <= '$'; }
inline bool needs_escape(std::string_view text) {
  for (char byte : text)
    if (needs_escape(byte)) return true;
  return false;
}

// The byte order of escaped texts is the byte order of the texts. The escape of a prefix is a prefix of the escape.
void append_escaped(std::string& out, std::string_view text);
// The text of an escape. nullopt if append_escaped() cannot have written `escaped`.
std::optional<std::string> unescape(std::string_view escaped);

}  // namespace partita::model
