// The power is cut at write boundaries that are spread over a workload of items, transactions, tables and indexes.
#include <gtest/gtest.h>

#include <algorithm>

#include "crash/engine_workload.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"

namespace partita::test {
namespace engine_power_cut_test {

using storage::Store;

constexpr std::uint64_t kSeed = 7;
constexpr std::uint64_t kCuts = 400;  // about, of one sweep
const EngineWorkload kWorkload(kSeed);

std::unique_ptr<TestEngine> open_engine(const std::shared_ptr<PowerCutFileSystem>& files, Store::Sync sync) {
  storage::StoreOptions options;
  options.file_system = files;
  options.memtable_bytes = 64 << 10;  // RocksDB's minimum, for several flushes
  auto store = storage::open_store("/data", options);
  if (!store) return nullptr;
  auto engine = std::make_unique<TestEngine>(*std::move(store), TestEngine::Options{.sync = sync});
  return engine->is_open() ? std::move(engine) : nullptr;
}

// Returns the number of acknowledged steps.
std::uint64_t run_until_cut(const std::shared_ptr<PowerCutFileSystem>& files, Store::Sync sync) {
  const auto engine = open_engine(files, sync);
  if (!engine) return 0;
  for (std::uint64_t i = 1; i <= EngineWorkload::kSteps; ++i)
    if (!kWorkload.run(*engine, i)) return i - 1;
  return EngineWorkload::kSteps;
}

std::vector<std::uint64_t> cuts_of_whole_run(Store::Sync sync) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  EXPECT_EQ(run_until_cut(files, sync), EngineWorkload::kSteps);
  const std::uint64_t boundaries = files->disk().boundaries();
  std::vector<std::uint64_t> cuts;
  for (std::uint64_t cut = 1; cut <= boundaries; cut += std::max<std::uint64_t>(1, boundaries / kCuts))
    cuts.push_back(cut);
  return cuts;
}

// The number of steps after which the database has this state; nullopt if there is none, because some step is stored in
// part.
std::optional<std::uint64_t> steps_in(const DatabaseState& state, std::uint64_t most) {
  for (std::uint64_t n = most + 1; n-- > 0;)
    if (state == kWorkload.state_after(n)) return n;
  return std::nullopt;
}

// A token's record must exist exactly if its transaction was made. Sent again, the transaction then changes no item, or
// makes all of its changes.
void expect_tokens_to_hold(TestEngine& engine, std::uint64_t found) {
  for (std::uint64_t i = found; i > 0 && i + 6 > found; --i)
    if (kWorkload.has_token(i)) {
      ASSERT_TRUE(kWorkload.run(engine, i));
    }
  ASSERT_EQ(EngineWorkload::state_of(engine), kWorkload.state_after(found)) << "a transaction was carried out twice";
}

// Returns the number of acknowledged steps that the cut cost.
std::uint64_t lost_by_cut_at(std::uint64_t boundary, Store::Sync sync, UnsyncedBytes unsynced) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  files->disk().cut_at(boundary);
  const std::uint64_t acknowledged = run_until_cut(files, sync);
  files->disk().cut();
  files->disk().restore(unsynced, boundary);
  const auto engine = open_engine(files, sync);
  EXPECT_TRUE(engine);
  if (!engine) return 0;
  const auto found = steps_in(EngineWorkload::state_of(*engine), std::min(acknowledged + 1, EngineWorkload::kSteps));
  EXPECT_TRUE(found) << "a step is there in part, after " << acknowledged << " acknowledged ones";
  if (!found) return 0;
  EXPECT_TRUE(engine->run_jobs());
  engine->expect_clean();
  expect_tokens_to_hold(*engine, *found);
  for (std::uint64_t i = *found + 1; i <= EngineWorkload::kSteps; ++i) EXPECT_TRUE(kWorkload.run(*engine, i));
  EXPECT_EQ(EngineWorkload::state_of(*engine), kWorkload.state_after(EngineWorkload::kSteps));
  engine->expect_clean();
  return *found < acknowledged ? acknowledged - *found : 0;
}

class EnginePowerCut : public testing::TestWithParam<UnsyncedBytes> {};

TEST_P(EnginePowerCut, loses_no_acknowledged_operation_in_sync_mode_and_keeps_none_half) {
  const auto cuts = cuts_of_whole_run(Store::Sync::Yes);
  ASSERT_GT(cuts.size(), EngineWorkload::kSteps);
  for (std::uint64_t cut : cuts) {
    ASSERT_EQ(lost_by_cut_at(cut, Store::Sync::Yes, GetParam()), 0u) << "cut at boundary " << cut << ", seed " << kSeed;
    ASSERT_FALSE(HasFailure()) << "cut at boundary " << cut << ", seed " << kSeed;
  }
}

TEST_P(EnginePowerCut, loses_some_acknowledged_operations_in_os_mode_but_keeps_none_half) {
  std::uint64_t lost = 0;
  for (std::uint64_t cut : cuts_of_whole_run(Store::Sync::No)) {
    lost += lost_by_cut_at(cut, Store::Sync::No, GetParam());
    ASSERT_FALSE(HasFailure()) << "cut at boundary " << cut << ", seed " << kSeed;
  }
  EXPECT_GT(lost, 0u);
}

INSTANTIATE_TEST_SUITE_P(, EnginePowerCut,
                         testing::Values(UnsyncedBytes::Lost, UnsyncedBytes::Torn, UnsyncedBytes::LostOfSomeFiles),
                         [](const auto& instance) { return name_of(instance.param); });

}  // namespace engine_power_cut_test
}  // namespace partita::test
