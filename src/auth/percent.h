// Percent-encoding of texts in URLs (RFC 3986).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"

namespace partita::auth {

// Encodes every byte except letters, digits and -._~, with upper-case digits.
inline void append_percent_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    const char letter = base::lower(c);
    if (base::is_digit(c) || (letter >= 'a' && letter <= 'z') || c == '-' || c == '.' || c == '_' || c == '~') {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(base::kUpperHex[byte >> 4]);
    out.push_back(base::kUpperHex[byte & 15]);
  }
}

// Decodes %XX. A '%' without two hex digits stays as it is, and so does a '+', which is no space in signed queries.
inline std::string percent_decoded(std::string_view text) {
  // The value of a hexadecimal digit in either case, or -1.
  const auto digit = [](char c) { return std::max(base::lower_hex_digit(c), base::upper_hex_digit(c)); };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? digit(text[i + 1]) : -1;
    const int low = high >= 0 ? digit(text[i + 2]) : -1;
    out.push_back(low >= 0 ? static_cast<char>(high * 16 + low) : text[i]);
    if (low >= 0) i += 2;
  }
  return out;
}

}  // namespace partita::auth
