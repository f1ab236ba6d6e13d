// HMAC-SHA256 of bytes that come in parts.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

namespace partita::model {

constexpr std::size_t kHmacBytes = 32;

// The HMAC of the parts, one after the other, as RFC 2104 defines it. OpenSSL's own HMAC is not used, because it looks
// up its algorithms at each call, which costs several times the hash of a page token.
std::array<char, kHmacBytes> hmac_sha256(std::string_view key, std::initializer_list<std::string_view> parts);

}  // namespace partita::model
