// The pace of requests, with a clock of the test.
#include "transfer/tables/pace.h"

#include <gtest/gtest.h>

namespace partita {
namespace pace_test {

using namespace std::chrono_literals;
using transfer::Pace;

class PaceOfUnits : public ::testing::Test {
 protected:
  Pace::Clock::time_point now_{100s};
  Pace::Now clock_ = [this] { return now_; };

  // Spends requests of 10 units as fast as the pace allows, and returns the units of the time.
  double spend_for(Pace& pace, std::chrono::milliseconds time) {
    const double before = pace.spent();
    for (const auto end = now_ + time; now_ < end; now_ += 1ms)
      if (pace.due() == 0s) pace.spend(10);
    return pace.spent() - before;
  }
};

TEST_F(PaceOfUnits, WithoutALimitNothingWaits) {
  Pace pace(0, clock_);
  EXPECT_EQ(spend_for(pace, 1s), 10'000);
  EXPECT_EQ(pace.rate(), 0);
}

TEST_F(PaceOfUnits, ACeilingLimitsTheUnitsOfASecond) {
  Pace pace(500, clock_);
  EXPECT_NEAR(spend_for(pace, 10s), 5'000, 200);
  EXPECT_EQ(pace.rate(), 500);
}

TEST_F(PaceOfUnits, AfterThrottlingItFallsBelowWhatWasReachedAndRisesSlowly) {
  Pace pace(0, clock_);
  spend_for(pace, 2s);
  pace.throttled();
  pace.throttled();  // of the same moment
  EXPECT_NEAR(pace.rate(), 7'000, 100);
  spend_for(pace, 10s);
  EXPECT_GT(pace.rate(), 9'000);
  EXPECT_LT(pace.rate(), 12'000);
}

TEST_F(PaceOfUnits, TheCeilingHoldsAfterThrottlingToo) {
  Pace pace(500, clock_);
  spend_for(pace, 3s);
  pace.throttled();
  EXPECT_LT(pace.rate(), 400);
  spend_for(pace, 60s);
  EXPECT_EQ(pace.rate(), 500);
}

TEST_F(PaceOfUnits, ItNeverStops) {
  Pace pace(0, clock_);
  for (int i = 0; i < 100; ++i) {
    pace.throttled();
    now_ += 2s;
  }
  EXPECT_GE(pace.rate(), 1);
}

}  // namespace pace_test
}  // namespace partita
