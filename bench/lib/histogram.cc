#include "lib/histogram.h"

#include <bit>
#include <cmath>

namespace partita::bench {

std::size_t Histogram::bucket_of(std::uint64_t value) {
  if (value < kSteps) return value;
  const std::uint64_t power = 63 - static_cast<std::uint64_t>(std::countl_zero(value));
  const std::uint64_t step = (value >> (power - kStepBits)) - kSteps;
  return (power - kStepBits + 1) * kSteps + step;
}

// The greatest value of the bucket.
std::uint64_t Histogram::end_of(std::size_t bucket) {
  if (bucket < kSteps) return bucket;
  const std::uint64_t shift = bucket / kSteps - 1;
  const std::uint64_t step = bucket % kSteps + kSteps;
  return ((step + 1) << shift) - 1;
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
}

double Histogram::percentile_us(double fraction) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(fraction * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    seen += buckets_[bucket];
    if (seen >= wanted && seen > 0) return static_cast<double>(end_of(bucket)) / 1000;
  }
  return 0;
}

}  // namespace partita::bench
