// Base64 with padding (RFC 4648): as JSON carries binary values (section 4), and as URLs take it (section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
enum class Base64 : std::uint8_t { Standard, ForUrls };
// Writes base64_size(bytes.size()) characters to `to`.
void encode_base64(std::string_view bytes, char* to, Base64 alphabet = Base64::Standard);
// Of the standard alphabet. Strict: padded to a multiple of 4, no other characters, no stray bits in the last one. nullopt otherwise.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace partita::protocol
