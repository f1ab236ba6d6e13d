// Base64 (RFC 4648) in the standard alphabet (section 4) or in the alphabet for URLs (section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::base {

// The number of characters that `bytes` bytes need.
constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
enum class Base64 : std::uint8_t { Standard, ForUrls };
// Writes base64_size(bytes.size()) characters to `to`, which must have room for them. The end is padded with '='.
void encode_base64(std::string_view bytes, char* to, Base64 alphabet = Base64::Standard);
// The standard alphabet with padding.
std::string to_base64(std::string_view bytes);
// The alphabet for URLs without padding.
std::string to_base64_for_urls(std::string_view bytes);
// Decodes the standard alphabet. Returns nullopt unless the text is strictly formed: padded to a multiple of 4, without
// other characters, and without stray bits in the last one.
std::optional<std::string> decode_base64(std::string_view text);
// Decodes the alphabet for URLs. Returns nullopt unless the text is a result of to_base64_for_urls.
std::optional<std::string> decode_base64_for_urls(std::string_view text);

}  // namespace partita::base
