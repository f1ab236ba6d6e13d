#include "auth/sha256.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace partita::auth {
namespace {

constexpr auto kHexPairs = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t byte = 0; byte < pairs.size(); ++byte)
    pairs[byte] = {base::kLowerHex[byte >> 4], base::kLowerHex[byte & 15]};
  return pairs;
}();

}  // namespace

Sha256::Sha256() { SHA256_Init(&state_); }

void Sha256::add(std::string_view bytes) { SHA256_Update(&state_, bytes.data(), bytes.size()); }

Digest Sha256::finish() {
  Digest digest;
  SHA256_Final(digest.data(), &state_);
  return digest;
}

Digest sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

HexDigest hex(const Digest& digest) {
  HexDigest text;
  for (std::size_t i = 0; i < digest.size(); ++i) std::memcpy(&text[2 * i], kHexPairs[digest[i]].data(), 2);
  return text;
}

HmacKey::HmacKey(std::string_view key) {
  // The two hashes begin with the key, filled up to a block and changed in two ways (RFC 2104).
  std::array<char, SHA256_CBLOCK> block{};
  const Digest short_key = key.size() > block.size() ? sha256(key) : Digest();
  const std::string_view used = key.size() > block.size() ? view(short_key) : key;
  std::copy(used.begin(), used.end(), block.begin());
  const auto begin = [&](Sha256& hash, char pad) {
    std::array<char, SHA256_CBLOCK> padded = block;
    for (char& c : padded) c = static_cast<char>(c ^ pad);
    hash.add({padded.data(), padded.size()});
    OPENSSL_cleanse(padded.data(), padded.size());
  };
  begin(inner_, 0x36);
  begin(outer_, 0x5c);
  OPENSSL_cleanse(block.data(), block.size());
}

Digest HmacKey::of(std::string_view text) const {
  Sha256 inner = inner_, outer = outer_;
  inner.add(text);
  const Digest digest = inner.finish();
  outer.add(view(digest));
  return outer.finish();
}

Digest RecentHash::of(std::string_view text) {
  const std::size_t blocks = (text.size() - std::min(text.size(), kLastLine)) / SHA256_CBLOCK;
  const std::string_view beginning = text.substr(0, blocks * SHA256_CBLOCK);
  if (beginning != beginning_) {
    after_ = Sha256();
    after_.add(beginning);
    beginning_.assign(beginning);
  }
  Sha256 hash = after_;
  hash.add(text.substr(beginning.size()));
  return hash.finish();
}

void RecentHash::shrink(std::size_t most_kept) {
  if (beginning_.capacity() <= most_kept) return;
  std::string().swap(beginning_);
  after_ = Sha256();
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace partita::auth
