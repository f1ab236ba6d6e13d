// The parts that the kernels of all processors share.
#pragma once

#include <cstddef>
#include <cstring>

#include "vectors/sse2.h"

namespace partita::vectors {

constexpr std::size_t kLanes = 32;  // the sums of distances.h
// The pairs of digits (block.h) whose entries can be added in 16 bits: 256 * 2 * 127 is less than 65536.
constexpr std::size_t kPairsInSum = 256;

// Adds the last four sums: those whose numbers differ by 2, then by 1.
inline float fold(__m128 sums) {
  sums = _mm_add_ps(sums, _mm_movehl_ps(sums, sums));
  return _mm_cvtss_f32(_mm_add_ss(sums, _mm_shuffle_ps(sums, sums, 1)));
}

// The last size % 32 elements of two vectors, followed by zeros, which change no sum.
struct Rest {
  alignas(64) float a[kLanes] = {};
  alignas(64) float b[kLanes] = {};

  Rest(const float* all_a, const float* all_b, std::size_t size) {
    const std::size_t count = size % kLanes;
    std::memcpy(a, all_a + size - count, count * sizeof(float));
    std::memcpy(b, all_b + size - count, count * sizeof(float));
  }
};

}  // namespace partita::vectors
