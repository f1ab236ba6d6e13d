#include "http/patience.h"

#include <gtest/gtest.h>

namespace partita::bench {
namespace {

using namespace std::chrono_literals;
using Seen = Patience::Seen;

class PatienceTest : public testing::Test {
 protected:
  bool look_after(Patience::Clock::duration time, Seen seen) { return patience_.look(now_ += time, seen); }

  Patience patience_{60s, 1s};
  Patience::Clock::time_point now_{};
};

TEST_F(PatienceTest, EndsWhereNothingComesForSoLong) {
  ASSERT_TRUE(look_after(0s, Seen::Nothing));
  for (int second = 0; second < 60; ++second) ASSERT_TRUE(look_after(1s, Seen::Nothing));
  EXPECT_FALSE(look_after(1s, Seen::Nothing));
}

TEST_F(PatienceTest, BeginsAnewWithEachThingThatComes) {
  for (int second = 0; second < 59; ++second) ASSERT_TRUE(look_after(1s, Seen::Nothing));
  ASSERT_TRUE(look_after(1s, Seen::Something));
  for (int second = 0; second < 60; ++second) ASSERT_TRUE(look_after(1s, Seen::Nothing));
  EXPECT_FALSE(look_after(1s, Seen::Nothing));
}

TEST_F(PatienceTest, SurvivesAStopOfTheProgramItself) {
  ASSERT_TRUE(look_after(0s, Seen::Nothing));
  EXPECT_TRUE(look_after(10min, Seen::Nothing));
  EXPECT_TRUE(look_after(1ms, Seen::Something));
}

}  // namespace
}  // namespace partita::bench
