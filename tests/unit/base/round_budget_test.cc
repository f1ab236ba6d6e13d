// RoundBudget: the work of one round, shared by all that runs on a thread.
#include "base/round_budget.h"

#include <gtest/gtest.h>

#include <thread>

namespace partita::base {
namespace {

TEST(RoundBudget, a_thread_without_one_may_do_all_that_it_wants) {
  RoundBudget::spend(1'000'000);
  EXPECT_EQ(RoundBudget::left(77), 77u);
}

TEST(RoundBudget, all_work_of_a_round_shares_it) {
  int rounds = 0;
  RoundBudget budget(100, [&] { ++rounds; });
  EXPECT_EQ(RoundBudget::left(1000), 100u);
  EXPECT_EQ(RoundBudget::left(20), 20u);
  RoundBudget::spend(0);
  EXPECT_EQ(rounds, 0);
  RoundBudget::spend(60);
  RoundBudget::spend(30);
  EXPECT_EQ(rounds, 1);
  EXPECT_EQ(RoundBudget::left(1000), 10u);
  RoundBudget::spend(1000);
  EXPECT_EQ(RoundBudget::left(1000), 0u);
  std::thread([] { EXPECT_EQ(RoundBudget::left(5), 5u) << "another thread"; }).join();
  budget.renew();
  EXPECT_EQ(RoundBudget::left(1000), 100u);
  RoundBudget::spend(1);
  EXPECT_EQ(rounds, 2);
}

}  // namespace
}  // namespace partita::base
