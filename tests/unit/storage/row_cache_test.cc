#include "storage/rocks/cache/row_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "storage/open_store.h"
#include "storage/sums.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace row_cache_test {

std::string text_of(const std::optional<PinnedBytes>& found) { return found ? std::string(found->bytes) : "-"; }

class Rows : public testing::Test {
 protected:
  // Reads twice, so that the value is kept.
  void read(std::string_view key, std::string_view value) {
    for (int i = 0; i < 2; ++i) rows_.keep_read(key, value, rows_.before_reading(key));
  }
  void write(std::string_view key) {
    Batch batch;
    batch.put(key, "written");
    const Batch* const one = &batch;
    const RowCache::Writing writing(rows_, std::span(&one, 1));
  }

  std::shared_ptr<rocksdb::Cache> cache_ = rocksdb::NewLRUCache(1 << 20);
  RowCache rows_{cache_};
};

TEST_F(Rows, are_kept_until_they_are_written) {
  read("key", "value");
  EXPECT_EQ(text_of(rows_.find("key")), "value");
  write("another");
  EXPECT_EQ(text_of(rows_.find("key")), "value");
  write("key");
  EXPECT_EQ(text_of(rows_.find("key")), "-");
}

TEST_F(Rows, are_not_kept_where_a_write_came_between) {
  rows_.keep_read("key", "value", rows_.before_reading("key"));
  const auto stamp = rows_.before_reading("key");
  ASSERT_TRUE(stamp.may_keep);
  write("key");
  rows_.keep_read("key", "stale", stamp);
  EXPECT_EQ(text_of(rows_.find("key")), "-");
}

TEST_F(Rows, are_not_kept_while_they_are_being_written) {
  Batch batch;
  batch.add("key", {1, 1});
  const Batch* const one = &batch;
  std::optional<RowCache::Writing> writing(std::in_place, rows_, std::span(&one, 1));
  rows_.keep_read("key", "value", rows_.before_reading("key"));
  const auto stamp = rows_.before_reading("key");
  rows_.keep_read("key", "stale", stamp);
  EXPECT_EQ(text_of(rows_.find("key")), "-");
  writing.reset();
  rows_.keep_read("key", "stale", stamp);
  EXPECT_EQ(text_of(rows_.find("key")), "-");
}

TEST_F(Rows, that_were_kept_are_kept_with_their_new_values) {
  read("key", "value");
  Batch batch;
  batch.put("key", "new");
  batch.put("other", "new");
  const Batch* const one = &batch;
  RowCache::Writing writing(rows_, std::span(&one, 1));
  EXPECT_EQ(text_of(rows_.find("key")), "-");
  writing.keep_new_values();
  EXPECT_EQ(text_of(rows_.find("key")), "new");
  EXPECT_EQ(text_of(rows_.find("other")), "-");
}

TEST_F(Rows, are_dropped_for_good_where_two_writes_overlap) {
  read("key", "value");
  Batch first, second;
  first.put("key", "first");
  second.put("key", "second");
  const Batch* const a = &first;
  const Batch* const b = &second;
  RowCache::Writing one(rows_, std::span(&a, 1));
  { RowCache::Writing(rows_, std::span(&b, 1)).keep_new_values(); }
  one.keep_new_values();
  EXPECT_EQ(text_of(rows_.find("key")), "-");
}

TEST_F(Rows, of_an_erased_range_are_dropped_and_no_others) {
  for (const char* key : {"a", "b", "c"}) read(key, key);
  const auto held = rows_.find("b");
  Batch batch;
  batch.erase_range("b", "c");
  const Batch* const one = &batch;
  { const RowCache::Writing writing(rows_, std::span(&one, 1)); }
  EXPECT_EQ(text_of(rows_.find("a")), "a");
  EXPECT_EQ(text_of(rows_.find("b")), "-");
  EXPECT_EQ(text_of(rows_.find("c")), "c");
  EXPECT_EQ(text_of(held), "b");
}

TEST_F(Rows, are_kept_when_they_are_read_again) {
  rows_.keep_read("key", "value", rows_.before_reading("key"));
  EXPECT_EQ(text_of(rows_.find("key")), "-");
  rows_.keep_read("key", "value", rows_.before_reading("key"));
  EXPECT_EQ(text_of(rows_.find("key")), "value");
}

TEST_F(Rows, whose_first_read_gave_nothing_are_not_yet_read) {
  rows_.before_reading("key");
  EXPECT_FALSE(rows_.before_reading("key").may_keep);
}

TEST_F(Rows, that_were_read_long_ago_are_as_new) {
  constexpr int kKeys = 10'000;  // the cache has room for 256 blocks
  int again = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < kKeys; ++i) {
      const std::string key = "read" + std::to_string(i);
      const auto stamp = rows_.before_reading(key);
      again += stamp.may_keep;
      rows_.keep_read(key, "value", stamp);
    }
  EXPECT_LT(again, kKeys / 100);
}

TEST_F(Rows, with_keys_as_long_as_those_of_blocks_are_not_kept) {
  const std::string key(16, 'k');
  read(key, "value");
  EXPECT_EQ(text_of(rows_.find(key)), "-");
}

TEST_F(Rows, outlive_the_cache_that_kept_them) {
  read("key", "value");
  auto held = rows_.find("key");
  cache_->EraseUnRefEntries();
  write("key");
  EXPECT_EQ(text_of(held), "value");
}

// Four readers must never see a counter go back, in any order of their reads and the writer's steps.
TEST(RowCacheOfAStore, never_gives_the_value_of_before) {
  const test::TemporaryDirectory directory;
  const auto store = open_store(directory / "d", {.write_ahead_log = false}).value();
  const auto put = [&](std::uint64_t value) {
    Batch batch;
    batch.put("counter", std::to_string(value));
    ASSERT_TRUE(store->write(batch, Store::Sync::No));
  };
  put(0);
  std::atomic<std::uint64_t> acknowledged = 0;
  std::atomic<bool> failed = false;
  std::vector<std::thread> readers;
  constexpr std::uint64_t kWrites = 20'000;
  for (int i = 0; i < 4; ++i)
    readers.emplace_back([&] {
      std::uint64_t seen = 0;
      while (seen < kWrites) {
        const std::uint64_t least = std::max(seen, acknowledged.load());
        seen = std::stoull(std::string(store->get("counter")->value.bytes));
        if (seen < least) failed = true;
      }
    });
  for (std::uint64_t value = 1; value <= kWrites; ++value) {
    put(value);
    acknowledged = value;
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_FALSE(failed);
}

}  // namespace row_cache_test
}  // namespace partita::storage
