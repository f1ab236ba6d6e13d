// HMAC-SHA256 of bytes that come in parts.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

namespace partita::model {

constexpr std::size_t kHmacBytes = 32;

// Of the parts, one after the other, as RFC 2104 has it. OpenSSL's own looks the algorithms up anew each time, which
// costs five times the hash of a page token.
std::array<char, kHmacBytes> hmac_sha256(std::string_view key, std::initializer_list<std::string_view> parts);

}  // namespace partita::model
