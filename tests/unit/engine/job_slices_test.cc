// Jobs side by side: the work of one slice, the syncs of a backfill, its cancellation, and the space of dropped tables.
#include <gtest/gtest.h>

#include "engine/jobs/jobs.h"
#include "keys/system_keys.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace job_slices_test {

using test::create_request;
using test::kStartMs;
using test::put_request;

constexpr std::int64_t kNow = kStartMs / 1000;
const test::IndexShape kByOwner{.name = "by_owner", .partition = {"owner:S"}};

void fill(test::TestEngine& engine, int items) {
  for (int i = 0; i < items; i += 25) {
    BatchWriteItemRequest batch;
    auto& writes = batch.request_items.emplace().emplace_back("items", std::vector<WriteRequest>()).second;
    for (int k = i; k < std::min(items, i + 25); ++k)
      writes.push_back({.put_request = PutRequest{.item = AttributeMap{{"pk", "k" + std::to_string(k)},
                                                                       {"owner", "o" + std::to_string(k % 9)}}}});
    ASSERT_TRUE(engine.batch_write_item(batch));
  }
}

IndexStatus status_of_index(test::TestEngine& engine) {
  return engine.describe_table({.table_name = "items"})->table.global_secondary_indexes->front().index_status->value();
}

std::size_t keys_of_index(test::TestEngine& engine, keys::TableId table, keys::IndexId index) {
  return test::keys_between(engine.engine().store(), keys::index_lower(table, index), keys::index_upper(table, index));
}

class JobSlices : public testing::Test {
 protected:
  static constexpr int kItems = 3000;

  void begin(test::TestEngine& engine) {
    ASSERT_TRUE(engine.create_table(create_request("items", "pk:S")));
    fill(engine, kItems);
    ASSERT_TRUE(engine.update_table(test::add_index_request("items", kByOwner)));
  }
  test::TestEngine engine_;
};

TEST_F(JobSlices, expired_items_are_deleted_while_an_index_is_filled) {
  ASSERT_TRUE(engine_.create_table(create_request("sessions", "pk:S")));
  ASSERT_TRUE(engine_.update_time_to_live(test::time_to_live_request("sessions", "expires", true)));
  ASSERT_TRUE(engine_.run_jobs());
  ASSERT_TRUE(engine_.put_item(put_request("sessions", {{"pk", "old"}, {"expires", kNow - 1}})));
  begin(engine_);
  ASSERT_TRUE(engine_.run_job_slices(4));
  EXPECT_EQ(engine_.scan(test::scan_request("sessions"))->count, 0);
  EXPECT_EQ(engine_.statistics().expired_items, 1u);
  EXPECT_EQ(status_of_index(engine_), IndexStatus::Creating);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(status_of_index(engine_), IndexStatus::Active);
  engine_.expect_clean();
}

TEST_F(JobSlices, an_index_is_deleted_while_it_is_filled) {
  begin(engine_);
  ASSERT_TRUE(engine_.run_job_slices(2));
  const auto id = engine_.context().catalog.find("items")->id;
  ASSERT_GT(keys_of_index(engine_, id, 1), 0u);
  ASSERT_LT(keys_of_index(engine_, id, 1), std::size_t{kItems});
  // The table is ACTIVE during the job. Other changes are allowed, but only one index at a time, and the table cannot
  // be deleted.
  EXPECT_EQ(engine_.describe_table({.table_name = "items"})->table.table_status, TableStatus::Active);
  auto other = test::add_index_request("items", {.name = "other", .partition = {"owner:S"}});
  EXPECT_EQ(engine_.update_table(other).error().code, ErrorCode::LimitExceededException);
  EXPECT_TRUE(engine_.update_table({.table_name = "items", .table_class = TableClass::StandardInfrequentAccess}));
  EXPECT_EQ(engine_.delete_table({.table_name = "items"}).error().code, ErrorCode::ResourceInUseException);

  const auto dropped = engine_.update_table(test::drop_index_request("items", "by_owner"));
  ASSERT_TRUE(dropped) << dropped.error().message;
  const auto& described = dropped->table_description.global_secondary_indexes->front();
  EXPECT_EQ(described.index_status, IndexStatus::Deleting);
  EXPECT_EQ(engine_.describe_table({.table_name = "items"})->table.table_status, TableStatus::Updating);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_FALSE(engine_.describe_table({.table_name = "items"})->table.global_secondary_indexes);
  for (const keys::IndexId index : {keys::IndexId{1}, keys::kBackfillIndex})
    EXPECT_EQ(keys_of_index(engine_, id, index), 0u);
  EXPECT_EQ(engine_.engine().store().get(keys::counts_key(id, 1))->state, storage::ReadState::Missing);
  engine_.expect_clean();
  // The name is free again.
  ASSERT_TRUE(engine_.update_table(test::add_index_request("items", kByOwner)));
  ASSERT_TRUE(engine_.run_jobs());
  engine_.expect_clean();
}

