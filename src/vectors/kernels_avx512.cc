#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>

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

// 16-bit sums of 32 rows, twice: of the even pairs of digits in the lower half, of the odd ones in the upper half.
struct Avx512RowSums {
  __m512i all;  // the sums of the even rows, and 256 times those of the odd rows
  __m512i odd;
};

// Requires: `pairs` is even.
PARTITA_AVX512 inline Avx512RowSums row_sums_twice(const std::uint8_t* codes, const std::uint8_t* tables,
                                                   std::size_t pairs) {
  const __m512i digit = _mm512_set1_epi8(15);
  Avx512RowSums sums{_mm512_setzero_si512(), _mm512_setzero_si512()};
  for (std::size_t pair = 0; pair < pairs; pair += 2) {
    const __m512i code = _mm512_loadu_si512(codes + 32 * pair);
    const __m512i four = _mm512_loadu_si512(tables + 32 * pair);
    const __m512i low = _mm512_shuffle_epi8(_mm512_shuffle_i64x2(four, four, 0xa0), _mm512_and_si512(code, digit));
    const __m512i high = _mm512_shuffle_epi8(_mm512_shuffle_i64x2(four, four, 0xf5),
                                             _mm512_and_si512(_mm512_srli_epi16(code, 4), digit));
    const __m512i both = _mm512_add_epi8(low, high);
    sums.all = _mm512_add_epi16(sums.all, both);
    sums.odd = _mm512_add_epi16(sums.odd, _mm512_srli_epi16(both, 8));
  }
  return sums;
}

// Adds the two halves of the sums of eight rows to 32-bit ones.
PARTITA_AVX512 inline __m512i widened(__m512i wide, __m256i narrow) {
  return _mm512_add_epi32(wide, _mm512_cvtepu16_epi32(narrow));
}

// The rows of sixteen sums that are within the limit.
PARTITA_AVX512 inline std::uint32_t sixteen_rows_within(__m512i sums, const BlockNumbers& numbers, std::size_t first,
                                                        const BlockQuery& query, float limit) {
  const __m512 product =
      _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), _mm512_set1_ps(query.step)), _mm512_set1_ps(query.least));
  __m512 rank = _mm512_add_ps(_mm512_loadu_ps(numbers.squared_norms + first), _mm512_set1_ps(query.base));
  rank = _mm512_sub_ps(rank, _mm512_mul_ps(_mm512_loadu_ps(numbers.scales + first), product));
  rank = _mm512_sub_ps(rank, _mm512_mul_ps(_mm512_loadu_ps(numbers.errors + first), _mm512_set1_ps(query.doubt)));
  return _mm512_cmp_ps_mask(rank, _mm512_set1_ps(limit), _CMP_NGT_UQ);
}

PARTITA_AVX512 std::uint32_t rows_within_avx512(const std::uint8_t* block, const BlockQuery& query, float limit) {
  __m512i wide[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
  for (std::size_t pair = 0; pair < query.digit_pairs; pair += kPairsInSum) {
    const std::size_t count = std::min(kPairsInSum, query.digit_pairs - pair);
    const Avx512RowSums sums = row_sums_twice(block + 32 * pair, query.tables + 32 * pair, count);
    const __m512i even = _mm512_sub_epi16(sums.all, _mm512_slli_epi16(sums.odd, 8));
    // The order of the rows in each half: 0 to 7 and 16 to 23, then 8 to 15 and 24 to 31.
    const __m512i first = _mm512_unpacklo_epi16(even, sums.odd), second = _mm512_unpackhi_epi16(even, sums.odd);
    const __m256i f = _mm256_add_epi16(_mm512_castsi512_si256(first), _mm512_extracti64x4_epi64(first, 1));
    const __m256i s = _mm256_add_epi16(_mm512_castsi512_si256(second), _mm512_extracti64x4_epi64(second, 1));
    wide[0] = widened(wide[0], _mm256_permute2x128_si256(f, s, 0x20));
    wide[1] = widened(wide[1], _mm256_permute2x128_si256(f, s, 0x31));
  }
  const BlockNumbers& numbers = BlockLayout{query.digit_pairs * 8}.numbers(block);
  return sixteen_rows_within(wide[0], numbers, 0, query, limit) |
         sixteen_rows_within(wide[1], numbers, 16, query, limit) << 16;
}

}  // namespace

constinit const Kernels kAvx512Kernels{"AVX-512", dot_avx512, squared_distance_avx512, rows_within_avx512};

}  // namespace partita::vectors
#endif
