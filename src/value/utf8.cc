#include "value/utf8.h"

#include <cstdint>
#include <cstring>

namespace partita::value {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080u;

std::size_t ascii_prefix(std::string_view text) {
  std::size_t at = 0;
  for (std::uint64_t word; at + sizeof(word) <= text.size(); at += sizeof(word)) {
    std::memcpy(&word, text.data() + at, sizeof(word));
    if ((word & kHighBits) != 0) break;
  }
  // Fewer bytes than a word are usually left. They are checked with the last whole word of the text, although some of
  // its bytes were checked before.
  if (at + sizeof(std::uint64_t) > text.size() && text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t last;
    std::memcpy(&last, text.data() + text.size() - sizeof(last), sizeof(last));
    if ((last & kHighBits) == 0) return text.size();
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

// The length of the multi-byte character at the front of `text`, or 0 if the character is malformed.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const auto continues = [&](std::size_t at) { return (byte(at) & 0xC0) == 0x80; };
  const unsigned char lead = byte(0);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues(i)) return 0;
  // The second byte reveals overlong forms, surrogates and characters above U+10FFFF.
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (lead == 0xED && byte(1) > 0x9F) return 0;
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (;;) {
    text.remove_prefix(ascii_prefix(text));
    if (text.empty()) return true;
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
}

}  // namespace partita::value
