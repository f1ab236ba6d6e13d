// The delay before a retry, and the decision whether there may be one. They follow the SDKs' standard mode, with its
// figures for DynamoDB. The source is "Retry behavior" in the AWS SDKs and Tools reference guide.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

namespace partita::client {

inline constexpr std::chrono::milliseconds kTransientBase{25};
inline constexpr std::chrono::milliseconds kThrottledBase{1'000};
inline constexpr std::chrono::milliseconds kLongestDelay{20'000};
// The endpoint may ask for a delay that is longer than the computed one by at most this.
inline constexpr std::chrono::milliseconds kLongestExtension{5'000};

enum class Cause : std::uint8_t { Transient, Throttled };

// `retry` counts from 1, `jitter` is in [0, 1), and `asked` is the endpoint's x-amz-retry-after.
inline std::chrono::milliseconds delay_before(int retry, Cause cause, double jitter,
                                              std::optional<std::chrono::milliseconds> asked = {}) {
  auto longest = cause == Cause::Throttled ? kThrottledBase : kTransientBase;
  for (int i = 1; i < retry && longest < kLongestDelay; ++i) longest *= 2;
  longest = std::min(longest, kLongestDelay);
  const std::chrono::milliseconds delay(static_cast<std::int64_t>(jitter * static_cast<double>(longest.count())));
  return asked ? std::clamp(*asked, delay, delay + kLongestExtension) : delay;
}

// A budget that all requests of a database share, so that retries do not pile up on an endpoint that is down. Each
// retry takes from the budget, and each success gives back to it.
class RetryQuota {
 public:
  // Takes the cost of a retry and returns it. Returns nullopt if too little is left.
  std::optional<int> take(Cause cause) {
    const int cost = cause == Cause::Throttled ? kThrottledCost : kTransientCost;
    if (left_ < cost) return std::nullopt;
    left_ -= cost;
    return cost;
  }
  // Must be called after a success, with the cost of the retry that led to it, or with 0 if the first attempt
  // succeeded.
  void give_back(int cost) { left_ = std::min(kCapacity, left_ + std::max(cost, 1)); }
  int left() const { return left_; }

  static constexpr int kCapacity = 500;
  static constexpr int kTransientCost = 14;
  static constexpr int kThrottledCost = 5;

 private:
  int left_ = kCapacity;
};

}  // namespace partita::client
