#include <immintrin.h>

#include "vectors/fold.h"
#include "vectors/kernels.h"

#define PARTITA_AVX2 __attribute__((target("avx2")))

namespace partita::vectors {
namespace {

struct Avx2Sums {
  __m256 of[4];
};

PARTITA_AVX2 inline Avx2Sums no_avx2_sums() {
  const __m256 zero = _mm256_setzero_ps();
  return {{zero, zero, zero, zero}};
}

PARTITA_AVX2 inline void add_products(Avx2Sums& sums, const float* a, const float* b) {
  for (std::size_t i = 0; i < 4; ++i)
    sums.of[i] = _mm256_add_ps(sums.of[i], _mm256_mul_ps(_mm256_loadu_ps(a + 8 * i), _mm256_loadu_ps(b + 8 * i)));
}

PARTITA_AVX2 inline void add_squares(Avx2Sums& sums, const float* a, const float* b) {
  for (std::size_t i = 0; i < 4; ++i) {
    const __m256 difference = _mm256_sub_ps(_mm256_loadu_ps(a + 8 * i), _mm256_loadu_ps(b + 8 * i));
    sums.of[i] = _mm256_add_ps(sums.of[i], _mm256_mul_ps(difference, difference));
  }
}

PARTITA_AVX2 inline float total(const Avx2Sums& sums) {
  const __m256 eight = _mm256_add_ps(_mm256_add_ps(sums.of[0], sums.of[2]), _mm256_add_ps(sums.of[1], sums.of[3]));
  return fold(_mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1)));
}

PARTITA_AVX2 float dot_avx2(const float* a, const float* b, std::size_t size) {
  Avx2Sums sums = no_avx2_sums();
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) add_products(sums, a + i, b + i);
  if (i < size) {
    const Rest rest(a, b, size);
    add_products(sums, rest.a, rest.b);
  }
  return total(sums);
}

PARTITA_AVX2 float squared_distance_avx2(const float* a, const float* b, std::size_t size) {
  Avx2Sums sums = no_avx2_sums();
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) add_squares(sums, a + i, b + i);
  if (i < size) {
    const Rest rest(a, b, size);
    add_squares(sums, rest.a, rest.b);
  }
  return total(sums);
}

}  // namespace

constinit const Kernels kAvx2Kernels{"AVX2", dot_avx2, squared_distance_avx2};

}  // namespace partita::vectors
