// Full disks and I/O errors: a failed write reports the failure, reads still work, and writes work again as soon as the
// disk does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "crash/store_workload.h"
#include "storage/open_store.h"
#include "storage/rocks/recovery/stall.h"
#include "support/encryption.h"
#include "support/power_cut_file_system.h"

namespace partita::test {
namespace store_disk_fault_test {

using storage::Store;
using testing::HasSubstr;

const StoreWorkload kWorkload(1500);

std::uint64_t table_files(const SimulatedDisk& disk) {
  std::vector<std::string> names;
  EXPECT_TRUE(disk.children("/data", &names).ok());
  return std::uint64_t(std::ranges::count_if(names, [](const std::string& name) { return name.ends_with(".sst"); }));
}

class DiskFault : public testing::Test {
 protected:
  explicit DiskFault(bool encrypted) : keys_(encrypted ? some_keys() : nullptr) { open(); }

  void open() {
    storage::StoreOptions options;
    options.file_system = files_;
    options.memtable_bytes = 64 << 10;
    options.keys = keys_;
    auto opened = storage::open_store("/data", options);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
  }

  Result<void> write(std::uint64_t i, Store::Sync sync = Store::Sync::Yes) {
    return store_->write(kWorkload.batch(i), sync);
  }

  // Writes batches until `last` is stored. If a write failed and its batch is not stored, the batch is written again.
  void write_through(std::uint64_t last) {
    int failures = 0;
    while (written_ < last) {
      if (write(written_ + 1)) {
        ++written_;
        continue;
      }
      ASSERT_LE(++failures, 3) << "the store does not heal";
      EXPECT_EQ(kWorkload.count(*store_), written_);
    }
  }

  void expect_all_there_after_power_cut() {
    EXPECT_EQ(kWorkload.count(*store_), written_);
    disk().cut();
    store_.reset();
    disk().restore(UnsyncedBytes::Lost, 0);
    open();
    EXPECT_EQ(kWorkload.count(*store_), written_);
  }

  SimulatedDisk& disk() { return files_->disk(); }

  const std::shared_ptr<const storage::EncryptionKeys> keys_;
  const std::shared_ptr<PowerCutFileSystem> files_ = std::make_shared<PowerCutFileSystem>();
  std::unique_ptr<Store> store_;
  std::uint64_t written_ = 0;
};

std::string text_of_encryption(bool encrypted) { return encrypted ? "encrypted" : "plain"; }

class StoreDiskFault : public DiskFault, public testing::WithParamInterface<bool> {
 protected:
  StoreDiskFault() : DiskFault(GetParam()) {}
};

INSTANTIATE_TEST_SUITE_P(, StoreDiskFault, testing::Bool(),
                         [](const auto& instance) { return text_of_encryption(instance.param); });

TEST_P(StoreDiskFault, a_full_disk_fails_writes_until_space_returns_and_reads_go_on) {
  write_through(10);
  auto snapshot = store_->snapshot();
  auto iterator = store_->iterate({});
  const auto pinned = store_->get("w00000003/1").value().value;
  disk().limit_space(2000);
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto failed = write(11);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::InternalServerError);
    EXPECT_THAT(failed.error().message, HasSubstr(attempt == 0 ? "outcome of this write is unknown" : "was not made"));
    EXPECT_THAT(failed.error().message, HasSubstr("no space left"));
    EXPECT_EQ(kWorkload.count(*store_), 10u);
  }
  disk().return_space();
  ASSERT_TRUE(write(11));
  written_ = 11;
  EXPECT_EQ(pinned.bytes.size(), 1500u);
  EXPECT_TRUE(iterator->valid());
  storage::ReadOptions at_snapshot;
  at_snapshot.snapshot = snapshot.get();
  EXPECT_EQ(store_->get("w00000011/0", at_snapshot)->state, storage::ReadState::Missing);
  EXPECT_EQ(store_->get("w00000011/0")->state, storage::ReadState::Found);
  iterator.reset();
  snapshot.reset();
  expect_all_there_after_power_cut();
}

