#include "protocol/json/write_text.h"

#include <cstdint>

namespace partita::protocol {
namespace {

bool needs_escape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

// Sixteen bytes are checked together. Each block is copied while it is checked, because that needs fewer instructions
// than a check followed by a copy.
using Block = unsigned char __attribute__((vector_size(16)));
using Words = unsigned long long __attribute__((vector_size(16)));

template <class T>
T load(const char* from) {
  T bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

bool is_plain(Block block) {
  const Words faults = reinterpret_cast<Words>((block < 0x20) | (block == '"') | (block == '\\'));
  return (faults[0] | faults[1]) == 0;
}

// Copies `text` as two halves that may overlap. Returns false, with useless bytes at `to`, if a byte needs an escape.
template <class Half>
bool copy_halves(std::string_view text, char* to) {
  const std::size_t second = text.size() - sizeof(Half);
  const auto first_bytes = load<Half>(text.data()), second_bytes = load<Half>(text.data() + second);
  std::memcpy(to, &first_bytes, sizeof(Half));
  std::memcpy(to + second, &second_bytes, sizeof(Half));
  const Words both = {first_bytes, second_bytes};
  // A half of four bytes leaves zeros in its word. They would need an escape, so spaces replace them in the check.
  constexpr unsigned long long kSpaces = sizeof(Half) < 8 ? 0x2020202000000000 : 0;
  return is_plain(reinterpret_cast<Block>(both | Words{kSpaces, kSpaces}));
}

// Copies the bytes of `text` up to the first that needs an escape, and returns their number. Requires: `to` has room
// for all of `text`.
std::size_t copy_plain(std::string_view text, char* to) {
  const std::size_t size = text.size();
  std::size_t i = 0;
  if (size >= sizeof(Block)) {
    const auto copy_block = [&](std::size_t at) {
      const auto block = load<Block>(text.data() + at);
      std::memcpy(to + at, &block, sizeof block);
      return is_plain(block);
    };
    while (i + sizeof(Block) <= size && copy_block(i)) i += sizeof(Block);
    // Fewer bytes than a block are left. They are copied with the last whole block of the text, although some of its
    // bytes were copied before.
    if (i + sizeof(Block) > size && copy_block(size - sizeof(Block))) return size;
  } else if (size >= 8) {
    if (copy_halves<std::uint64_t>(text, to)) return size;
  } else if (size >= 4) {
    if (copy_halves<std::uint32_t>(text, to)) return size;
  }
  for (; i < size && !needs_escape(static_cast<unsigned char>(text[i])); ++i) to[i] = text[i];
  return i;
}

void write_escape(Writer& writer, unsigned char c) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      return writer.put("\\\"");
    case '\\':
      return writer.put("\\\\");
    case '\b':
      return writer.put("\\b");
    case '\f':
      return writer.put("\\f");
    case '\n':
      return writer.put("\\n");
    case '\r':
      return writer.put("\\r");
    case '\t':
      return writer.put("\\t");
    default:
      writer.put("\\u00");
      writer.put(kHex[c >> 4]);
      writer.put(kHex[c & 15]);
  }
}

}  // namespace

void write_text(Writer& writer, std::string_view text) {
  // The room includes both quotes, so that a text without escapes asks for room only once.
  char* to = writer.room(text.size() + 2);
  *to++ = '"';
  std::size_t plain;
  while ((plain = copy_plain(text, to)) < text.size()) {
    writer.wrote(to + plain);
    write_escape(writer, static_cast<unsigned char>(text[plain]));
    text.remove_prefix(plain + 1);
    to = writer.room(text.size() + 1);
  }
  to[plain] = '"';
  writer.wrote(to + plain + 1);
}

}  // namespace partita::protocol