TEST_F(JobSlices, the_log_names_the_index_that_is_filled) {
  std::string lines;
  test::TestEngine engine({.log = base::Log([&](auto, std::string_view line) { lines.append(line) += '\n'; })});
  begin(engine);
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_NE(lines.find("event=backfill table=items index=by_owner items="), lines.npos) << lines;
}

TEST_F(JobSlices, how_far_a_backfill_is_can_be_seen) {
  begin(engine_);
  ASSERT_TRUE(engine_.run_job_slices(2));
  const auto jobs = engine_.statistics().jobs;
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs[0].job, "backfill");
  EXPECT_EQ(jobs[0].table, "items");
  EXPECT_EQ(jobs[0].index, "by_owner");
  EXPECT_EQ(jobs[0].items_in_all, std::uint64_t{kItems});
  const auto id = engine_.context().catalog.find("items")->id;
  EXPECT_EQ(jobs[0].items_done, keys_of_index(engine_, id, 1));
  EXPECT_EQ(engine_.describe_table({.table_name = "items"})->table.global_secondary_indexes->front().item_count,
            static_cast<std::int64_t>(jobs[0].items_done));
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_TRUE(engine_.statistics().jobs.empty());
}

class JobsOnDisk : public testing::Test {
 protected:
  void open(std::uint64_t memtable_bytes = 64 << 20) {
    engine_.reset();
    storage::StoreOptions options;
    options.file_system = files_;
    options.memtable_bytes = memtable_bytes;
    engine_ = std::make_unique<test::TestEngine>(storage::open_store("/data", options).value(),
                                                 test::TestEngine::Options{.sync = storage::Store::Sync::Yes});
  }
  std::uint64_t syncs() const { return engine_->statistics().store.syncs; }

  const std::shared_ptr<test::PowerCutFileSystem> files_ = std::make_shared<test::PowerCutFileSystem>();
  std::unique_ptr<test::TestEngine> engine_;
};

TEST_F(JobsOnDisk, a_backfill_syncs_once_for_a_megabyte_and_once_at_its_end) {
  constexpr int kItems = 5000;
  open();
  ASSERT_TRUE(engine_->create_table(create_request("items", "pk:S")));
  fill(*engine_, kItems);
  ASSERT_TRUE(engine_->update_table(test::add_index_request("items", kByOwner)));
  const auto before = syncs();
  ASSERT_TRUE(engine_->run_jobs());
  EXPECT_EQ(status_of_index(*engine_), IndexStatus::Active);
  EXPECT_LE(syncs() - before, 2u);
  files_->disk().cut();
  engine_.reset();
  files_->disk().restore(test::UnsyncedBytes::Lost, 0);
  open();
  EXPECT_EQ(status_of_index(*engine_), IndexStatus::Active);
  engine_->expect_clean();
}

TEST_F(JobsOnDisk, a_backfill_goes_on_where_it_was) {
  constexpr int kItems = 3000;
  open();
  ASSERT_TRUE(engine_->create_table(create_request("items", "pk:S")));
  fill(*engine_, kItems);
  ASSERT_TRUE(engine_->update_table(test::add_index_request("items", kByOwner)));
  ASSERT_TRUE(engine_->run_job_slices(5));
  const auto done = engine_->statistics().jobs.at(0).items_done;
  ASSERT_GT(done, kItems / 4u);
  open();
  const auto before = engine_->statistics().store.reads;
  ASSERT_TRUE(engine_->run_job_slices(2));
  const auto again = engine_->statistics().jobs.at(0);
  // The work that an earlier backfill did is estimated.
  EXPECT_NEAR(double(again.items_done), double(done) + 512, kItems / 10.0);
  ASSERT_TRUE(engine_->run_jobs());
  // The bound is an item and its entry, and the jobs' own reads.
  EXPECT_LE(engine_->statistics().store.reads - before, 2 * (kItems - done) + 50);
  engine_->expect_clean();
}

TEST_F(JobsOnDisk, expired_items_share_their_syncs) {
  constexpr int kItems = 1000;
  open();
  ASSERT_TRUE(engine_->create_table(create_request("items", "pk:S")));
  ASSERT_TRUE(engine_->update_time_to_live(test::time_to_live_request("items", "expires", true)));
  ASSERT_TRUE(engine_->run_jobs());
  for (int i = 0; i < kItems; ++i)
    ASSERT_TRUE(engine_->put_item(put_request("items", {{"pk", "k" + std::to_string(i)}, {"expires", kNow - 1 - i}})));
  const auto before = syncs();
  ASSERT_TRUE(engine_->run_jobs());
  EXPECT_EQ(engine_->scan(test::scan_request("items"))->count, 0);
  EXPECT_LE(syncs() - before, kItems / 256u + 1);
}

