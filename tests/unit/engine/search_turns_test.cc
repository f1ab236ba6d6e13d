#include "engine/vector_cache/search_turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <new>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace partita::engine {
namespace search_turns_test {

using Need = SearchTurns::Need;
using Turn = SearchTurns::Turn;

// Searches of partitions, which have one letter each, and their turns.
class SearchTurnsTest : public testing::Test {
 protected:
  explicit SearchTurnsTest(std::size_t most = 2)
      : turns_(most, [this](std::string_view prefix) {
          const auto need = needs_.find(prefix);
          return need == needs_.end() ? Need::One : need->second;
        }) {}

  // Starts a search. Its name is noted when it runs.
  void ask(const std::string& name) {
    auto turn = turns_.take(name.substr(0, 1), [this, name](Turn granted) {
      ++calls_;
      if (fails_.contains(name)) throw std::bad_alloc();
      run(name, std::move(granted));
    });
    if (turn) run(name, *std::move(turn));
  }
  // The map must not change while it erases, and the next search runs at once.
  void end(const std::string& name) { const auto ended = running_.extract(name); }
  // The searches that ran since the last call, in their order.
  std::string ran() { return std::exchange(ran_, ""); }

  std::map<std::string, Need, std::less<>> needs_;
  std::set<std::string> fails_;
  std::set<std::string> end_at_once_;
  int calls_ = 0;  // of searches that had waited
  SearchTurns turns_;

 private:
  void run(const std::string& name, Turn turn) {
    ran_ += (ran_.empty() ? "" : " ") + name;
    if (!end_at_once_.contains(name)) running_.emplace(name, std::move(turn));
  }

  std::string ran_;
  std::map<std::string, Turn> running_;
};

TEST_F(SearchTurnsTest, GrantsAnEndedTurnToTheFirstThatCanRun) {
  for (const char* name : {"a1", "b1", "a2", "c1", "b2", "a3"}) ask(name);
  EXPECT_EQ(ran(), "a1 b1");
  end("b1");
  EXPECT_EQ(ran(), "c1");  // a2 waits for its partition
  end("a1");
  EXPECT_EQ(ran(), "a2");
  end("c1");
  EXPECT_EQ(ran(), "b2");
  end("b2");
  EXPECT_EQ(ran(), "");
  end("a2");
  EXPECT_EQ(ran(), "a3");
  EXPECT_EQ(calls_, 4);  // each search that waited was called once
  ask("c2");
  EXPECT_EQ(ran(), "c2");
}

// A search that asks at the moment at which a turn ends must not have it before one that waits.
TEST_F(SearchTurnsTest, LetsNoLateComerGoFirst) {
  for (const char* name : {"a1", "b1", "a2"}) ask(name);
  EXPECT_EQ(ran(), "a1 b1");
  end("b1");
  ask("a3");
  EXPECT_EQ(ran(), "");
  end("a1");
  ask("a4");
  EXPECT_EQ(ran(), "a2");
  end("a2");
  ask("a5");
  EXPECT_EQ(ran(), "a3");
  end("a3");
  EXPECT_EQ(ran(), "a4");
  end("a4");
  EXPECT_EQ(ran(), "a5");
}

TEST_F(SearchTurnsTest, NeedsNoneForAPartitionInMemory) {
  for (const char* name : {"a1", "a2", "b1", "c1", "a3"}) ask(name);
  EXPECT_EQ(ran(), "a1 b1");
  needs_["a"] = Need::None;
  ask("a4");
  EXPECT_EQ(ran(), "a4");
  end("a1");
  EXPECT_EQ(ran(), "a2 a3 c1");  // all of a, and c in the place of a1
}

TEST_F(SearchTurnsTest, GivesSeveralForAPartitionThatDoesNotFit) {
  for (const char* name : {"a1", "a2", "a3", "b1"}) ask(name);
  EXPECT_EQ(ran(), "a1 b1");
  needs_["a"] = Need::Several;
  end("b1");
  EXPECT_EQ(ran(), "a2");
  end("a2");
  EXPECT_EQ(ran(), "a3");
  ask("a4");
  EXPECT_EQ(ran(), "");
  end("a1");
  EXPECT_EQ(ran(), "a4");
}

// Searches that end for lack of memory, or at once, do not keep others from their turns.
TEST_F(SearchTurnsTest, LosesNoTurnAndNoSearch) {
  constexpr int kSearches = 2000;
  for (const char* name : {"a", "b"}) ask(name);
  for (int i = 0; i < kSearches; ++i) {
    const std::string name = (i % 2 ? "a" : "b") + std::to_string(i);
    ask(name);
    (i % 3 ? fails_ : end_at_once_).insert(name);
  }
  ask("a last");
  EXPECT_EQ(ran(), "a b");
  end("a");
  end("b");
  EXPECT_EQ(calls_, kSearches + 1);
  EXPECT_NE(ran().find(" a last "), std::string::npos);
  ask("b last");
  EXPECT_EQ(ran(), "b last");
}

TEST(SearchTurnsOfThreads, AreTakenByTheirNumberAndByOneOfAPartition) {
  constexpr int kThreads = 4, kSearches = 3000, kPartitions = 3;
  constexpr std::size_t kMostRunning = 2;
  SearchTurns turns(kMostRunning, [](std::string_view) { return Need::One; });
  std::atomic<std::size_t> running = 0;
  std::atomic<int> of_partition[kPartitions] = {};
  std::atomic<int> ended = 0, faults = 0;
  const auto run = [&](int partition, Turn) {
    if (++running > kMostRunning) ++faults;
    if (++of_partition[partition] > 1) ++faults;
    std::this_thread::yield();
    --of_partition[partition];
    --running;
    ++ended;
  };
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      std::mt19937 random(static_cast<unsigned>(thread));
      for (int i = 0; i < kSearches; ++i) {
        const int partition = static_cast<int>(random() % kPartitions);
        auto turn =
            turns.take(std::to_string(partition), [&, partition](Turn granted) { run(partition, std::move(granted)); });
        if (turn) run(partition, *std::move(turn));
      }
    });
  threads.clear();
  EXPECT_EQ(ended, kThreads * kSearches);
  EXPECT_EQ(faults, 0);
}

}  // namespace search_turns_test
}  // namespace partita::engine
