#include "engine/vectors/scorer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace partita::engine {
namespace {

double element(const char* vector, std::size_t i) {
  float value;
  std::memcpy(&value, vector + i * sizeof value, sizeof value);
  return value;
}

const char* bytes_of(const std::vector<float>& vector) { return reinterpret_cast<const char*>(vector.data()); }

// The squares of 32-bit floats neither overflow nor vanish in a 64-bit sum.
double squared_length(const char* vector, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += element(vector, i) * element(vector, i);
  return sum;
}

}  // namespace

Scorer::Scorer(VectorDistanceFunction function, std::vector<float> query)
    : function_(function), query_(std::move(query)), kernels_(kernels()) {
  if (function_ != VectorDistanceFunction::Cosine) return;
  squared_length_ = squared_length(bytes_of(query_), query_.size());
  const double length = std::sqrt(squared_length_);
  direction_ = query_;
  if (length > 0)
    for (float& value : direction_) value = static_cast<float>(value / length);
}

float Scorer::inverse_length(const char* vector) const {
  if (function_ != VectorDistanceFunction::Cosine) return 0;
  const float fast = kernels_.product(vector, vector, query_.size());
  // The 32-bit squares of very large or small numbers are not exact.
  constexpr float kLeast = 1e-25f, kMost = 1e30f;
  if (kLeast < fast && fast < kMost) return 1 / std::sqrt(fast);
  const double length = std::sqrt(squared_length(vector, query_.size()));
  return length > 0 ? static_cast<float>(1 / length) : 0;
}

float Scorer::rank(const char* vector, float inverse_length) const {
  float rank = 0;
  switch (function_) {
    case VectorDistanceFunction::Cosine:
      rank = -kernels_.product(bytes_of(direction_), vector, query_.size()) * inverse_length;
      break;
    case VectorDistanceFunction::Euclidean:
      rank = kernels_.distance(bytes_of(query_), vector, query_.size());
      break;
    case VectorDistanceFunction::DotProduct:
      rank = -kernels_.product(bytes_of(query_), vector, query_.size());
      break;
  }
  if (std::isfinite(rank)) return rank;
  // The 32-bit sum overflowed. A 64-bit one cannot, but its result may be no 32-bit number.
  constexpr double kMost = std::numeric_limits<float>::max();
  const double score = exact(vector);
  switch (function_) {
    case VectorDistanceFunction::Cosine:
      return static_cast<float>(score - 1);
    case VectorDistanceFunction::Euclidean:
      return static_cast<float>(std::min(score * score, kMost));
    case VectorDistanceFunction::DotProduct:
      return static_cast<float>(std::clamp(-score, -kMost, kMost));
  }
  return 0;
}

double Scorer::exact(const char* vector) const {
  double sum = 0;
  if (function_ == VectorDistanceFunction::Euclidean) {
    for (std::size_t i = 0; i < query_.size(); ++i) {
      const double difference = query_[i] - element(vector, i);
      sum += difference * difference;
    }
    return std::sqrt(sum);
  }
  for (std::size_t i = 0; i < query_.size(); ++i) sum += query_[i] * element(vector, i);
  if (function_ == VectorDistanceFunction::DotProduct) return sum;
  const double squares = squared_length_ * squared_length(vector, query_.size());
  if (squares == 0) return 1;  // the direction of a zero vector is not defined
  return std::clamp(1 - sum / std::sqrt(squares), 0.0, 2.0);
}

float Scorer::score(const char* vector) const {
  constexpr double kMost = std::numeric_limits<float>::max();
  const auto score = static_cast<float>(std::clamp(exact(vector), -kMost, kMost));
  return score == 0 ? 0.0f : score;  // never a negative zero
}

}  // namespace partita::engine
