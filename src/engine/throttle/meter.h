// Meter: the capacity of one side of a table or a global index, reads or writes, with its partition key ranges.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/throttle/token_bucket.h"
#include "value/limits.h"

namespace partita::engine {

enum class Side : std::uint8_t { Read, Write };

// The settings of a meter.
struct MeterRate {
  BucketRate bucket;
  bool on_demand = false;
  // With on_demand: the most units per second, or -1. The bucket then has at most this rate.
  std::int64_t ceiling = -1;
  friend bool operator==(const MeterRate&, const MeterRate&) = default;
};

// The limit that a request met.
enum class Limit : std::uint8_t { None, Provisioned, OnDemand, Ceiling, KeyRange };

// Not thread-safe.
class Meter {
 public:
  static constexpr std::size_t kKeyRanges = 256;
  // The time over which the traffic of an on-demand table is averaged to find its peak.
  static constexpr std::int64_t kPeakMs = 60'000;

  Meter(Side side, const MeterRate& rate, std::int64_t now_ms);

  // Applies other settings from now on. An on-demand table keeps the rate that it has grown to.
  void set_rate(const MeterRate& rate, std::int64_t now_ms);

  // The limit that a request would meet which has used `used` thousandths of units already, and `used_of_range` of them
  // in the key range of the hash.
  Limit meets(std::uint32_t hash, std::int64_t used, std::int64_t used_of_range, std::int64_t now_ms);
  // The thousandths of units that are left for a request on that key range. Not positive if meets() would return a
  // limit.
  std::int64_t left(std::uint32_t hash, std::int64_t now_ms);
  // Needs no memory. Units that are taken before the first meets() or left() do not count in a key range.
  void take(std::uint32_t hash, std::int64_t milli, std::int64_t now_ms);

  // The key range of a partition key, by its hash.
  static std::size_t range_of(std::uint32_t hash) { return hash >> 24; }
  static_assert(kKeyRanges == 1 << 8);
  bool on_demand() const { return rate_.on_demand; }

 private:
  // The units of a key range that are missing from a full one, and when they were counted. Zeros mean a full range.
  struct Range {
    std::int64_t missing = 0;
    std::int64_t at_ms = 0;
  };
  std::int64_t range_units() const {
    return side_ == Side::Read ? limits::kPartitionReadUnits : limits::kPartitionWriteUnits;
  }
  // Makes ranges_.
  void reserve();
  // Requires: ranges_ are made.
  std::int64_t left_of_range(std::uint32_t hash, std::int64_t now_ms);
  BucketRate bucket_rate() const;
  void grow(std::int64_t now_ms);

  const Side side_;
  MeterRate rate_;
  std::int64_t grown_ = 0;  // twice the highest average of the traffic so far
  std::int64_t peak_began_ms_;
  std::int64_t peak_milli_ = 0;  // taken since then
  TokenBucket bucket_;
  std::unique_ptr<std::array<Range, kKeyRanges>> ranges_;  // nullptr until the first request
};

}  // namespace partita::engine
