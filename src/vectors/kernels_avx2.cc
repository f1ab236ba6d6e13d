#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>

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

// Sums of 32 rows, as 16-bit numbers. A number holds the sum of 256 pairs of digits.
struct Avx2RowSums {
  __m256i all;  // those of the even rows, and 256 times those of the odd rows
  __m256i odd;
};

PARTITA_AVX2 inline Avx2RowSums row_sums(const std::uint8_t* codes, const std::uint8_t* tables, std::size_t pairs) {
  const __m256i digit = _mm256_set1_epi8(15);
  Avx2RowSums sums{_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const __m256i code = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes + 32 * pair));
    const auto* table = reinterpret_cast<const __m128i*>(tables + 32 * pair);
    const __m256i low =
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(table)), _mm256_and_si256(code, digit));
    const __m256i high = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(table + 1)),
                                             _mm256_and_si256(_mm256_srli_epi16(code, 4), digit));
    const __m256i both = _mm256_add_epi8(low, high);
    sums.all = _mm256_add_epi16(sums.all, both);
    sums.odd = _mm256_add_epi16(sums.odd, _mm256_srli_epi16(both, 8));
  }
  return sums;
}

// The rows of eight sums that are within the limit.
PARTITA_AVX2 inline std::uint32_t eight_rows_within(__m256i sums, const BlockNumbers& numbers, std::size_t first,
                                                    const BlockQuery& query, float limit) {
  const __m256 product =
      _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_set1_ps(query.step)), _mm256_set1_ps(query.least));
  __m256 rank = _mm256_add_ps(_mm256_loadu_ps(numbers.squared_norms + first), _mm256_set1_ps(query.base));
  rank = _mm256_sub_ps(rank, _mm256_mul_ps(_mm256_loadu_ps(numbers.scales + first), product));
  rank = _mm256_sub_ps(rank, _mm256_mul_ps(_mm256_loadu_ps(numbers.errors + first), _mm256_set1_ps(query.doubt)));
  const __m256 within = _mm256_cmp_ps(rank, _mm256_set1_ps(limit), _CMP_NGT_UQ);
  return static_cast<std::uint32_t>(_mm256_movemask_ps(within));
}

// Adds the 16-bit sums of eight rows to 32-bit ones.
PARTITA_AVX2 inline __m256i widened(__m256i wide, __m128i narrow) {
  return _mm256_add_epi32(wide, _mm256_cvtepu16_epi32(narrow));
}

PARTITA_AVX2 std::uint32_t rows_within_avx2(const std::uint8_t* block, const BlockQuery& query, float limit) {
  __m256i wide[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
  for (std::size_t pair = 0; pair < query.digit_pairs; pair += kPairsInSum) {
    const std::size_t count = std::min(kPairsInSum, query.digit_pairs - pair);
    const Avx2RowSums sums = row_sums(block + 32 * pair, query.tables + 32 * pair, count);
    const __m256i even = _mm256_sub_epi16(sums.all, _mm256_slli_epi16(sums.odd, 8));
    // The order of the rows: 0 to 7 and 16 to 23, then 8 to 15 and 24 to 31.
    const __m256i first = _mm256_unpacklo_epi16(even, sums.odd), second = _mm256_unpackhi_epi16(even, sums.odd);
    wide[0] = widened(wide[0], _mm256_castsi256_si128(first));
    wide[1] = widened(wide[1], _mm256_castsi256_si128(second));
    wide[2] = widened(wide[2], _mm256_extracti128_si256(first, 1));
    wide[3] = widened(wide[3], _mm256_extracti128_si256(second, 1));
  }
  const BlockNumbers& numbers = BlockLayout{query.digit_pairs * 8}.numbers(block);
  std::uint32_t within = 0;
  for (std::size_t i = 0; i < 4; ++i) within |= eight_rows_within(wide[i], numbers, 8 * i, query, limit) << 8 * i;
  return within;
}

}  // namespace

constinit const Kernels kAvx2Kernels{"AVX2", dot_avx2, squared_distance_avx2, rows_within_avx2};

}  // namespace partita::vectors
#endif
