// TokenBucket: capacity units that fill at a steady rate up to a limit. Requests may begin while it is positive, and
// take what they really cost afterwards, so it can go below zero.
//
// It counts in whole thousandths of a unit, so that a millisecond at any rate adds a whole number and nothing is lost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace partita::engine {

struct BucketRate {
  std::int64_t units_per_second = 0;
  std::int64_t seconds = 1;  // the bucket holds what this time fills, at least 1
  friend bool operator==(const BucketRate&, const BucketRate&) = default;
};

// Thousandths of a unit. All costs are multiples of half a unit.
inline std::int64_t milli_units(double units) { return std::llround(units * 1000); }

class TokenBucket {
 public:
  // Rates above this one never empty a bucket on any machine. The limits keep all products within 64 bits.
  static constexpr std::int64_t kMostUnitsPerSecond = 1'000'000'000;
  static constexpr std::int64_t kMostSeconds = 3600;

  // The bucket is full. `now_ms` is of any clock.
  TokenBucket(BucketRate rate, std::int64_t now_ms) : rate_(bounded(rate)), level_(most()), filled_ms_(now_ms) {}

  // Fills the bucket at the rate so far, and from now on at another one. What is above the new limit is lost.
  void set_rate(BucketRate rate, std::int64_t now_ms) {
    fill(now_ms);
    rate_ = bounded(rate);
    level_ = std::min(level_, most());
  }
  // The thousandths of units in the bucket, negative if it owes units.
  std::int64_t level(std::int64_t now_ms) {
    fill(now_ms);
    return level_;
  }
  void take(std::int64_t milli, std::int64_t now_ms) {
    fill(now_ms);
    level_ -= milli;
  }
  const BucketRate& rate() const { return rate_; }

 private:
  static BucketRate bounded(BucketRate rate) {
    return {std::clamp<std::int64_t>(rate.units_per_second, 0, kMostUnitsPerSecond),
            std::clamp<std::int64_t>(rate.seconds, 1, kMostSeconds)};
  }
  std::int64_t most() const { return rate_.units_per_second * rate_.seconds * 1000; }
  // A clock that was set back fills nothing, and one that was set far ahead fills the bucket.
  void fill(std::int64_t now_ms) {
    const std::int64_t passed_ms = now_ms - filled_ms_;
    filled_ms_ = now_ms;
    if (passed_ms <= 0 || rate_.units_per_second == 0) return;
    const std::int64_t missing_ms = (most() - level_) / rate_.units_per_second;
    level_ = passed_ms > missing_ms ? most() : level_ + passed_ms * rate_.units_per_second;
  }

  BucketRate rate_;
  std::int64_t level_;
  std::int64_t filled_ms_;
};

}  // namespace partita::engine
