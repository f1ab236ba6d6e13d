// Integers in byte strings. They are big-endian if their order matters and varints if their size matters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/check.h"

namespace partita::base {

template <class Unsigned>
void put_big_endian(std::string& out, Unsigned value) {
  for (int shift = int(sizeof(Unsigned)) * 8 - 8; shift >= 0; shift -= 8)
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> shift));
}

// Writes an integer at `out` and returns the place behind it. Requires: there is room for it.
template <class Unsigned>
char* write_big_endian(char* out, Unsigned value) {
  for (int shift = int(sizeof(Unsigned)) * 8 - 8; shift >= 0; shift -= 8)
    *out++ = static_cast<char>(static_cast<std::uint64_t>(value) >> shift);
  return out;
}

// Takes an integer off the front of `in`. Requires: `in` holds at least sizeof(Unsigned) bytes.
template <class Unsigned>
Unsigned take_big_endian(std::string_view& in) {
  PARTITA_CHECK(in.size() >= sizeof(Unsigned));
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) value = value << 8 | static_cast<unsigned char>(in[i]);
  in.remove_prefix(sizeof(Unsigned));
  return static_cast<Unsigned>(value);
}

// Appends a varint: seven bits in each byte, lowest first, the top bit set on all bytes except the last. It has at most
// 10 bytes.
inline void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

// Takes a varint off the front of `in`. Returns nullopt if `in` ends before the varint does, or if the varint has more
// than 10 bytes.
inline std::optional<std::uint64_t> take_varint(std::string_view& in) {
  std::uint64_t value = 0;
  for (unsigned shift = 0, i = 0; i < in.size() && shift < 64; ++i, shift += 7) {
    const auto byte = static_cast<unsigned char>(in[i]);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) {
      in.remove_prefix(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace partita::base