TEST_P(StoreDiskFault, a_full_disk_at_the_start_allows_reads_and_writes_come_back) {
  for (const std::uint64_t room : {0, 100, 2000, 20'000}) {
    SCOPED_TRACE(room);
    write_through(written_ + 20);
    disk().limit_space(room);
    store_.reset();
    open();
    EXPECT_EQ(kWorkload.count(*store_), written_);
    auto snapshot = store_->snapshot();
    auto iterator = store_->iterate({});
    for (int attempt = 0; attempt < 2 && !store_->can_write(); ++attempt) {
      const auto refused = write(written_ + 1);
      if (refused) {
        ++written_;
        break;
      }
      EXPECT_EQ(refused.error().code, ErrorCode::InternalServerError);
      EXPECT_THAT(refused.error().message, HasSubstr("the disk is full"));
    }
    disk().return_space();
    // The store pauses between its tries.
    while (!write(written_ + 1)) std::this_thread::yield();
    ++written_;
    EXPECT_TRUE(store_->can_write());
    EXPECT_EQ(kWorkload.count(*store_), written_);
    storage::ReadOptions at_snapshot;
    at_snapshot.snapshot = snapshot.get();
    EXPECT_EQ(store_->get(fmt::format("w{:08}/0", written_), at_snapshot)->state, storage::ReadState::Missing);
    EXPECT_TRUE(iterator->valid());
    snapshot.reset();
    iterator.reset();
    expect_all_there_after_power_cut();
  }
}

TEST_P(StoreDiskFault, the_first_write_of_all_may_meet_a_full_disk) {
  disk().limit_space(0);
  ASSERT_FALSE(write(1));
  ASSERT_FALSE(write(1));
  disk().return_space();
  write_through(3);
  expect_all_there_after_power_cut();
}

TEST_P(StoreDiskFault, the_disk_may_fill_again_right_after_it_healed) {
  write_through(3);
  for (int round = 0; round < 3; ++round) {
    disk().limit_space(100);
    ASSERT_FALSE(write(written_ + 1));
    disk().return_space();
    ASSERT_TRUE(store_->flush());
    ASSERT_EQ(kWorkload.count(*store_), written_);
    disk().limit_space(100);
    ASSERT_FALSE(write(written_ + 1));
    disk().return_space();
    write_through(written_ + 2);
  }
  expect_all_there_after_power_cut();
}

// If each of them left a file, many failures in a row would fill level 0.
TEST_P(StoreDiskFault, healing_leaves_no_file_if_nothing_was_written) {
  write_through(3);
  disk().fail_at(1, 1, DiskOperation::Append);
  ASSERT_FALSE(write(4));
  ASSERT_TRUE(store_->flush());
  const std::uint64_t before = table_files(disk());
  for (int failure = 0; failure < 8; ++failure) {
    disk().fail_at(1, 1, DiskOperation::Append);
    ASSERT_FALSE(write(4));
    ASSERT_TRUE(store_->flush());
    EXPECT_EQ(table_files(disk()), before);
  }
  write_through(6);
  expect_all_there_after_power_cut();
}

TEST_P(StoreDiskFault, flush_makes_unsynced_writes_durable_though_a_sync_failed) {
  for (std::uint64_t i = 1; i <= 4; ++i) ASSERT_TRUE(write(i, Store::Sync::No));
  written_ = 4;
  disk().fail_at(1, 1, DiskOperation::Sync);
  ASSERT_FALSE(store_->flush());
  ASSERT_TRUE(store_->flush());
  expect_all_there_after_power_cut();
}

// Flushes succeed and compactions fail, as on a disk with room for small files only.
class StoreFailingCompactions : public testing::TestWithParam<bool> {
 protected:
  static constexpr std::size_t kMostTableBytes = 160 << 10;  // more than a flush makes, less than a compaction makes

  StoreFailingCompactions() { open(); }
  void open() {
    storage::StoreOptions options;
    options.file_system = files_;
    options.memtable_bytes = 64 << 10;
    options.write_ahead_log = GetParam();
    auto opened = storage::open_store("/data", options);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
  }
  Result<void> write_next() {
    auto wrote = store_->write(kWorkload.batch(written_ + 1), Store::Sync::No);
    written_ += wrote ? 1 : 0;
    return wrote;
  }
  // Writes until a write is refused, with compactions that fail from now on.
  void write_until_refused() {
    disk().limit_table_files(kMostTableBytes);
    constexpr std::uint64_t kMostWrites = 5000;
    auto wrote = write_next();
    while (wrote && written_ < kMostWrites) wrote = write_next();
    ASSERT_FALSE(wrote) << "files pile up without a limit";
    EXPECT_EQ(wrote.error().code, ErrorCode::InternalServerError);
    EXPECT_THAT(wrote.error().message, HasSubstr("must be merged before more is written"));
    EXPECT_THAT(wrote.error().message, HasSubstr("was not made"));
  }
  // Whether the store has any key of the batches.
  bool holds_any() const {
    storage::IteratorOptions options;
    options.lower = "w";
    options.upper = "x";
    return store_->iterate(options)->valid();
  }
  SimulatedDisk& disk() { return files_->disk(); }

  const std::shared_ptr<PowerCutFileSystem> files_ = std::make_shared<PowerCutFileSystem>();
  std::unique_ptr<Store> store_;
  std::uint64_t written_ = 0;
};

TEST_P(StoreFailingCompactions, refuse_writes_until_there_is_room) {
  write_until_refused();
  for (int attempt = 0; attempt < 3; ++attempt) {
    EXPECT_FALSE(store_->can_write());
    EXPECT_FALSE(write_next());
    EXPECT_TRUE(store_->flush());
    EXPECT_EQ(kWorkload.count(*store_), written_);
  }
  disk().return_space();
  // RocksDB pauses between its tries.
  while (!store_->can_write()) std::this_thread::yield();
  ASSERT_TRUE(write_next());
  EXPECT_EQ(kWorkload.count(*store_), written_);
}

TEST_P(StoreFailingCompactions, let_the_store_close_and_open_again) {
  write_until_refused();
  store_.reset();
  open();
  EXPECT_EQ(kWorkload.count(*store_), written_);
  store_.reset();
  disk().return_space();
  open();
  while (!write_next()) std::this_thread::yield();
  EXPECT_EQ(kWorkload.count(*store_), written_);
}

// An erased range is compacted, which frees its space. That must not wait for the compactions that fail.
TEST_P(StoreFailingCompactions, let_ranges_be_discarded) {
  // With one file more RocksDB would slow writes down.
  constexpr std::uint64_t kSlowed = storage::Stall::kMostFiles - 1;
  disk().limit_table_files(kMostTableBytes);
  while (table_files(disk()) < kSlowed) ASSERT_TRUE(write_next());
  std::atomic<bool> stop = false;
  EXPECT_TRUE(store_->discard("w", "x", stop));
  EXPECT_FALSE(holds_any());
  // If a compaction is under way, it keeps its files until it has failed. The next one has the erasure, so it has
  // little to write and succeeds.
  while (table_files(disk()) >= kSlowed) std::this_thread::yield();
}

INSTANTIATE_TEST_SUITE_P(, StoreFailingCompactions, testing::Bool(),
                         [](const auto& instance) { return instance.param ? "logged" : "unlogged"; });

// Each boundary of a workload with several flushes fails in its turn, once or twice in a row.
class StoreDiskFaultSweep : public testing::TestWithParam<std::tuple<int, bool>> {};

class Case : public DiskFault {
 public:
  explicit Case(bool encrypted) : DiskFault(encrypted) {}
  void run(std::uint64_t boundary, std::uint64_t times) {
    disk().fail_at(boundary, times);
    write_through(45);
    disk().stop_failing();
    write_through(47);
    expect_all_there_after_power_cut();
  }
  void TestBody() override {}
};

TEST_P(StoreDiskFaultSweep, heals_and_loses_nothing) {
  constexpr std::uint64_t kBoundaries = 180;
  for (std::uint64_t boundary = 1; boundary <= kBoundaries; ++boundary) {
    const auto [times, encrypted] = GetParam();
    Case(encrypted).run(boundary, times);
    ASSERT_FALSE(HasFailure()) << "failed at boundary " << boundary;
  }
}

INSTANTIATE_TEST_SUITE_P(, StoreDiskFaultSweep, testing::Combine(testing::Values(1, 2), testing::Bool()),
                         [](const auto& instance) {
                           return "times" + std::to_string(std::get<0>(instance.param)) + "_" +
                                  text_of_encryption(std::get<1>(instance.param));
                         });

// Every kind of operation of a flush or compaction fails a few times, wherever it comes.
class StoreDiskFaultKinds : public testing::TestWithParam<std::tuple<DiskOperation, bool>> {};

TEST_P(StoreDiskFaultKinds, heals_and_loses_nothing) {
  class KindCase : public DiskFault {
   public:
    explicit KindCase(bool encrypted) : DiskFault(encrypted) {}
    void run(DiskOperation kind, std::uint64_t nth) {
      write_through(2);
      disk().fail_at(nth, 3, kind);
      std::uint64_t failures = 0;
      while (written_ < 45 && failures < 200) write(written_ + 1) ? ++written_ : ++failures;
      EXPECT_EQ(written_, 45u) << "the store does not heal";
      disk().stop_failing();
      write_through(47);
      expect_all_there_after_power_cut();
    }
    void TestBody() override {}
  };
  for (std::uint64_t nth = 1; nth <= 30; ++nth) {
    const auto [kind, encrypted] = GetParam();
    KindCase(encrypted).run(kind, nth);
    ASSERT_FALSE(HasFailure()) << "failed from operation " << nth << " on";
  }
}

INSTANTIATE_TEST_SUITE_P(
    , StoreDiskFaultKinds,
    testing::Combine(testing::Values(DiskOperation::Append, DiskOperation::Overwrite, DiskOperation::Sync,
                                     DiskOperation::SyncDirectory, DiskOperation::Create, DiskOperation::Rename,
                                     DiskOperation::Delete, DiskOperation::Open, DiskOperation::Read),
                     testing::Bool()),
    [](const auto& instance) {
      return "kind" + std::to_string(int(std::get<0>(instance.param))) + "_" +
             text_of_encryption(std::get<1>(instance.param));
    });

}  // namespace store_disk_fault_test
}  // namespace partita::test
