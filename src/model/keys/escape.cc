#include "model/keys/escape.h"

#include "base/text.h"

namespace partita::model {

void append_escaped(std::string& out, std::string_view text) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!needs_escape(text[i])) continue;
    const auto byte = static_cast<unsigned char>(text[i]);
    out.append(text, done, i - done);
    out += {'$', base::kUpperHex[byte >> 4], base::kUpperHex[byte & 15]};
    done = i + 1;
  }
  out.append(text, done);
}

std::optional<std::string> unescape(std::string_view escaped) {
  std::string text;
  text.reserve(escaped.size());
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (!needs_escape(escaped[i])) {
      text += escaped[i];
      continue;
    }
    if (escaped[i] != '$' || escaped.size() - i < 3) return std::nullopt;
    const int high = base::upper_hex_digit(escaped[i + 1]);
    const int low = base::upper_hex_digit(escaped[i + 2]);
    if (high < 0 || low < 0 || high * 16 + low > '$') return std::nullopt;
    text += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return text;
}

}  // namespace partita::model
