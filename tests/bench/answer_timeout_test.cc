#include "load/generator/answer_timeout.h"

#include <gtest/gtest.h>

namespace partita::bench {
namespace {

using namespace std::chrono_literals;
using Seen = AnswerTimeout::Seen;

class AnswerTimeoutTest : public testing::Test {
 protected:
  bool look_after(AnswerTimeout::Clock::duration time, Seen seen) { return timeout_.look(now_ += time, seen); }

  AnswerTimeout timeout_{60s, 1s};
  AnswerTimeout::Clock::time_point now_{};
};

TEST_F(AnswerTimeoutTest, EndsIfNoBytesComeForAMinute) {
  ASSERT_TRUE(look_after(0s, Seen::Nothing));
  for (int second = 0; second < 60; ++second) ASSERT_TRUE(look_after(1s, Seen::Nothing));
  EXPECT_FALSE(look_after(1s, Seen::Nothing));
}

TEST_F(AnswerTimeoutTest, BeginsAnewWithEachThingThatComes) {
  for (int second = 0; second < 59; ++second) ASSERT_TRUE(look_after(1s, Seen::Nothing));
  ASSERT_TRUE(look_after(1s, Seen::Something));
  for (int second = 0; second < 60; ++second) ASSERT_TRUE(look_after(1s, Seen::Nothing));
  EXPECT_FALSE(look_after(1s, Seen::Nothing));
}

TEST_F(AnswerTimeoutTest, SurvivesAStopOfTheProgramItself) {
  ASSERT_TRUE(look_after(0s, Seen::Nothing));
  EXPECT_TRUE(look_after(10min, Seen::Nothing));
  EXPECT_TRUE(look_after(1ms, Seen::Something));
}

}  // namespace
}  // namespace partita::bench