// The table files' space of a dropped table or index is freed. Files that hold only its keys are deleted, and the
// others rewritten.
TEST_F(JobsOnDisk, what_was_dropped_takes_no_space) {
  constexpr int kItems = 2500;
  open(1 << 20);
  const auto file_bytes = [&] { return engine_->statistics().store.file_bytes; };
  ASSERT_TRUE(engine_->create_table(create_request("stays", "pk:S")));
  ASSERT_TRUE(engine_->put_item(put_request("stays", {{"pk", "a"}})));
  ASSERT_TRUE(
      engine_->create_table(create_request("items", "pk:S", "", {{.name = "by_owner", .partition = {"owner:S"}}})));
  const std::string text = [] {  // that does not compress
    std::string made;
    for (std::uint32_t i = 0, x = 1; i < 4000; ++i) made.push_back(char('!' + (x = x * 1664525 + 1013904223) % 90));
    return made;
  }();
  for (int i = 0; i < kItems; ++i)
    ASSERT_TRUE(engine_->put_item(put_request("items", {{"pk", "k" + std::to_string(i)},
                                                        {"owner", "o" + std::to_string(i % 9)},
                                                        {"text", text.substr(0, 2000 + i % 2000)}})));
  const auto full = file_bytes();
  ASSERT_GT(full, 8u << 20);
  ASSERT_TRUE(engine_->update_table(test::drop_index_request("items", "by_owner")));
  ASSERT_TRUE(engine_->run_jobs());
  const auto without_index = file_bytes();
  EXPECT_LT(without_index, full * 6 / 10);
  EXPECT_EQ(engine_->describe_table({.table_name = "items"})->table.item_count, kItems);
  engine_->expect_clean();
  ASSERT_TRUE(engine_->delete_table({.table_name = "items"}));
  ASSERT_TRUE(engine_->run_jobs());
  EXPECT_LT(file_bytes(), 1u << 20);
  EXPECT_EQ(engine_->scan(test::scan_request("stays"))->count, 1);
  engine_->expect_clean();
}

// An operation that found the table before its deletion reads it to its end.
TEST_F(JobSlices, what_is_dropped_stays_as_long_as_somebody_reads_it) {
  begin(engine_);
  ASSERT_TRUE(engine_.run_jobs());
  auto reader = engine_.context().catalog.find("items");
  const auto id = reader->id;
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  ASSERT_TRUE(engine_.run_job_slices(20));
  EXPECT_EQ(keys_of_index(engine_, id, keys::kBaseTable), std::size_t{kItems});
  reader.reset();
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(test::keys_between(engine_.engine().store(), keys::table_lower(id), keys::table_upper(id)), 0u);
}

// A slice must not block readers and writers for all rows of a table.
TEST_F(JobSlices, a_table_in_memory_is_deleted_in_many_slices) {
  begin(engine_);
  ASSERT_TRUE(engine_.run_jobs());
  const auto id = engine_.context().catalog.find("items")->id;
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  const auto left = [&] {
    return test::keys_between(engine_.engine().store(), keys::table_lower(id), keys::table_upper(id));
  };
  std::size_t before = left();
  for (int slices = 0; before > 0; ++slices) {
    ASSERT_TRUE(engine_.run_job_slices(1));
    ASSERT_LE(before - left(), 256u);
    before = left();
    ASSERT_LT(slices, 1000);
  }
}

class Clock : public testing::Test {
 protected:
  static constexpr std::int64_t kHour = 3'600'000;
  void add_index(test::TestEngine& engine) {
    ASSERT_TRUE(engine.create_table(create_request("items", "pk:S")));
    engine.clock().advance_ms(kHour);
    ASSERT_TRUE(engine.put_item(put_request("items", {{"pk", "a"}, {"owner", "o"}})));
    ASSERT_TRUE(engine.update_table(test::add_index_request("items", kByOwner)));
    ASSERT_TRUE(engine.run_jobs());
  }
  void expect_readable(test::TestEngine& engine) {
    EXPECT_EQ(status_of_index(engine), IndexStatus::Active);
    EXPECT_EQ(engine.describe_table({.table_name = "items"})->table.table_status, TableStatus::Active);
    auto scan = test::scan_request("items");
    scan.index_name = "by_owner";
    const auto page = engine.scan(scan);
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_EQ(page->count, 1);
  }
};

TEST_F(Clock, set_back_hides_no_index) {
  test::TestEngine engine;
  add_index(engine);
  engine.clock().advance_ms(-kHour / 2);
  expect_readable(engine);
  ASSERT_TRUE(engine.update_table(test::drop_index_request("items", "by_owner")));
  engine.clock().advance_ms(-kHour);
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_FALSE(engine.describe_table({.table_name = "items"})->table.global_secondary_indexes);
}

TEST_F(Clock, set_back_during_a_table_delay_does_not_prolong_it_and_after_it_does_not_bring_it_back) {
  test::TestEngine engine(test::TestEngine::Options{.table_delay = std::chrono::seconds(10)});
  add_index(engine);
  EXPECT_EQ(status_of_index(engine), IndexStatus::Creating);
  engine.clock().advance_ms(-kHour / 2);
  expect_readable(engine);
  engine.clock().advance_ms(kHour / 2 + 10'000);
  ASSERT_TRUE(engine.run_jobs());
  engine.clock().advance_ms(-5'000);
  expect_readable(engine);
}

}  // namespace job_slices_test
}  // namespace partita::engine
