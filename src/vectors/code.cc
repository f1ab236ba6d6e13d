#include "vectors/code.h"

#include <algorithm>
#include <cmath>

#include "vectors/distances.h"
#include "vectors/sse2.h"

namespace partita::vectors {
namespace {

constexpr float kGreatestEntry = 127;

float absolute_sum(const float* vector, std::size_t size) {
  __m128 sum = _mm_setzero_ps();
  const __m128 sign = _mm_set1_ps(-0.0f);
  for (std::size_t i = 0; i < size; i += 4) sum = _mm_add_ps(sum, _mm_andnot_ps(sign, _mm_loadu_ps(vector + i)));
  alignas(16) float parts[4];
  _mm_store_ps(parts, sum);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

}  // namespace

void write_code(const BlockLayout& layout, std::uint8_t* block, std::size_t row, Metric metric, const float* residual,
                Slot slot) {
  const std::size_t size = layout.coordinates;
  for (std::size_t pair = 0; pair < layout.digit_pairs(); ++pair) {
    std::uint8_t byte = 0;
    for (unsigned bit = 0; bit < 8; ++bit) byte |= static_cast<std::uint8_t>((residual[8 * pair + bit] > 0) << bit);
    block[kBlockRows * pair + row] = byte;
  }
  const float squared_norm = dot(residual, residual, size);
  const float absolute = absolute_sum(residual, size);
  const bool is_zero = !(squared_norm > 0);
  // The product of the residual and p is estimated as scale * sum(±p), with the signs of the code.
  const float scale = is_zero ? 0 : squared_norm / absolute;
  // The square of the cosine of the angle between the residual and its signs.
  const float fit = is_zero ? 1 : absolute * absolute / (static_cast<float>(size) * squared_norm);
  const float error = std::sqrt(squared_norm * std::max(0.0f, 1 / fit - 1) / static_cast<float>(size - 1));
  const float factor = metric == Metric::DotProduct ? 1 : 2;
  BlockNumbers& numbers = layout.numbers(block);
  numbers.squared_norms[row] = metric == Metric::DotProduct ? 0 : squared_norm;
  numbers.scales[row] = factor * scale;
  numbers.errors[row] = factor * error;
  numbers.slots[row] = slot;
}

void copy_code(const BlockLayout& layout, const std::uint8_t* from_block, std::size_t from, std::uint8_t* to_block,
               std::size_t to) {
  for (std::size_t pair = 0; pair < layout.digit_pairs(); ++pair)
    to_block[kBlockRows * pair + to] = from_block[kBlockRows * pair + from];
  const BlockNumbers& old_numbers = layout.numbers(from_block);
  BlockNumbers& numbers = layout.numbers(to_block);
  numbers.squared_norms[to] = old_numbers.squared_norms[from];
  numbers.scales[to] = old_numbers.scales[from];
  numbers.errors[to] = old_numbers.errors[from];
  numbers.slots[to] = old_numbers.slots[from];
}

// A table's entry for a digit is the sum of ±p of its four coordinates, less the smallest such sum. So each coordinate
// adds 2 * |p| if its bit has the sign of p, and else nothing.
void QueryTables::fill(const float* vector, BlockQuery& query) {
  const std::size_t digits = tables_.size() / 16;
  float greatest = 0, total = 0;
  for (std::size_t digit = 0; digit < digits; ++digit) {
    const float* const p = vector + 4 * digit;
    const float sum = std::abs(p[0]) + std::abs(p[1]) + std::abs(p[2]) + std::abs(p[3]);
    greatest = std::max(greatest, sum);
    total += sum;
  }
  const float step = 2 * greatest / kGreatestEntry;
  const float scale = greatest > 0 ? 2 / step : 0;
  for (std::size_t digit = 0; digit < digits; ++digit) {
    const float* const p = vector + 4 * digit;
    float if_set[4], if_not[4];
    for (std::size_t i = 0; i < 4; ++i) {
      if_set[i] = std::max(p[i], 0.0f) * scale;
      if_not[i] = std::max(-p[i], 0.0f) * scale;
    }
    // The sums of the first two coordinates are the same in each row of four entries.
    const __m128 first =
        _mm_setr_ps(if_not[0] + if_not[1], if_set[0] + if_not[1], if_not[0] + if_set[1], if_set[0] + if_set[1]);
    const float second[4] = {if_not[2] + if_not[3], if_set[2] + if_not[3], if_not[2] + if_set[3],
                             if_set[2] + if_set[3]};
    __m128i entries[4];
    for (std::size_t i = 0; i < 4; ++i) entries[i] = _mm_cvtps_epi32(_mm_add_ps(first, _mm_set1_ps(second[i])));
    const __m128i bytes =
        _mm_packus_epi16(_mm_packs_epi32(entries[0], entries[1]), _mm_packs_epi32(entries[2], entries[3]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(tables_.data() + 16 * digit), bytes);
  }
  query.tables = tables_.data();
  query.digit_pairs = digits / 2;
  query.step = step;
  query.least = -total;
}

}  // namespace partita::vectors
