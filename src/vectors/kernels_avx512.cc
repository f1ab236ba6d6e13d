#include <immintrin.h>

#include "vectors/fold.h"
#include "vectors/kernels.h"

#define PARTITA_AVX512 __attribute__((target("avx512f,avx512bw")))

namespace partita::vectors {
namespace {

struct Avx512Sums {
  __m512 of[2];
};

PARTITA_AVX512 inline Avx512Sums no_avx512_sums() { return {{_mm512_setzero_ps(), _mm512_setzero_ps()}}; }

PARTITA_AVX512 inline void add_products(Avx512Sums& sums, const float* a, const float* b) {
  for (std::size_t i = 0; i < 2; ++i)
    sums.of[i] = _mm512_add_ps(sums.of[i], _mm512_mul_ps(_mm512_loadu_ps(a + 16 * i), _mm512_loadu_ps(b + 16 * i)));
}

PARTITA_AVX512 inline void add_squares(Avx512Sums& sums, const float* a, const float* b) {
  for (std::size_t i = 0; i < 2; ++i) {
    const __m512 difference = _mm512_sub_ps(_mm512_loadu_ps(a + 16 * i), _mm512_loadu_ps(b + 16 * i));
    sums.of[i] = _mm512_add_ps(sums.of[i], _mm512_mul_ps(difference, difference));
  }
}

PARTITA_AVX512 inline float total(const Avx512Sums& sums) {
  const __m512 all = _mm512_add_ps(sums.of[0], sums.of[1]);
  const __m256 high = _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(all), 1));
  const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(all), high);
  return fold(_mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1)));
}

PARTITA_AVX512 float dot_avx512(const float* a, const float* b, std::size_t size) {
  Avx512Sums sums = no_avx512_sums();
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) add_products(sums, a + i, b + i);
  if (i < size) {
    const Rest rest(a, b, size);
    add_products(sums, rest.a, rest.b);
  }
  return total(sums);
}

PARTITA_AVX512 float squared_distance_avx512(const float* a, const float* b, std::size_t size) {
  Avx512Sums sums = no_avx512_sums();
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) add_squares(sums, a + i, b + i);
  if (i < size) {
    const Rest rest(a, b, size);
    add_squares(sums, rest.a, rest.b);
  }
  return total(sums);
}

}  // namespace

constinit const Kernels kAvx512Kernels{"AVX-512", dot_avx512, squared_distance_avx512};

}  // namespace partita::vectors
