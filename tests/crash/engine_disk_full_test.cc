// A full disk under an engine: writes fail, reads still work, and writes work again as soon as the disk has space.
#include <gtest/gtest.h>

#include <thread>

#include "crash/engine_workload.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"

namespace partita::test {
namespace engine_disk_full_test {

const EngineWorkload kWorkload(11);

class EngineDiskFull : public testing::Test {
 protected:
  EngineDiskFull() { open(); }

  void open() {
    storage::StoreOptions options;
    options.file_system = files_;
    options.memtable_bytes = 64 << 10;
    engine_ = std::make_unique<TestEngine>(storage::open_store("/data", options).value(),
                                           TestEngine::Options{.sync = storage::Store::Sync::Yes});
    ASSERT_TRUE(engine_->is_open());
  }
  void run_steps(std::uint64_t last) {
    while (done_ < last) ASSERT_TRUE(kWorkload.run(*engine_, ++done_));
  }
  void expect_steps() { EXPECT_EQ(EngineWorkload::state_of(*engine_), kWorkload.state_after(done_)); }

  const std::shared_ptr<PowerCutFileSystem> files_ = std::make_shared<PowerCutFileSystem>();
  std::unique_ptr<TestEngine> engine_;
  std::uint64_t done_ = 0;
};

TEST_F(EngineDiskFull, fails_writes_serves_reads_and_goes_on_when_space_returns) {
  for (std::uint64_t full_after : {5u, 20u, 21u, 33u, 50u}) {
    run_steps(full_after);
    files_->disk().limit_space(100);
    for (int attempt = 0; attempt < 3; ++attempt) {
      const auto failed = kWorkload.run(*engine_, done_ + 1);
      ASSERT_FALSE(failed) << "step " << done_ + 1;
      EXPECT_EQ(failed.error().code, ErrorCode::InternalServerError);
      expect_steps();
    }
    files_->disk().return_space();
    run_steps(done_ + 1);
    expect_steps();
    engine_->expect_clean();
  }
  run_steps(EngineWorkload::kSteps);
  files_->disk().cut();
  engine_.reset();
  files_->disk().restore(UnsyncedBytes::Lost, 0);
  open();
  expect_steps();
  engine_->expect_clean();
}

TEST_F(EngineDiskFull, is_told_by_can_write_and_heals_without_a_write_when_asked) {
  run_steps(20);
  EXPECT_TRUE(engine_->engine().can_write());
  files_->disk().limit_space(100);
  ASSERT_FALSE(kWorkload.run(*engine_, done_ + 1));
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_FALSE(engine_->engine().can_write());
  files_->disk().return_space();
  // An executor thread heals the store.
  while (!engine_->engine().can_write()) std::this_thread::yield();
  run_steps(done_ + 1);
  expect_steps();
}

// Before each step the disk is told to fail at a write soon after. A step that meets the failure is sent again.
TEST_F(EngineDiskFull, heals_after_any_failed_write) {
  std::uint64_t failures = 0;
  while (done_ < EngineWorkload::kSteps) {
    files_->disk().fail_at(done_ % 7 + 1, 1);
    for (auto step = kWorkload.run(*engine_, done_ + 1); !step; step = kWorkload.run(*engine_, done_ + 1)) {
      ASSERT_EQ(step.error().code, ErrorCode::InternalServerError) << step.error().message;
      ASSERT_LT(++failures, 3 * EngineWorkload::kSteps);
      expect_steps();
    }
    ++done_;
    // Failed jobs are tried again, as the background thread would do.
    const bool jobs_done = engine_->run_jobs() || engine_->run_jobs();
    ASSERT_TRUE(jobs_done);
  }
  // Threads in the background meet some of the failures, so how many the steps meet differs from run to run.
  EXPECT_GT(failures, EngineWorkload::kSteps / 8);
  files_->disk().stop_failing();
  ASSERT_TRUE(engine_->run_jobs());
  expect_steps();
  engine_->expect_clean();
}

}  // namespace engine_disk_full_test
}  // namespace partita::test
