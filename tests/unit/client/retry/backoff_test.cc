#include "client/retry/backoff.h"

#include <gtest/gtest.h>

namespace partita::client {
namespace backoff_test {

using std::chrono::milliseconds;

TEST(BackoffTest, doubles_up_to_a_limit_and_takes_a_random_part) {
  struct Case {
    int retry;
    Cause cause;
    double jitter;
    int expected_ms;
  };
  constexpr auto kAlmostOne = 0.999999;
  for (const Case& c :
       {Case{1, Cause::Transient, 0, 0}, Case{1, Cause::Transient, 0.6, 15}, Case{1, Cause::Transient, kAlmostOne, 24},
        Case{2, Cause::Transient, 0.5, 25}, Case{3, Cause::Transient, 0.5, 50}, Case{11, Cause::Transient, 0.5, 10'000},
        Case{1000, Cause::Transient, 0.5, 10'000}, Case{1, Cause::Throttled, 0.5, 500},
        Case{3, Cause::Throttled, 0.5, 2'000}, Case{9, Cause::Throttled, 0.25, 5'000}})
    EXPECT_EQ(delay_before(c.retry, c.cause, c.jitter), milliseconds(c.expected_ms)) << c.retry << " " << c.jitter;
}

TEST(BackoffTest, heeds_what_the_endpoint_asks_for_within_limits) {
  EXPECT_EQ(delay_before(1, Cause::Throttled, 0.5, milliseconds(100)), milliseconds(500));
  EXPECT_EQ(delay_before(1, Cause::Throttled, 0.5, milliseconds(700)), milliseconds(700));
  EXPECT_EQ(delay_before(1, Cause::Throttled, 0.5, milliseconds(60'000)), milliseconds(5'500));
}

TEST(RetryQuotaTest, runs_out_and_fills_up_by_successes) {
  RetryQuota quota;
  int retries = 0;
  while (quota.take(Cause::Transient)) ++retries;
  EXPECT_EQ(retries, RetryQuota::kCapacity / RetryQuota::kTransientCost);
  EXPECT_TRUE(quota.take(Cause::Throttled));
  EXPECT_TRUE(quota.take(Cause::Throttled));
  EXPECT_FALSE(quota.take(Cause::Throttled));
  const int left = quota.left();
  quota.give_back(0);
  EXPECT_EQ(quota.left(), left + 1);
  quota.give_back(RetryQuota::kTransientCost);
  EXPECT_EQ(quota.left(), left + 1 + RetryQuota::kTransientCost);
  quota.give_back(RetryQuota::kCapacity);
  EXPECT_EQ(quota.left(), RetryQuota::kCapacity);
}

}  // namespace backoff_test
}  // namespace partita::client
