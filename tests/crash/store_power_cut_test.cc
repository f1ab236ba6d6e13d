// The power is cut at every write boundary of a workload: creation, log appends and syncs, flushes, manifest changes.
#include <gtest/gtest.h>

#include "crash/store_workload.h"
#include "storage/open_store.h"
#include "support/encryption.h"
#include "support/power_cut_file_system.h"

namespace partita::test {
namespace store_power_cut_test {

using storage::Store;

constexpr std::uint64_t kBatches = 36;
constexpr std::uint64_t kReopenedEach = 20;  // batches, so that recoveries are cut too
const StoreWorkload kWorkload(1500);

enum class Encryption : std::uint8_t { Off, On };
struct Case {
  UnsyncedBytes unsynced;
  Encryption encryption;
};

storage::StoreOptions options_on(const std::shared_ptr<PowerCutFileSystem>& files,
                                 Encryption encryption = Encryption::Off) {
  storage::StoreOptions options;
  options.file_system = files;
  if (encryption == Encryption::On) options.keys = some_keys();
  options.memtable_bytes = 64 << 10;  // RocksDB's minimum, for several flushes
  return options;
}

struct Written {
  std::uint64_t acknowledged = 0;
  std::uint64_t durable = 0;  // the last batch that was synced and acknowledged; all before it are durable too
};

// Every `synced_each`-th batch is synced; 0 means that no batch is.
Written run_until_cut(const std::shared_ptr<PowerCutFileSystem>& files, Encryption encryption,
                      std::uint64_t synced_each) {
  Written written;
  auto store = storage::open_store("/data", options_on(files, encryption));
  if (!store) return written;
  for (std::uint64_t i = 1; i <= kBatches; ++i) {
    if (i % kReopenedEach == 0) {
      store->reset();
      store = storage::open_store("/data", options_on(files, encryption));
      if (!store) return written;
    }
    const bool synced = synced_each > 0 && i % synced_each == 0;
    if (!(*store)->write(kWorkload.batch(i), synced ? Store::Sync::Yes : Store::Sync::No)) break;
    written.acknowledged = i;
    if (synced) written.durable = i;
  }
  return written;
}

std::uint64_t boundaries_of_whole_run(Encryption encryption, std::uint64_t synced_each) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  EXPECT_EQ(run_until_cut(files, encryption, synced_each).acknowledged, kBatches);
  return files->disk().boundaries();
}

// Returns the number of acknowledged batches that the cut cost.
std::uint64_t lost_by_cut_at(std::uint64_t boundary, std::uint64_t synced_each, Case at) {
  const auto files = std::make_shared<PowerCutFileSystem>();
  files->disk().cut_at(boundary);
  const Written written = run_until_cut(files, at.encryption, synced_each);
  files->disk().cut();
  files->disk().restore(at.unsynced, boundary);
  auto store = storage::open_store("/data", options_on(files, at.encryption));
  EXPECT_TRUE(store) << store.error().message;
  if (!store) return 0;
  const std::uint64_t found = kWorkload.count(**store);
  EXPECT_LE(found, written.acknowledged + 1);
  EXPECT_GE(found, written.durable);
  EXPECT_TRUE((*store)->write(kWorkload.batch(found + 1), Store::Sync::Yes));
  EXPECT_EQ(kWorkload.count(**store), found + 1);
  // Batches that recovery left out must not come back later either.
  files->disk().cut();
  store->reset();
  files->disk().restore(UnsyncedBytes::Lost, 0);
  store = storage::open_store("/data", options_on(files, at.encryption));
  EXPECT_TRUE(store) << store.error().message;
  EXPECT_EQ(store ? kWorkload.count(**store) : 0, found + 1);
  return found < written.acknowledged ? written.acknowledged - found : 0;
}

// Sums up the losses of cuts at all boundaries of the run.
std::uint64_t lost_by_cuts(std::uint64_t synced_each, Case at) {
  const std::uint64_t boundaries = boundaries_of_whole_run(at.encryption, synced_each);
  EXPECT_GT(boundaries, kBatches);
  std::uint64_t lost = 0;
  for (std::uint64_t boundary = 1; boundary <= boundaries && !testing::Test::HasFailure(); ++boundary) {
    lost += lost_by_cut_at(boundary, synced_each, at);
    EXPECT_FALSE(testing::Test::HasFailure()) << "cut at boundary " << boundary;
  }
  return lost;
}

class StorePowerCut : public testing::TestWithParam<Case> {};

TEST_P(StorePowerCut, loses_no_synced_batch_and_keeps_none_half) { EXPECT_EQ(lost_by_cuts(1, GetParam()), 0u); }

TEST_P(StorePowerCut, loses_none_before_the_last_synced_batch_and_keeps_none_half) {
  // A memtable holds 14 batches, so some logs are durable only in part when the next one begins.
  EXPECT_GT(lost_by_cuts(17, GetParam()), 0u);
}

TEST_P(StorePowerCut, loses_some_unsynced_batches_but_keeps_none_half) { EXPECT_GT(lost_by_cuts(0, GetParam()), 0u); }

INSTANTIATE_TEST_SUITE_P(
    , StorePowerCut,
    testing::Values(Case{UnsyncedBytes::Lost, Encryption::Off}, Case{UnsyncedBytes::Torn, Encryption::Off},
                    Case{UnsyncedBytes::LostOfSomeFiles, Encryption::Off}, Case{UnsyncedBytes::Lost, Encryption::On},
                    Case{UnsyncedBytes::Torn, Encryption::On}, Case{UnsyncedBytes::LostOfSomeFiles, Encryption::On}),
    [](const auto& instance) {
      return name_of(instance.param.unsynced) + (instance.param.encryption == Encryption::On ? "_encrypted" : "");
    });

// A directory that was not encrypted gets encrypted files, and at each cut it is of the one kind or of the other.
class StoreGetsAKey : public testing::TestWithParam<UnsyncedBytes> {};

TEST_P(StoreGetsAKey, and_loses_nothing_by_a_cut) {
  constexpr std::uint64_t kBefore = 16, kAfter = 24;  // more than a memtable holds
  std::uint64_t boundaries = 1;
  for (std::uint64_t boundary = 0; boundary <= boundaries && !testing::Test::HasFailure(); ++boundary) {
    SCOPED_TRACE(boundary);
    const auto files = std::make_shared<PowerCutFileSystem>();
    {
      auto store = storage::open_store("/data", options_on(files)).value();
      for (std::uint64_t i = 1; i <= kBefore; ++i) ASSERT_TRUE(store->write(kWorkload.batch(i), Store::Sync::Yes));
    }
    const std::uint64_t begun = files->disk().boundaries();
    // The first run is not cut.
    if (boundary > 0) files->disk().cut_at(boundary);
    std::uint64_t written = kBefore;
    {
      auto store = storage::open_store("/data", options_on(files, Encryption::On));
      while (store && written < kAfter && (*store)->write(kWorkload.batch(written + 1), Store::Sync::Yes)) ++written;
    }
    if (boundary == 0) boundaries = files->disk().boundaries() - begun;
    files->disk().cut();
    files->disk().restore(GetParam(), boundary);
    auto store = storage::open_store("/data", options_on(files, Encryption::On));
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_GE(kWorkload.count(**store), written);
    EXPECT_TRUE((*store)->write(kWorkload.batch(kWorkload.count(**store) + 1), Store::Sync::Yes));
  }
  EXPECT_GT(boundaries, kAfter - kBefore);
}

INSTANTIATE_TEST_SUITE_P(, StoreGetsAKey,
                         testing::Values(UnsyncedBytes::Lost, UnsyncedBytes::Torn, UnsyncedBytes::LostOfSomeFiles),
                         [](const auto& instance) { return name_of(instance.param); });

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

}  // namespace store_power_cut_test
}  // namespace partita::test
