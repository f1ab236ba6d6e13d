// The bytes of encoded values (value/FORMAT.md): type codes, and how to step over a value without decoding it.
//
// Everything here requires well-formed bytes, and stops the process rather than read behind their end;
// ItemView::check is the reader for bytes that may be anything.
#pragma once

#include <partita/attribute_value.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"

namespace partita::value::wire {

constexpr char kItemVersion = 1;

// Stored, never renumber.
enum class Code : std::uint8_t {
  S = 1,
  N = 2,
  B = 3,
  False = 4,
  True = 5,
  Null = 6,
  L = 7,
  M = 8,
  SS = 9,
  NS = 10,
  BS = 11,
};

// The first byte of a number's encoding. Stored, never renumber.
constexpr unsigned char kNegative = 0x10;
constexpr unsigned char kZero = 0x11;
constexpr unsigned char kPositive = 0x12;

inline std::uint64_t take_length(std::string_view& in) {
  PARTITA_CHECK(!in.empty());
  if (const auto byte = static_cast<unsigned char>(in[0]); byte < 0x80) {
    in.remove_prefix(1);
    return byte;
  }
  const auto length = base::take_varint(in);
  PARTITA_CHECK(length);
  return *length;
}

inline std::string_view take_bytes(std::string_view& in, std::uint64_t count) {
  PARTITA_CHECK(count <= in.size());
  const std::string_view taken = in.substr(0, count);
  in.remove_prefix(count);
  return taken;
}

inline std::string_view take_sized(std::string_view& in) {
  const auto length = take_length(in);
  return take_bytes(in, length);
}

// Takes a number's encoding: behind the exponent, the first byte that is even (odd, in a negative number) is the last.
inline std::string_view take_number(std::string_view& in) {
  PARTITA_CHECK(!in.empty());
  const auto lead = static_cast<unsigned char>(in[0]);
  if (lead == kZero) return take_bytes(in, 1);
  const unsigned more = lead == kPositive ? 1 : 0;
  std::size_t at = 2;
  while (at < in.size() && (static_cast<unsigned char>(in[at]) & 1) == more) ++at;
  return take_bytes(in, at + 1);
}

inline std::string_view take_value(std::string_view& in) {
  PARTITA_CHECK(!in.empty());
  const char* const begin = in.data();
  const Code code{static_cast<std::uint8_t>(in[0])};
  in.remove_prefix(1);
  switch (code) {
    case Code::False:
    case Code::True:
    case Code::Null:
      break;
    case Code::N:
      take_number(in);
      break;
    default:
      take_sized(in);
  }
  return {begin, static_cast<std::size_t>(in.data() - begin)};
}

inline AttributeType type_of(Code code) {
  switch (code) {
    case Code::S:
      return AttributeType::S;
    case Code::N:
      return AttributeType::N;
    case Code::B:
      return AttributeType::B;
    case Code::False:
    case Code::True:
      return AttributeType::Bool;
    case Code::Null:
      return AttributeType::Null;
    case Code::L:
      return AttributeType::L;
    case Code::M:
      return AttributeType::M;
    case Code::SS:
      return AttributeType::SS;
    case Code::NS:
      return AttributeType::NS;
    case Code::BS:
      return AttributeType::BS;
  }
  return AttributeType::None;
}

}  // namespace partita::value::wire
