// The bytes of encoded values (value/FORMAT.md): type codes, and functions that step over a value without decoding it.
//
// Every function here requires well-formed bytes and stops the process instead of reading past their end.
// ItemView::check reads bytes that may be malformed.
#pragma once

#include <partita/attribute_value.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"

namespace partita::value::wire {

constexpr char kItemVersion = 1;

// These codes are stored, so never renumber them.
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

// The first byte of a number's encoding. These codes are stored, so never renumber them.
constexpr unsigned char kNegative = 0x10;
constexpr unsigned char kZero = 0x11;
// The take_ functions take a length, bytes, a number or a value off the front of `in` and return it. The bytes of a
// view are valid as long as those of `in`.
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

// Takes a number's encoding. After the exponent, the first even byte is the last one; in a negative number it is the
// first odd byte.
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
