#include "base/siphash.h"

#include <bit>
#include <cstring>

#include "base/check.h"

namespace partita::base {
namespace {

static_assert(std::endian::native == std::endian::little);

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

struct State {
  std::uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void absorb(std::uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
  std::uint64_t squeeze() {
    for (int i = 0; i < 4; ++i) round();
    return v0 ^ v1 ^ v2 ^ v3;
  }
};

}  // namespace

SipWords sip_key(std::string_view bytes) {
  PARTITA_CHECK(bytes.size() == sizeof(SipWords));
  return {word_at(bytes.data()), word_at(bytes.data() + sizeof(std::uint64_t))};
}

SipWords siphash_128(const SipWords& key, std::string_view text) {
  State state{0x736f6d6570736575 ^ key[0], 0x646f72616e646f6d ^ key[1] ^ 0xee, 0x6c7967656e657261 ^ key[0],
              0x7465646279746573 ^ key[1]};
  const std::size_t whole = text.size() / sizeof(std::uint64_t) * sizeof(std::uint64_t);
  for (std::size_t at = 0; at < whole; at += sizeof(std::uint64_t)) state.absorb(word_at(text.data() + at));
  std::uint64_t last = static_cast<std::uint64_t>(text.size()) << 56;
  for (std::size_t i = whole; i < text.size(); ++i)
    last |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << 8 * (i - whole);
  state.absorb(last);
  state.v2 ^= 0xee;
  const std::uint64_t first = state.squeeze();
  state.v1 ^= 0xdd;
  return {first, state.squeeze()};
}

}  // namespace partita::base
