#include "support/test_engine.h"

#include <gtest/gtest.h>

#include <utility>

#include "engine/jobs/verify.h"

namespace partita::test {

TestEngine::TestEngine(std::unique_ptr<storage::Store> store, Options options) : clock_(options.clock) {
  engine::EngineOptions made;
  made.sync = options.sync;
  made.read_only = options.read_only;
  made.table_delay = options.table_delay;
  made.stream_roll = options.stream_roll;
  made.background_jobs = false;
  made.large_writes_bytes = options.large_writes_bytes;
  made.pages_bytes = options.pages_bytes;
  made.batch_get_bytes = options.batch_get_bytes;
  made.answer_bytes = options.answer_bytes;
  made.catalog_bytes = options.catalog_bytes;
  made.vector_cache_bytes = options.vector_cache_bytes;
  made.approximate_from = options.approximate_from;
  made.index_delay = options.index_delay;
  made.delay_eventual_reads = options.delay_eventual_reads;
  made.on_conflict = options.on_conflict;
  made.throttle = options.throttle;
  made.throttle_burst = options.throttle_burst;
  made.hot_keys = options.hot_keys;
  made.clock = options.clock;
  made.log = options.log;
  auto opened = engine::Engine::open(std::move(store), made);
  if (opened)
    engine_ = *std::move(opened);
  else
    open_error_ = opened.error();
}

#define PARTITA_OPERATION(function, Name)                                                                             \
  Result<Name##Response> TestEngine::function(Name##Request request) {                                                \
    return start_##function(std::move(request), engine::MayWait::Yes).get();                                          \
  }                                                                                                                   \
  std::future<Result<Name##Response>> TestEngine::start_##function(Name##Request request, engine::MayWait may_wait) { \
    const auto promise = std::make_shared<std::promise<Result<Name##Response>>>();                                    \
    engine::function(context(), std::move(request), may_wait,                                                         \
                     [promise](Result<Name##Response> result) { promise->set_value(std::move(result)); });            \
    return promise->get_future();                                                                                     \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

Result<void> TestEngine::run_jobs() { return context().jobs.run_due(context()); }

Result<void> TestEngine::run_job_slices(std::size_t slices) { return context().jobs.run_slices(context(), slices); }

void TestEngine::expect_clean() {
  const auto report = engine::verify(context(), {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->finding_count, 0u) << (report->findings.empty() ? "" : report->findings.front());
}

std::size_t keys_between(const storage::Store& store, const std::string& lower, const std::string& upper) {
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
