#include "vectors/rotation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "vectors/sse2.h"

namespace partita::vectors {
namespace {

constexpr std::size_t kRotationRounds = 4;

// One step of Hadamard's transform: the sums and the differences of elements that are `apart`.
void butterfly(float* data, std::size_t size, std::size_t apart) {
  for (std::size_t start = 0; start < size; start += 2 * apart) {
    float* const low = data + start;
    float* const high = low + apart;
    for (std::size_t i = 0; i < apart; i += 4) {
      const __m128 a = _mm_loadu_ps(low + i), b = _mm_loadu_ps(high + i);
      _mm_storeu_ps(low + i, _mm_add_ps(a, b));
      _mm_storeu_ps(high + i, _mm_sub_ps(a, b));
    }
  }
}

// The steps with elements that are 1 and 2 apart.
void first_butterflies(float* data, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4) {
    const float a = data[i] + data[i + 1], b = data[i] - data[i + 1];
    const float c = data[i + 2] + data[i + 3], d = data[i + 2] - data[i + 3];
    data[i] = a + c;
    data[i + 1] = b + d;
    data[i + 2] = a - c;
    data[i + 3] = b - d;
  }
}

// Hadamard's transform. Requires: `size` is a power of two, at least 4.
void transform(float* data, std::size_t size) {
  first_butterflies(data, size);
  for (std::size_t apart = 4; apart < size; apart *= 2) butterfly(data, size, apart);
}

}  // namespace

Rotation::Rotation(std::size_t dimensions, std::uint64_t seed)
    : dimensions_(dimensions), coordinates_((dimensions + 63) / 64 * 64), span_(std::bit_floor(coordinates_)) {
  std::mt19937_64 random(seed);
  const float scale = 1 / std::sqrt(static_cast<float>(span_));
  signs_.resize(kRotationRounds * coordinates_);
  for (std::size_t i = 0; i < signs_.size(); ++i) {
    // Each round transforms span_ coordinates, from the beginning or up to the end, and leaves the others as they are.
    const std::size_t at = i % coordinates_, from = i / coordinates_ % 2 == 0 ? 0 : coordinates_ - span_;
    const bool transformed = at >= from && at < from + span_;
    signs_[i] = (random() & 1 ? 1.0f : -1.0f) * (transformed ? scale : 1.0f);
  }
}

void Rotation::apply(const float* vector, float* out) const {
  std::copy_n(vector, dimensions_, out);
  std::fill(out + dimensions_, out + coordinates_, 0.0f);
  for (std::size_t round = 0; round < kRotationRounds; ++round) {
    const float* const signs = signs_.data() + round * coordinates_;
    for (std::size_t i = 0; i < coordinates_; ++i) out[i] *= signs[i];
    transform(out + (round % 2 == 0 ? 0 : coordinates_ - span_), span_);
  }
}

}  // namespace partita::vectors
