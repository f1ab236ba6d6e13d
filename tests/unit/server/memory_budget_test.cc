// MemoryBudget: the order in which memory is given, and the requests that get it.
#include "server/memory/memory_budget.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace partita::server {
namespace memory_budget_test {

constexpr std::size_t kMb = 1 << 20;

TEST(MemoryBudget, LeavesItsLastEighthToThoseWhoHoldLittle) {
  MemoryBudget budget(80 * kMb);
  MemoryHold large(budget), other(budget), little(budget);
  EXPECT_TRUE(large.resize(60 * kMb));
  EXPECT_FALSE(other.resize(11 * kMb));
  EXPECT_TRUE(other.resize(10 * kMb));
  EXPECT_TRUE(budget.scarce());
  EXPECT_FALSE(other.resize(10 * kMb + 1));
  EXPECT_EQ(other.bytes(), 10 * kMb);
  EXPECT_FALSE(budget.ample());
  EXPECT_TRUE(little.resize(budget.little()));
  EXPECT_EQ(budget.held(), 70 * kMb + budget.little());
  EXPECT_TRUE(large.resize(kMb));
  EXPECT_TRUE(budget.ample());
  EXPECT_FALSE(budget.scarce());
  EXPECT_FALSE(large.resize(60 * kMb));
  // A request wants more memory than is left.
  EXPECT_TRUE(budget.scarce());
  budget.forget_wanted();
  EXPECT_FALSE(budget.scarce());
  little.force(100 * kMb);
  EXPECT_EQ(budget.peak(), 111 * kMb);
  little.force(0);
  EXPECT_EQ(budget.held(), 11 * kMb);
}

TEST(MemoryBudget, KeepsReleasedBytesForTheQueueInItsOrder) {
  MemoryBudget budget(80 * kMb);
  MemoryHold holder(budget), large(budget), larger(budget), passer(budget);
  EXPECT_TRUE(holder.resize(60 * kMb));
  EXPECT_FALSE(large.resize(30 * kMb));
  large.queue();
  EXPECT_FALSE(larger.resize(40 * kMb));
  larger.queue();
  EXPECT_EQ(budget.queued(), 2u);
  // As much is left, but not for requests that come later.
  EXPECT_FALSE(passer.resize(2 * kMb));
  EXPECT_TRUE(holder.resize(40 * kMb));
  EXPECT_FALSE(larger.resize(40 * kMb));
  EXPECT_FALSE(passer.resize(2 * kMb));
  EXPECT_TRUE(large.resize(30 * kMb));
  large.leave_queue();
  EXPECT_TRUE(holder.resize(0));
  EXPECT_TRUE(larger.resize(40 * kMb));
  larger.leave_queue();
  EXPECT_EQ(budget.queued(), 0u);
  EXPECT_FALSE(passer.resize(2 * kMb));
  large.force(0);
  EXPECT_TRUE(passer.resize(2 * kMb));
}

// The request got the memory for its body, and then the body does not come.
TEST(MemoryBudget, KeepsNothingForOneInTheQueueWhoHasWhatItAskedFor) {
  MemoryBudget budget(80 * kMb);
  MemoryHold holder(budget), first(budget), second(budget);
  EXPECT_TRUE(holder.resize(60 * kMb));
  EXPECT_FALSE(first.resize(30 * kMb));
  first.queue();
  EXPECT_FALSE(second.resize(35 * kMb));
  second.queue();
  EXPECT_TRUE(holder.resize(0));
  EXPECT_TRUE(first.resize(30 * kMb));
  EXPECT_TRUE(second.resize(40 * kMb));
  // Its place is still before the second one's.
  EXPECT_FALSE(second.resize(60 * kMb));
  EXPECT_FALSE(first.resize(70 * kMb));
  second.force(20 * kMb);
  EXPECT_FALSE(second.resize(30 * kMb));
  EXPECT_TRUE(first.resize(50 * kMb));
}

TEST(MemoryBudget, ThoseWhoHoldLittlePassWithinTheirEighth) {
  MemoryBudget budget(80 * kMb);
  MemoryHold holder(budget), large(budget);
  EXPECT_TRUE(holder.resize(60 * kMb));
  EXPECT_FALSE(large.resize(70 * kMb));
  large.queue();
  std::vector<std::unique_ptr<MemoryHold>> little;
  std::size_t passed = 0;
  for (int i = 0; i < 100; ++i) {
    little.push_back(std::make_unique<MemoryHold>(budget));
    passed += little.back()->resize(kMb) ? 1 : 0;
  }
  EXPECT_EQ(passed, 10u);
  holder.force(0);
  // They still hold the reserve, and the large request gets all the rest.
  EXPECT_TRUE(large.resize(70 * kMb));
  EXPECT_EQ(budget.held(), 80 * kMb);
}

// A stream of requests that need less comes and goes.
TEST(MemoryBudget, ALargeOneIsServedAmongManySmaller) {
  MemoryBudget budget(80 * kMb);
  std::vector<std::unique_ptr<MemoryHold>> stream;
  const auto fill = [&] {
    do stream.push_back(std::make_unique<MemoryHold>(budget));
    while (stream.back()->resize(budget.little()));
  };
  fill();
  MemoryHold large(budget);
  bool served = false;
  std::size_t rounds = 0;
  for (; !served && rounds < 1000; ++rounds) {
    served = large.resize(50 * kMb);
    if (!served) large.queue();
    stream.erase(stream.begin());
    fill();
  }
  EXPECT_TRUE(served);
  EXPECT_LE(rounds, 80u);
}

// The numbers of places are those of bytes: one that asks for little passes as many bytes as it asks for less.
TEST(MemoryBudget, OneThatAsksForLessPassesSomeThatAskForMore) {
  MemoryBudget budget(80 * kMb);
  MemoryHold holder(budget);
  EXPECT_TRUE(holder.resize(60 * kMb));
  std::vector<std::unique_ptr<MemoryHold>> large;
  for (int i = 0; i < 4; ++i) {
    large.push_back(std::make_unique<MemoryHold>(budget));
    EXPECT_FALSE(large.back()->resize(40 * kMb));
    large.back()->queue();
  }
  // The 10 MB that are left are for the first one that needs them.
  int passed = 0;
  for (int i = 0; i < 100; ++i) {
    MemoryHold small(budget);
    if (!small.resize(5 * kMb)) small.queue();
    if (small.resize(5 * kMb)) ++passed;
  }
  EXPECT_EQ(passed, 7) << "nearly as many bytes as one of the large ones, which came before";
  holder.force(0);
  EXPECT_TRUE(large.front()->resize(40 * kMb));
  EXPECT_FALSE(large.back()->resize(40 * kMb));
}

// A request that is held already waits for bytes that only later ones give back, if those could pass it.
TEST(MemoryBudget, OneThatHoldsARequestComesBeforeAllWhoDoNot) {
  MemoryBudget budget(80 * kMb);
  MemoryHold holder(budget), newcomer(budget), request(budget), next(budget);
  EXPECT_TRUE(request.resize(10 * kMb));
  EXPECT_TRUE(holder.resize(50 * kMb));
  EXPECT_FALSE(newcomer.resize(15 * kMb));
  newcomer.queue();
  EXPECT_FALSE(request.resize(40 * kMb));
  request.queue(QueueAs::Request);
  EXPECT_FALSE(next.resize(11 * kMb));
  next.queue(QueueAs::Request);
  holder.force(20 * kMb);
  EXPECT_FALSE(newcomer.resize(15 * kMb));
  EXPECT_FALSE(next.resize(11 * kMb));
  EXPECT_TRUE(request.resize(40 * kMb));
}

// Requests that come again and again and hold no memory while they wait, such as reads of large answers.
TEST(MemoryBudget, ANewcomerIsServedAmongRequestsThatHoldLittle) {
  MemoryBudget budget(80 * kMb);
  std::vector<std::unique_ptr<MemoryHold>> running;
  std::vector<std::unique_ptr<MemoryHold>> waiting;
  const auto come = [&] {
    auto request = std::make_unique<MemoryHold>(budget);
    if (request->resize(30 * kMb)) return running.push_back(std::move(request));
    request->queue(QueueAs::Request);
    waiting.push_back(std::move(request));
  };
  for (int i = 0; i < 6; ++i) come();
  MemoryHold newcomer(budget);
  EXPECT_FALSE(newcomer.resize(20 * kMb));
  newcomer.queue();
  int rounds = 0;
  for (; rounds < 100 && !newcomer.resize(20 * kMb); ++rounds) {
    running.erase(running.begin());
    come();
    std::erase_if(waiting, [&](std::unique_ptr<MemoryHold>& one) {
      if (!one->resize(30 * kMb)) return false;
      one->leave_queue();
      running.push_back(std::move(one));
      return true;
    });
    ASSERT_FALSE(running.empty());
  }
  EXPECT_LE(rounds, 6);
}

}  // namespace memory_budget_test
}  // namespace partita::server
