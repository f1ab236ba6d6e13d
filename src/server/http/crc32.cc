#include "server/http/crc32.h"

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace partita::server {
namespace {

std::uint32_t crc32_by_table(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

#if defined(__x86_64__)

// This is the folding of "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction" (Intel, 2009) for
// the bit-reflected polynomial 0x04C11DB7. The constants come from that paper and are powers of x modulo the
// polynomial.
#define PARTITA_CLMUL __attribute__((target("pclmul,sse4.1")))

constexpr std::size_t kLane = 16;
constexpr std::size_t kLanes = 4;
constexpr std::size_t kFewestBytes = kLane * kLanes;

PARTITA_CLMUL __m128i load(const char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

// Multiplies `value` by the powers of x in `powers`, which moves it to the position of `next`, and adds `next`.
PARTITA_CLMUL __m128i fold(__m128i value, __m128i powers, __m128i next) {
  const __m128i low = _mm_clmulepi64_si128(value, powers, 0x00);
  const __m128i high = _mm_clmulepi64_si128(value, powers, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

// Reduces a remainder of 128 bits to 32 bits.
PARTITA_CLMUL std::uint32_t reduce(__m128i value, __m128i by_one_lane) {
  const __m128i low_halves = _mm_setr_epi32(-1, 0, -1, 0);
  value = _mm_xor_si128(_mm_srli_si128(value, 8), _mm_clmulepi64_si128(value, by_one_lane, 0x10));
  const __m128i by_64_bits = _mm_set_epi64x(0, 0x163cd6124);
  value =
      _mm_xor_si128(_mm_srli_si128(value, 4), _mm_clmulepi64_si128(_mm_and_si128(value, low_halves), by_64_bits, 0x00));
  // In Barrett's reduction the high half estimates the quotient, and the low half is the polynomial.
  const __m128i barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(value, low_halves), barrett, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low_halves), barrett, 0x00);
  return static_cast<std::uint32_t>(_mm_extract_epi32(_mm_xor_si128(value, quotient), 1));
}

// Requires: `bytes` has at least kFewestBytes bytes.
PARTITA_CLMUL std::uint32_t crc32_by_folding(std::string_view bytes) {
  const __m128i by_four_lanes = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i by_one_lane = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  const char* at = bytes.data();
  const char* const end = at + bytes.size();

  __m128i lanes[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = load(at + i * kLane);
  lanes[0] = _mm_xor_si128(lanes[0], _mm_cvtsi32_si128(-1));
  for (at += kFewestBytes; at + kFewestBytes <= end; at += kFewestBytes)
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = fold(lanes[i], by_four_lanes, load(at + i * kLane));

  __m128i value = lanes[0];
  for (std::size_t i = 1; i < kLanes; ++i) value = fold(value, by_one_lane, lanes[i]);
  for (; at + kLane <= end; at += kLane) value = fold(value, by_one_lane, load(at));
  const std::uint32_t crc = ~reduce(value, by_one_lane);
  return at == end ? crc : crc32_by_table(crc, {at, static_cast<std::size_t>(end - at)});
}

bool can_fold() {
  static const bool can = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  return can;
}

#endif

}  // namespace

std::uint32_t crc32_of(std::string_view bytes) {
#if defined(__x86_64__)
  if (bytes.size() >= kFewestBytes && can_fold()) return crc32_by_folding(bytes);
#endif
  return crc32_by_table(0, bytes);
}

}  // namespace partita::server
