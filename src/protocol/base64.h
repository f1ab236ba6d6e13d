// Base64 with padding (RFC 4648, section 4), as JSON carries binary values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

// Appends.
void encode_base64(std::string_view bytes, std::string& out);
// Strict: padded to a multiple of 4, no other characters, no stray bits in the last one. nullopt otherwise.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace partita::protocol
