// TestEngine: an engine of its own for a test, with each operation as a call that waits, jobs that run when told, and a
// clock that stands still.
#pragma once

#include "engine/engine.h"
#include "engine/operations.h"
#include "engine/verify.h"
#include "storage/open_store.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>

namespace partita::test {

constexpr std::int64_t kStartMs = 1'800'000'000'000;

class TestEngine {
 public:
  struct Options {
    storage::Store::Sync sync = storage::Store::Sync::No;
    bool read_only = false;
    std::chrono::milliseconds table_delay{0};
    std::shared_ptr<base::ManualClock> clock = std::make_shared<base::ManualClock>(kStartMs);
  };

  // Over an in-memory store.
  TestEngine() : TestEngine(*storage::open_memory_store(), Options()) {}
  explicit TestEngine(Options options) : TestEngine(*storage::open_memory_store(), std::move(options)) {}
  TestEngine(std::unique_ptr<storage::Store> store, Options options) : clock_(options.clock) {
    engine::EngineOptions made;
    made.sync = options.sync;
    made.read_only = options.read_only;
    made.table_delay = options.table_delay;
    made.background_jobs = false;
    made.clock = options.clock;
    auto opened = engine::Engine::open(std::move(store), made);
    if (opened) engine_ = *std::move(opened);
    else open_error_ = opened.error();
  }

  bool is_open() const { return engine_ != nullptr; }
  const Error& open_error() const { return open_error_; }
  engine::Engine& engine() { return *engine_; }
  engine::Context& context() { return engine_->context(); }
  base::ManualClock& clock() { return *clock_; }
  engine::EngineStatistics statistics() const { return engine_->statistics(); }

#define PARTITA_OPERATION(function, Name)                                                          \
  Result<Name##Response> function(Name##Request request) {                                         \
    return start_##function(std::move(request), engine::Caller::MayWait).get();                    \
  }                                                                                                \
  std::future<Result<Name##Response>> start_##function(                                            \
      Name##Request request, engine::Caller caller = engine::Caller::MustNotWait) {                \
    const auto promise = std::make_shared<std::promise<Result<Name##Response>>>();                 \
    engine::function(context(), std::move(request), caller,                                        \
                     [promise](Result<Name##Response> result) { promise->set_value(std::move(result)); }); \
    return promise->get_future();                                                                  \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

  Result<void> run_jobs() { return context().jobs.run_due(context()); }

  // Fails the test where verify() finds a fault.
  void expect_clean() {
    const auto report = engine::verify(context(), {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->fault_count, 0u) << (report->faults.empty() ? "" : report->faults.front());
  }

 private:
  std::shared_ptr<base::ManualClock> clock_;
  std::unique_ptr<engine::Engine> engine_;
  Error open_error_;
};

// How many keys the store has in [lower, upper).
inline std::size_t keys_between(const storage::Store& store, const std::string& lower, const std::string& upper) {
  storage::IteratorOptions range;
  range.lower = lower;
  range.upper = upper;
  std::size_t count = 0;
  auto it = store.iterate(range);
  for (; it->valid(); it->next()) ++count;
  EXPECT_TRUE(it->end_state());
  return count;
}

}  // namespace partita::test
