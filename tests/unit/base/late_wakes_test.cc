// LateWakes wakes each waiting thread once, at the end.
#include "base/late_wakes.h"

#include <gtest/gtest.h>

#include <optional>

namespace partita::base {
namespace {

constexpr auto kWork = LateWakes::Of::Work, kAnswers = LateWakes::Of::Answers;

struct CountingSleeper final : Sleeper {
  void wake() noexcept override { ++wakes; }
  int wakes = 0;
};

TEST(LateWakes, wake_at_once_on_a_thread_that_gathers_none) {
  CountingSleeper sleeper;
  LateWakes::later(kWork, sleeper);
  LateWakes::later(kWork, sleeper);
  EXPECT_EQ(sleeper.wakes, 2);
}

TEST(LateWakes, wake_each_sleeper_once_at_the_end) {
  CountingSleeper one, other;
  {
    const LateWakes wakes(kWork);
    for (int i = 0; i < 3; ++i) {
      LateWakes::later(kWork, one);
      LateWakes::later(kWork, other);
    }
    EXPECT_EQ(one.wakes + other.wakes, 0);
  }
  EXPECT_EQ(one.wakes, 1);
  EXPECT_EQ(other.wakes, 1);
}

TEST(LateWakes, call_first_once_for_each_round) {
  int rounds = 0;
  CountingSleeper sleeper;
  LateWakes wakes(kWork, [&] { ++rounds; });
  for (int round = 1; round <= 3; ++round) {
    LateWakes::later(kWork, sleeper);
    LateWakes::later(kWork, sleeper);
    EXPECT_EQ(rounds, round);
    wakes.wake_all();
    EXPECT_EQ(sleeper.wakes, round);
  }
}

TEST(LateWakes, gather_only_their_kind) {
  CountingSleeper sleeper;
  const LateWakes wakes(kAnswers);
  LateWakes::later(kWork, sleeper);
  EXPECT_EQ(sleeper.wakes, 1);
  LateWakes::later(kAnswers, sleeper);
  EXPECT_EQ(sleeper.wakes, 1);
}

TEST(LateWakes, nest) {
  CountingSleeper sleeper;
  const LateWakes outer(kWork);
  std::optional<LateWakes> inner(std::in_place, kWork);
  LateWakes::later(kWork, sleeper);
  inner.reset();
  EXPECT_EQ(sleeper.wakes, 1);
  LateWakes::later(kWork, sleeper);
  EXPECT_EQ(sleeper.wakes, 1);
}

TEST(LateWakes, wake_at_once_if_there_are_too_many_sleepers) {
  CountingSleeper sleepers[LateWakes::kMostSleepers], one_more;
  const LateWakes wakes(kWork);
  for (CountingSleeper& sleeper : sleepers) LateWakes::later(kWork, sleeper);
  LateWakes::later(kWork, one_more);
  EXPECT_EQ(one_more.wakes, 1);
  for (const CountingSleeper& sleeper : sleepers) EXPECT_EQ(sleeper.wakes, 0);
}

TEST(LateWakes, hold_the_owner_until_the_wake) {
  const auto sleeper = std::make_shared<CountingSleeper>();
  {
    const LateWakes wakes(kWork);
    LateWakes::later(kWork, *sleeper, sleeper);
    EXPECT_EQ(sleeper.use_count(), 2);
  }
  EXPECT_EQ(sleeper->wakes, 1);
  EXPECT_EQ(sleeper.use_count(), 1);
}

}  // namespace
}  // namespace partita::base
