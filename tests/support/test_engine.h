// TestEngine: an engine for one test. Each operation is a call that waits, background jobs run when the test asks for
// them, and the clock does not move by itself.
#pragma once

#include <future>
#include <memory>
#include <string>

#include "base/log.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "storage/memory/memory_store.h"

namespace partita::test {

constexpr std::int64_t kStartMs = 1'800'000'000'000;

class TestEngine {
 public:
  struct Options {
    storage::Store::Sync sync = storage::Store::Sync::No;
    bool read_only = false;
    std::chrono::milliseconds table_delay{0};
    std::chrono::milliseconds stream_roll{0};
    std::size_t large_writes_bytes = 64 << 20;
    std::size_t pages_bytes = 64 << 20;
    std::size_t batch_get_bytes = 16 << 20;
    std::size_t answer_bytes = SIZE_MAX;
    std::size_t catalog_bytes = SIZE_MAX;
    std::size_t vector_cache_bytes = 16 << 20;
    std::size_t approximate_from = 0;
    std::chrono::milliseconds index_delay{0};
    bool delay_eventual_reads = false;
    engine::OnConflict on_conflict = engine::OnConflict::Wait;
    bool throttle = false;
    std::chrono::seconds throttle_burst{1};
    engine::HotKeys::Options hot_keys{.all = false, .sample = 1};
    base::Log log{};
    std::shared_ptr<base::ManualClock> clock = std::make_shared<base::ManualClock>(kStartMs);
  };

  // The engine has an in-memory store.
  TestEngine() : TestEngine(storage::make_memory_store(), Options()) {}
  explicit TestEngine(Options options) : TestEngine(storage::make_memory_store(), std::move(options)) {}
  TestEngine(std::unique_ptr<storage::Store> store, Options options);

  bool is_open() const { return engine_ != nullptr; }
  const Error& open_error() const { return open_error_; }
  engine::Engine& engine() { return *engine_; }
  engine::Context& context() { return engine_->context(); }
  base::ManualClock& clock() { return *clock_; }
  engine::EngineStatistics statistics() const { return engine_->statistics(); }

#define PARTITA_OPERATION(function, Name)                                     \
  Result<Name##Response> function(Name##Request request);                     \
  std::future<Result<Name##Response>> start_##function(Name##Request request, \
                                                       engine::MayWait may_wait = engine::MayWait::No);
#include <partita/operations.def>
#undef PARTITA_OPERATION

  Result<void> run_jobs();
  // Runs this number of slices of the jobs that are due, in turn.
  Result<void> run_job_slices(std::size_t slices);

  // Fails the test if verify() has a finding.
  void expect_clean();

 private:
  std::shared_ptr<base::ManualClock> clock_;
  std::unique_ptr<engine::Engine> engine_;
  Error open_error_;
};

// The number of keys that the store has in [lower, upper).
std::size_t keys_between(const storage::Store& store, const std::string& lower, const std::string& upper);

}  // namespace partita::test
