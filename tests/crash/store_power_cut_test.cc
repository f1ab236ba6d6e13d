// The power is cut at every write boundary of a workload: creation, log appends and syncs, flushes, manifest changes.
#include "crash/store_workload.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"

#include <gtest/gtest.h>

namespace partita::test {
namespace {

using storage::Store;

constexpr std::uint64_t kBatches = 50;
const StoreWorkload kWorkload(1500);

storage::StoreOptions options_on(const std::shared_ptr<PowerCutFileSystem>& files) {
  storage::StoreOptions options;
  options.file_system = files;
  options.memtable_bytes = 64 << 10;  // RocksDB's smallest: several flushes
  return options;
}

// Returns how many batches were acknowledged.
std::uint64_t run_until_cut(const std::shared_ptr<PowerCutFileSystem>& files, Store::Sync sync) {
  auto store = storage::open_store("/data", options_on(files));
  if (!store) return 0;
  for (std::uint64_t i = 1; i <= kBatches; ++i)
    if (!(*store)->write(kWorkload.batch(i), sync)) return i - 1;
  return kBatches;
}

std::uint64_t boundaries_of_whole_run(Store::Sync sync) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  EXPECT_EQ(run_until_cut(files, sync), kBatches);
  return files->disk().boundaries();
}

// Returns how many acknowledged batches the cut cost.
std::uint64_t lost_by_cut_at(std::uint64_t boundary, Store::Sync sync, UnsyncedBytes unsynced) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  files->disk().cut_at(boundary);
  const std::uint64_t acknowledged = run_until_cut(files, sync);
  files->disk().cut();
  files->disk().restore(unsynced, boundary);
  auto store = storage::open_store("/data", options_on(files));
  EXPECT_TRUE(store) << store.error().message;
  if (!store) return 0;
  const std::uint64_t found = kWorkload.count(**store);
  EXPECT_LE(found, acknowledged + 1);
  EXPECT_TRUE((*store)->write(kWorkload.batch(found + 1), Store::Sync::Yes));
  EXPECT_EQ(kWorkload.count(**store), found + 1);
  return found < acknowledged ? acknowledged - found : 0;
}

class StorePowerCut : public testing::TestWithParam<UnsyncedBytes> {};

TEST_P(StorePowerCut, loses_no_synced_batch_and_keeps_none_half) {
  const std::uint64_t boundaries = boundaries_of_whole_run(Store::Sync::Yes);
  ASSERT_GT(boundaries, 2 * kBatches);
  for (std::uint64_t boundary = 1; boundary <= boundaries; ++boundary) {
    ASSERT_EQ(lost_by_cut_at(boundary, Store::Sync::Yes, GetParam()), 0u) << "cut at boundary " << boundary;
    ASSERT_FALSE(HasFailure()) << "cut at boundary " << boundary;
  }
}

TEST_P(StorePowerCut, loses_some_unsynced_batches_but_keeps_none_half) {
  const std::uint64_t boundaries = boundaries_of_whole_run(Store::Sync::No);
  std::uint64_t lost = 0;
  for (std::uint64_t boundary = 1; boundary <= boundaries; ++boundary) {
    lost += lost_by_cut_at(boundary, Store::Sync::No, GetParam());
    ASSERT_FALSE(HasFailure()) << "cut at boundary " << boundary;
  }
  EXPECT_GT(lost, 0u);
}

INSTANTIATE_TEST_SUITE_P(, StorePowerCut, testing::Values(UnsyncedBytes::Lost, UnsyncedBytes::Torn),
                         [](const auto& instance) { return instance.param == UnsyncedBytes::Lost ? "lost" : "torn"; });

TEST(StoreFlush, makes_unsynced_batches_durable) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  {
    auto store = storage::open_store("/data", options_on(files)).value();
    for (std::uint64_t i = 1; i <= 5; ++i) ASSERT_TRUE(store->write(kWorkload.batch(i), Store::Sync::No));
    ASSERT_TRUE(store->flush());
    files->disk().cut();
  }
  files->disk().restore(UnsyncedBytes::Lost, 0);
  auto store = storage::open_store("/data", options_on(files)).value();
  EXPECT_EQ(kWorkload.count(*store), 5u);
}

}  // namespace
}  // namespace partita::test
