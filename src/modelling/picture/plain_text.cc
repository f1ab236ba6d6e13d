#include "modelling/picture/plain_text.h"

#include <algorithm>

#include "base/utf8.h"
#include "value/utf8.h"

namespace partita::modelling {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// The number of bytes of a character that begins with this byte, or 0 if no character does.
std::size_t length_of_character(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

bool disturbs(char32_t c) {
  return c == 0x061C || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
         c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFC) || (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF) ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace

char32_t take_character(std::string_view& text) {
  const std::size_t length = length_of_character(static_cast<unsigned char>(text.front()));
  if (length == 0 || length > text.size() || !value::is_utf8(text.substr(0, length))) {
    text.remove_prefix(1);
    return kReplacement;
  }
  char32_t character = static_cast<unsigned char>(text.front());
  if (length > 1) character &= 0xFFu >> (length + 1);
  for (std::size_t i = 1; i < length; ++i) character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  text.remove_prefix(length);
  return character;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (c < 0x20)
      base::append_utf8(out, 0x2400 + c);
    else if (c == 0x7F)
      base::append_utf8(out, 0x2421);
    else if ((c >= 0x80 && c < 0xA0) || disturbs(c))
      base::append_utf8(out, kReplacement);
    else
      base::append_utf8(out, c);
  }
  return out;
}

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  return out;
}

}  // namespace partita::modelling
