// Base64 with padding (RFC 4648), in the alphabet that JSON uses for binary values (section 4) or in that for URLs
// (section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

// The number of characters that `bytes` bytes need.
constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
enum class Base64 : std::uint8_t { Standard, ForUrls };
// Writes base64_size(bytes.size()) characters to `to`, which must have room for them.
void encode_base64(std::string_view bytes, char* to, Base64 alphabet = Base64::Standard);
// Decodes the standard alphabet. Returns nullopt unless the text is strictly formed: padded to a multiple of 4, without
// other characters, and without stray bits in the last one.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace partita::protocol
