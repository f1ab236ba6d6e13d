// SHA-256 and HMAC-SHA-256 as plain values, so that a hash that has read its key can be kept and copied. OpenSSL's
// contexts would need an allocation for each copy (docs/decisions/0040-verify-signatures-on-the-loop.md).
#pragma once

#include <openssl/sha.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>

namespace partita::auth {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;
using HexDigest = std::array<char, 2 * SHA256_DIGEST_LENGTH>;  // digits in lower case

class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // Requires: nothing is added afterwards.
  Digest finish();

 private:
  SHA256_CTX state_;
};

Digest sha256(std::string_view bytes);
HexDigest hex(const Digest& digest);
inline std::string_view view(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}
inline std::string_view view(const HexDigest& digest) { return {digest.data(), digest.size()}; }

// An HMAC key, as the states of the two hashes that have read it. A text then costs only its own blocks and one more.
class HmacKey {
 public:
  explicit HmacKey(std::string_view key);
  Digest of(std::string_view text) const;

 private:
  Sha256 inner_, outer_;
};

// Hashes canonical requests one after the other. Those of one client in one second often differ in the last line only,
// which is the hash of the body. So the blocks before it are hashed again only if they are others than those before.
class RecentHash {
 public:
  Digest of(std::string_view text);
  // Gives the memory of a long text back.
  void shrink(std::size_t most_kept);

 private:
  static constexpr std::size_t kLastLine = std::tuple_size_v<HexDigest>;

  std::string beginning_;  // whole blocks
  Sha256 after_;           // has read beginning_
};

// Whether the texts are equal. The time depends on their sizes only.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace partita::auth
