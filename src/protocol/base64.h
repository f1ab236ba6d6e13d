// Base64 with padding (RFC 4648, section 4), as JSON carries binary values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
// Writes base64_size(bytes.size()) characters to `to`.
void encode_base64(std::string_view bytes, char* to);
// Strict: padded to a multiple of 4, no other characters, no stray bits in the last one. nullopt otherwise.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace partita::protocol
