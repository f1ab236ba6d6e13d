#include "engine/vector_cache/scorer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vectors/distances.h"

namespace partita::engine {
namespace {

// The squares of 32-bit floats neither overflow nor vanish in a 64-bit sum.
double squared_length(const float* vector, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(vector[i]) * vector[i];
  return sum;
}

}  // namespace

Scorer::Scorer(VectorDistanceFunction function, std::vector<float> query)
    : function_(function), query_(std::move(query)) {
  if (function_ != VectorDistanceFunction::Cosine) return;
  squared_length_ = squared_length(query_.data(), query_.size());
  const double length = std::sqrt(squared_length_);
  direction_ = query_;
  if (length > 0)
    for (float& value : direction_) value = static_cast<float>(value / length);
}

float Scorer::inverse_length(const float* vector) const {
  if (function_ != VectorDistanceFunction::Cosine) return 0;
  const float fast = vectors::dot(vector, vector, query_.size());
  // The 32-bit squares of very large or small numbers are not exact.
  constexpr float kLeastExact = 1e-25f, kMostExact = 1e30f;
  if (kLeastExact < fast && fast < kMostExact) return 1 / std::sqrt(fast);
  const double length = std::sqrt(squared_length(vector, query_.size()));
  return length > 0 ? static_cast<float>(1 / length) : 0;
}

float Scorer::rank(const float* vector, float inverse_length) const {
  float rank = 0;
  switch (function_) {
    case VectorDistanceFunction::Cosine:
      rank = -vectors::dot(direction_.data(), vector, query_.size()) * inverse_length;
      break;
    case VectorDistanceFunction::Euclidean:
      rank = vectors::squared_distance(query_.data(), vector, query_.size());
      break;
    case VectorDistanceFunction::DotProduct:
      rank = -vectors::dot(query_.data(), vector, query_.size());
      break;
  }
  if (std::isfinite(rank)) return rank;
  // The 32-bit sum overflowed. A 64-bit one cannot, but its result may be no 32-bit number.
  constexpr double kLargestFloat = std::numeric_limits<float>::max();
  const double score = exact(vector);
  switch (function_) {
    case VectorDistanceFunction::Cosine:
      return static_cast<float>(score - 1);
    case VectorDistanceFunction::Euclidean:
      return static_cast<float>(std::min(score * score, kLargestFloat));
    case VectorDistanceFunction::DotProduct:
      return static_cast<float>(std::clamp(-score, -kLargestFloat, kLargestFloat));
  }
  return 0;
}

double Scorer::exact(const float* vector) const {
  double sum = 0;
  if (function_ == VectorDistanceFunction::Euclidean) {
    for (std::size_t i = 0; i < query_.size(); ++i) {
      const double difference = static_cast<double>(query_[i]) - vector[i];
      sum += difference * difference;
    }
    return std::sqrt(sum);
  }
  for (std::size_t i = 0; i < query_.size(); ++i) sum += static_cast<double>(query_[i]) * vector[i];
  if (function_ == VectorDistanceFunction::DotProduct) return sum;
  const double squares = squared_length_ * squared_length(vector, query_.size());
  if (squares == 0) return 1;  // the direction of a zero vector is not defined
  return std::clamp(1 - sum / std::sqrt(squares), 0.0, 2.0);
}

float Scorer::score(const float* vector) const {
  constexpr double kLargestFloat = std::numeric_limits<float>::max();
  const auto score = static_cast<float>(std::clamp(exact(vector), -kLargestFloat, kLargestFloat));
  return score == 0 ? 0.0f : score;  // never a negative zero
}

}  // namespace partita::engine
