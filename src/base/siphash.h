// SipHash-2-4 with an output of 128 bits: a pseudorandom function of short texts (Aumasson and Bernstein, 2012). It is
// written here because OpenSSL's takes five times as long for a short text, and each write of an item computes it
// twice. A test compares it with OpenSSL's.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace partita::base {

// The first and the last 64 bits of a key or of a result, as little-endian integers.
using SipWords = std::array<std::uint64_t, 2>;

// The words of a key. Requires: it has 16 bytes.
SipWords sip_key(std::string_view bytes);
SipWords siphash_128(const SipWords& key, std::string_view text);

}  // namespace partita::base
