// A histogram of latencies: nanoseconds in buckets that are at most 1/128 of their value wide.
#pragma once

#include <array>
#include <cstdint>

namespace partita::bench {

class Histogram {
 public:
  void add(std::uint64_t nanoseconds) {
    ++buckets_[bucket_of(nanoseconds)];
    ++count_;
  }
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  // The least value, in microseconds and up to a bucket's width, that this fraction of the values does not exceed. It
  // is 0 without values. Requires: 0 < fraction <= 1.
  double percentile_us(double fraction) const;

 private:
  // Each value below kSteps has its own bucket. Above, each power of two has kSteps buckets.
  static constexpr std::uint64_t kStepBits = 7;
  static constexpr std::uint64_t kSteps = 1 << kStepBits;

  static std::size_t bucket_of(std::uint64_t value);
  static std::uint64_t end_of(std::size_t bucket);

  std::array<std::uint64_t, (64 - kStepBits + 1) * kSteps> buckets_{};
  std::uint64_t count_ = 0;
};

}  // namespace partita::bench
