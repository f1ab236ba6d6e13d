#include "vectors/fold.h"
#include "vectors/kernels.h"

namespace partita::vectors {
namespace {

struct Sse2Sums {
  __m128 of[8] = {_mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(),
                  _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};

  void add_products(const float* a, const float* b) {
    for (std::size_t i = 0; i < 8; ++i)
      of[i] = _mm_add_ps(of[i], _mm_mul_ps(_mm_loadu_ps(a + 4 * i), _mm_loadu_ps(b + 4 * i)));
  }
  void add_squares(const float* a, const float* b) {
    for (std::size_t i = 0; i < 8; ++i) {
      const __m128 difference = _mm_sub_ps(_mm_loadu_ps(a + 4 * i), _mm_loadu_ps(b + 4 * i));
      of[i] = _mm_add_ps(of[i], _mm_mul_ps(difference, difference));
    }
  }
  float total() const {
    __m128 half[4];
    for (std::size_t i = 0; i < 4; ++i) half[i] = _mm_add_ps(of[i], of[i + 4]);
    return fold(_mm_add_ps(_mm_add_ps(half[0], half[2]), _mm_add_ps(half[1], half[3])));
  }
};

float dot_sse2(const float* a, const float* b, std::size_t size) {
  Sse2Sums sums;
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) sums.add_products(a + i, b + i);
  if (i < size) {
    const Rest rest(a, b, size);
    sums.add_products(rest.a, rest.b);
  }
  return sums.total();
}

float squared_distance_sse2(const float* a, const float* b, std::size_t size) {
  Sse2Sums sums;
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) sums.add_squares(a + i, b + i);
  if (i < size) {
    const Rest rest(a, b, size);
    sums.add_squares(rest.a, rest.b);
  }
  return sums.total();
}

std::uint32_t rows_within_sse2(const std::uint8_t* block, const BlockQuery& query, float limit) {
  std::uint32_t sums[kBlockRows] = {};
  for (std::size_t pair = 0; pair < query.digit_pairs; ++pair) {
    const std::uint8_t* const codes = block + pair * kBlockRows;
    const std::uint8_t* const low = query.tables + 32 * pair;
    const std::uint8_t* const high = low + 16;
    for (std::size_t row = 0; row < kBlockRows; ++row) sums[row] += low[codes[row] & 15] + high[codes[row] >> 4];
  }
  const BlockNumbers& numbers = BlockLayout{query.digit_pairs * 8}.numbers(block);
  std::uint32_t within = 0;
  for (std::size_t row = 0; row < kBlockRows; ++row) {
    const float product = query.step * static_cast<float>(sums[row]) + query.least;
    const float least_rank =
        query.base + numbers.squared_norms[row] - numbers.scales[row] * product - query.doubt * numbers.errors[row];
    if (!(least_rank > limit)) within |= 1u << row;
  }
  return within;
}

}  // namespace

constinit const Kernels kSse2Kernels{"SSE2", dot_sse2, squared_distance_sse2, rows_within_sse2};

}  // namespace partita::vectors
