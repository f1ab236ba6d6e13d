#include "engine/throttle/meter.h"

#include <algorithm>

namespace partita::engine {

Meter::Meter(Side side, const MeterRate& rate, std::int64_t now_ms)
    : side_(side), rate_(rate), peak_began_ms_(now_ms), bucket_(bucket_rate(), now_ms) {}

BucketRate Meter::bucket_rate() const {
  BucketRate rate = rate_.bucket;
  if (!rate_.on_demand) return rate;
  rate.units_per_second = std::max(rate.units_per_second, grown_);
  if (rate_.ceiling >= 0) rate.units_per_second = std::min(rate.units_per_second, rate_.ceiling);
  return rate;
}

void Meter::set_rate(const MeterRate& rate, std::int64_t now_ms) {
  grow(now_ms);
  rate_ = rate;
  if (bucket_rate() != bucket_.rate()) bucket_.set_rate(bucket_rate(), now_ms);
}

void Meter::grow(std::int64_t now_ms) {
  const std::int64_t passed_ms = now_ms - peak_began_ms_;
  if (passed_ms >= 0 && passed_ms < kPeakMs) return;
  const std::int64_t average = peak_milli_ / kPeakMs;
  grown_ = std::max(grown_, std::min(2 * average, limits::kOnDemandUnits));
  // What the bucket gets for the time until now has the rate of that time.
  if (rate_.on_demand && bucket_rate() != bucket_.rate())
    bucket_.set_rate(bucket_rate(), passed_ms < 0 ? now_ms : peak_began_ms_ + kPeakMs);
  peak_began_ms_ = now_ms;
  peak_milli_ = 0;
}

std::int64_t Meter::left_of_range(std::uint32_t hash, std::int64_t now_ms) {
  const std::int64_t full = range_units() * 1000;
  Range& range = (*ranges_)[range_of(hash)];
  const std::int64_t passed_ms = now_ms - range.at_ms;
  if (range.missing > 0 && passed_ms > 0)
    range.missing = passed_ms > range.missing / range_units() ? 0 : range.missing - passed_ms * range_units();
  range.at_ms = now_ms;
  return full - range.missing;
}

void Meter::reserve() {
  if (!ranges_) ranges_ = std::make_unique<std::array<Range, kKeyRanges>>();
}

Limit Meter::meets(std::uint32_t hash, std::int64_t used, std::int64_t used_of_range, std::int64_t now_ms) {
  reserve();
  grow(now_ms);
  if (bucket_.level(now_ms) <= used) {
    if (!rate_.on_demand) return Limit::Provisioned;
    return rate_.ceiling >= 0 && bucket_.rate().units_per_second == rate_.ceiling ? Limit::Ceiling : Limit::OnDemand;
  }
  return left_of_range(hash, now_ms) <= used_of_range ? Limit::KeyRange : Limit::None;
}

std::int64_t Meter::left(std::uint32_t hash, std::int64_t now_ms) {
  reserve();
  grow(now_ms);
  return std::min(bucket_.level(now_ms), left_of_range(hash, now_ms));
}

void Meter::take(std::uint32_t hash, std::int64_t milli, std::int64_t now_ms) {
  grow(now_ms);
  peak_milli_ += milli;
  bucket_.take(milli, now_ms);
  if (!ranges_) return;
  left_of_range(hash, now_ms);
  (*ranges_)[range_of(hash)].missing += milli;
}

}  // namespace partita::engine
