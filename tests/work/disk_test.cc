// Counts the operations of the disk: appends to the log, bytes in them, and syncs.
#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/watched_store.h"
#include "work/counted_database.h"

namespace partita::work {
namespace disk_test {

struct DiskWork {
  std::uint64_t appends = 0;
  std::uint64_t appended_bytes = 0;
  std::uint64_t syncs = 0;
  std::uint64_t notes = 0;  // of synced bytes, and not synced themselves
  // Files created, renamed or truncated. Deletions do not count, because RocksDB deletes old files at times of its own.
  std::uint64_t others = 0;
};

class DiskWorkCounts : public testing::Test {
 protected:
  void open(storage::Store::Sync sync) {
    storage::StoreOptions store;
    store.file_system = files_;
    engine::EngineOptions options;
    options.sync = sync;
    options.background_jobs = false;
    auto watched = std::make_unique<test::WatchedStore>(must(storage::open_store("/data", store)), watch_);
    database_ = must(client::EmbeddedDatabase::open(std::move(watched), std::move(options)));
    must(database_->create_table(test::create_request("items", "pk:S", "sk:S")));
    must(database_->put_item(test::put_request("items", item_of("p", 0))));
  }
  DiskWork so_far() {
    test::SimulatedDisk& disk = files_->disk();
    const std::uint64_t appends = disk.boundaries(test::DiskOperation::Append);
    const std::uint64_t syncs = disk.boundaries(test::DiskOperation::Sync);
    const std::uint64_t notes = disk.boundaries(test::DiskOperation::Overwrite);
    const std::uint64_t deletions = disk.boundaries(test::DiskOperation::Delete);
    return {appends, disk.appended_bytes(), syncs, notes, disk.boundaries() - appends - syncs - notes - deletions};
  }
  template <class Call>
  DiskWork work_of(Call call) {
    const DiskWork before = so_far();
    must(call());
    const DiskWork after = so_far();
    return {after.appends - before.appends, after.appended_bytes - before.appended_bytes, after.syncs - before.syncs,
            after.notes - before.notes, after.others - before.others};
  }

  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  const std::shared_ptr<test::PowerCutFileSystem> files_ = std::make_shared<test::PowerCutFileSystem>();
  std::unique_ptr<client::EmbeddedDatabase> database_;
};

TEST_F(DiskWorkCounts, a_synced_write_is_one_append_one_sync_and_one_note) {
  open(storage::Store::Sync::Yes);
  const auto put = work_of([&] { return database_->put_item(test::put_request("items", item_of("p", 1))); });
  EXPECT_EQ(put.appends, 1u);
  EXPECT_EQ(put.syncs, 1u);
  EXPECT_EQ(put.notes, 1u);
  EXPECT_EQ(put.others, 0u);
  // The bytes are the item and its key, the table's sums and their key, and their frame in the log.
  EXPECT_LE(put.appended_bytes, kItemBytes + 150);

  const auto gone = work_of([&] { return database_->delete_item(test::delete_request("items", key_of("p", 1))); });
  EXPECT_EQ(gone.appends, 1u);
  EXPECT_EQ(gone.syncs, 1u);
  EXPECT_LE(gone.appended_bytes, 150u);
}

TEST_F(DiskWorkCounts, a_transaction_and_a_batch_are_one_append_and_one_sync) {
  open(storage::Store::Sync::Yes);
  const auto pair = work_of([&] {
    return database_->transact_write_items(test::transact_request(
        {test::transact_put("items", item_of("a", 1)), test::transact_put("items", item_of("b", 1))}));
  });
  EXPECT_EQ(pair.syncs, 1u);
  EXPECT_EQ(pair.appends, 1u);

  const auto batch = work_of([&] {
    BatchWriteItemRequest request;
    std::vector<WriteRequest> writes;
    for (int i = 0; i < 25; ++i) writes.push_back({.put_request = PutRequest{item_of("batch", i)}});
    request.request_items = {{"items", std::move(writes)}};
    return database_->batch_write_item(std::move(request));
  });
  EXPECT_EQ(batch.syncs, 1u);
  EXPECT_EQ(batch.appends, 1u);
}

TEST_F(DiskWorkCounts, writers_that_wait_together_share_a_sync) {
  constexpr std::uint64_t kWriters = 64;
  open(storage::Store::Sync::Yes);
  const DiskWork before = so_far();
  watch_->close_gate();
  std::vector<std::future<Result<PutItemResponse>>> answers;
  for (int i = 0; i < int(kWriters); ++i) {
    const auto promise = std::make_shared<std::promise<Result<PutItemResponse>>>();
    answers.push_back(promise->get_future());
    database_->put_item(test::put_request("items", item_of("together", i)),
                        [promise](Result<PutItemResponse> answer) { promise->set_value(std::move(answer)); });
  }
  watch_->open_gate();
  for (auto& answer : answers) must(answer.get());
  // The writes that came while the disk was busy with the first one go together.
  EXPECT_LE(so_far().syncs - before.syncs, 2u);
  EXPECT_LE(so_far().appends - before.appends, 2u);
}

TEST_F(DiskWorkCounts, writers_of_one_item_that_wait_together_share_a_sync) {
  constexpr int kWriters = 64;
  open(storage::Store::Sync::Yes);
  const DiskWork before = so_far();
  watch_->close_gate();
  std::vector<std::future<Result<UpdateItemResponse>>> answers;
  for (int i = 0; i < kWriters; ++i) {
    const auto promise = std::make_shared<std::promise<Result<UpdateItemResponse>>>();
    answers.push_back(promise->get_future());
    database_->update_item(test::update_request("items", key_of("p", 0), "ADD n :one", {{":one", 1}}),
                           [promise](Result<UpdateItemResponse> answer) { promise->set_value(std::move(answer)); });
  }
  watch_->open_gate();
  for (auto& answer : answers) must(answer.get());
  EXPECT_LE(so_far().syncs - before.syncs, 2u);
  EXPECT_LE(so_far().appends - before.appends, 2u);
  EXPECT_EQ(test::number_in(*must(database_->get_item(test::get_request("items", key_of("p", 0)))).item, "n"),
            kWriters);
}

TEST_F(DiskWorkCounts, a_write_without_sync_is_an_append) {
  open(storage::Store::Sync::No);
  const auto put = work_of([&] { return database_->put_item(test::put_request("items", item_of("p", 1))); });
  EXPECT_EQ(put.appends, 1u);
  EXPECT_EQ(put.syncs, 0u);
}

TEST_F(DiskWorkCounts, reads_and_refused_writes_reach_no_disk) {
  open(storage::Store::Sync::Yes);
  const DiskWork before = so_far();
  must(database_->get_item(test::get_request("items", key_of("p", 0))));
  must(database_->query(test::query_request("items", "pk = :p", {{":p", "p"}})));
  auto refused = test::put_request("items", item_of("p", 0));
  refused.condition_expression = "attribute_not_exists(pk)";
  EXPECT_FALSE(database_->put_item(std::move(refused)));
  const DiskWork after = so_far();
  EXPECT_EQ(after.appends, before.appends);
  EXPECT_EQ(after.syncs, before.syncs);
  EXPECT_EQ(after.others, before.others);
}

}  // namespace disk_test
}  // namespace partita::work
