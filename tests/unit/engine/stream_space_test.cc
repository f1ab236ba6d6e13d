// The space of streams: how records are erased after a day, at the same time as writes, and how their bytes are counted
// by table.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>

#include "keys/system_keys.h"
#include "storage/open_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace stream_space_test {

using test::create_request;
using test::put_request;
using test::TestEngine;

constexpr std::int64_t kHourMs = 60 * 60 * 1000;

// A store that counts how it is used, and calls back before it discards a range. A key counts as a byte of a table
// file.
class CountedStore final : public storage::Store {
 public:
  struct Counts {
    std::string records;      // the beginning of the records' keys
    std::uint64_t seeks = 0;  // among the records
    std::uint64_t erased_keys = 0, discards = 0;
    std::function<void()> before_discard;
  };
  CountedStore(std::unique_ptr<storage::Store> below, std::shared_ptr<Counts> counts)
      : below_(std::move(below)), counts_(std::move(counts)) {}

  Result<storage::GetResult> get(std::string_view key, const storage::ReadOptions& options) const override {
    return below_->get(key, options);
  }
  Result<std::vector<storage::GetResult>> get_many(std::span<const std::string_view> keys,
                                                   const storage::ReadOptions& options) const override {
    return below_->get_many(keys, options);
  }
  std::unique_ptr<storage::Iterator> iterate(const storage::IteratorOptions& options) const override {
    if (options.lower.starts_with(counts_->records)) ++counts_->seeks;
    return below_->iterate(options);
  }
  std::shared_ptr<const storage::Snapshot> snapshot() const override { return below_->snapshot(); }
  Result<void> write(const storage::Batch& batch, Sync sync) override {
    const storage::Batch* const one = &batch;
    return write(std::span(&one, 1), sync);
  }
  Result<void> write(std::span<const storage::Batch* const> batches, Sync sync) override {
    for (const storage::Batch* batch : batches)
      batch->for_each([&](auto operation, auto /*key*/, const auto& /*value*/) {
        if (operation == storage::Batch::Operation::Erase) ++counts_->erased_keys;
      });
    return below_->write(batches, sync);
  }
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override {
    ++counts_->discards;
    if (counts_->before_discard) counts_->before_discard();
    return below_->discard(from, upper, stop_flag);
  }
  bool write_may_wait() const override { return below_->write_may_wait(); }
  bool can_write() const override { return below_->can_write(); }
  Result<void> flush() override { return below_->flush(); }
  storage::StoreStatistics statistics() const override { return below_->statistics(); }
  std::vector<std::uint64_t> file_bytes_of(std::span<const storage::KeyRange> ranges) const override {
    std::vector<std::uint64_t> bytes;
    for (const storage::KeyRange& range : ranges)
      bytes.push_back(test::keys_between(*below_, range.lower, range.upper));
    return bytes;
  }

 private:
  const std::unique_ptr<storage::Store> below_;
  const std::shared_ptr<Counts> counts_;
};

CreateTableRequest with_stream(const std::string& table) {
  CreateTableRequest request = create_request(table, "pk:S");
  request.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = {}};
  request.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
  return request;
}

void put(TestEngine& engine, const std::string& table, int n) {
  ASSERT_TRUE(engine.put_item(put_request(table, {{"pk", std::to_string(n)}, {"n", n}})));
}

// A write of an item whose record is being erased. It ends before the erasure begins, so writers want no lock that the
// job holds.
void write_meanwhile(TestEngine& engine, int n) {
  auto written = engine.start_put_item(put_request("items", {{"pk", "1"}, {"n", 1'000'000 + n}}));
  ASSERT_EQ(written.wait_for(std::chrono::minutes(1)), std::future_status::ready) << "the writer waits for the job";
  ASSERT_TRUE(written.get());
}

void trims_by_range(std::unique_ptr<storage::Store> store, std::uint64_t discards) {
  constexpr int kRecords = 1000;
  const auto counts = std::make_shared<CountedStore::Counts>();
  TestEngine engine(std::make_unique<CountedStore>(std::move(store), counts), TestEngine::Options());
  ASSERT_TRUE(engine.create_table(with_stream("items")));
  for (int i = 0; i < kRecords; ++i) put(engine, "items", i);
  engine.clock().advance_ms(26 * kHourMs);
  const keys::TableId id = engine.context().catalog.find("items")->stream->id;
  *counts = {.records = keys::index_lower(id, keys::kStreamIndex), .before_discard = {}};
  int written = 0;
  counts->before_discard = [&] {
    EXPECT_EQ(engine.statistics().locks.entries, 0u) << "the job holds locks of items";
    write_meanwhile(engine, written++);
  };
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(counts->discards, discards);
  EXPECT_EQ(counts->erased_keys, 0u);
  EXPECT_EQ(counts->seeks, 0u) << "the job looks for the keys that it erases";
  EXPECT_EQ(engine.statistics().locks.waits, 0u);
  EXPECT_EQ(test::keys_between(engine.engine().store(), keys::table_lower(id), keys::table_upper(id)), discards)
      << "the records of the writes meanwhile";
  engine.expect_clean();
}

TEST(StreamSpace, trimming_on_disk_is_one_erased_range_however_many_records_there_are) {
  const test::TemporaryDirectory directory;
  trims_by_range(storage::open_store(directory / "data", {}).value(), 1);
}

// In memory a range is erased in pieces, so that no writer waits long for the store's lock.
TEST(StreamSpace, trimming_in_memory_is_by_short_ranges) { trims_by_range(storage::make_memory_store(), 4); }

TEST(StreamSpace, all_streams_of_a_table_count_together) {
  TestEngine engine(
      std::make_unique<CountedStore>(storage::make_memory_store(), std::make_shared<CountedStore::Counts>()),
      TestEngine::Options());
  ASSERT_TRUE(engine.create_table(with_stream("first")));
  ASSERT_TRUE(engine.create_table(with_stream("second")));
  for (int i = 0; i < 3; ++i) put(engine, "first", i);
  for (int i = 0; i < 5; ++i) put(engine, "second", i);
  UpdateTableRequest disable{.table_name = "first"};
  disable.stream_specification = StreamSpecification{.stream_enabled = false, .stream_view_type = {}};
  ASSERT_TRUE(engine.update_table(disable));
  UpdateTableRequest enable{.table_name = "first"};
  enable.stream_specification = with_stream("first").stream_specification;
  ASSERT_TRUE(engine.update_table(enable));
  for (int i = 10; i < 14; ++i) put(engine, "first", i);
  using ByTable = std::vector<engine::TableBytes>;
  EXPECT_EQ(engine.engine().stream_file_bytes_by_table(), (ByTable{{{}, "first", 7}, {{}, "second", 5}}));
}

}  // namespace stream_space_test
}  // namespace partita::engine
