// The pace of requests, with a clock of the test.
#include "transfer/tables/pace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace partita {
namespace pace_test {

using namespace std::chrono_literals;
using transfer::Pace;

class PaceOfUnits : public ::testing::Test {
 protected:
  Pace::Clock::time_point now_{100s};
  Pace::Now clock_ = [this] { return now_; };

  // Sends requests of up to 10 units at the moments that the pace gives, one each millisecond at most. The database
  // takes up to `capacity` units a second and does not save any; 0: all. Returns the units that it took each second, in
  // the mean.
  double send_for(Pace& pace, std::chrono::seconds time, double capacity = 0) {
    const double before = pace.spent();
    double left = 0;
    const auto begin = now_;
    auto second = now_ - 1s;
    while (now_ < begin + time) {
      now_ = std::max(now_ + 1ms, pace.reserve());
      if (now_ - second >= 1s) {
        second = now_;
        left = capacity;
      }
      const auto asked = static_cast<double>(pace.at_once(10));
      const double taken = capacity == 0 ? asked : std::min(left, asked);
      left -= taken;
      if (taken > 0) pace.spend(taken);
      if (taken < asked) pace.refuse(asked - taken);
    }
    return (pace.spent() - before) / std::chrono::duration<double>(now_ - begin).count();
  }
};

TEST_F(PaceOfUnits, WithoutALimitNothingWaits) {
  Pace pace(0, clock_);
  EXPECT_NEAR(send_for(pace, 2s), 10'000, 10);
  EXPECT_EQ(pace.rate(), 0);
}

TEST_F(PaceOfUnits, ACeilingLimitsTheUnitsOfASecond) {
  for (const double ceiling : {5.0, 500.0}) {
    Pace pace(ceiling, clock_);
    EXPECT_NEAR(send_for(pace, 20s), ceiling, ceiling * 0.15);
    EXPECT_EQ(pace.rate(), ceiling);
  }
}

TEST_F(PaceOfUnits, ATableWithALimitOfItsOwnIsUsedToThatLimit) {
  for (const double capacity : {5.0, 40.0, 700.0}) {
    Pace pace(0, clock_);
    send_for(pace, 30s, capacity);  // finds the limit
    EXPECT_GT(send_for(pace, 200s, capacity), 0.6 * capacity) << capacity;
    EXPECT_LT(pace.rate(), std::max(2 * capacity, capacity + 20));
  }
}

TEST_F(PaceOfUnits, ItRisesAgainWhenTheLimitIsGone) {
  Pace pace(0, clock_);
  send_for(pace, 60s, 20);
  EXPECT_LT(pace.rate(), 50);
  send_for(pace, 60s);
  EXPECT_GT(pace.rate(), 1'000);
}

// A database that takes nine tenths of each request, for another reason than its limit.
TEST_F(PaceOfUnits, ASmallPartThatIsRefusedDoesNotStopIt) {
  Pace pace(0, clock_);
  for (const auto end = now_ + 120s; now_ < end;) {
    now_ = std::max(now_ + 1ms, pace.reserve());
    pace.spend(9);
    pace.refuse(1);
  }
  EXPECT_GT(pace.spent() / 120, 100);
}

TEST_F(PaceOfUnits, TheCeilingHoldsAfterRefusalsToo) {
  Pace pace(500, clock_);
  send_for(pace, 30s, 100);
  EXPECT_LT(pace.rate(), 200);
  send_for(pace, 60s);
  EXPECT_EQ(pace.rate(), 500);
}

TEST_F(PaceOfUnits, ItNeverStops) {
  Pace pace(0, clock_);
  for (int i = 0; i < 100; ++i) {
    pace.refuse(25);
    now_ += 2s;
  }
  EXPECT_GE(pace.rate(), 1);
}

}  // namespace pace_test
}  // namespace partita
