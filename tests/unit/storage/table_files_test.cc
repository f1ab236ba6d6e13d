// The bytes that table files keep in the cache permanently must stay few, even with much data.
#include "storage/rocks/table_files.h"

#include <gtest/gtest.h>

#include "storage/open_store.h"
#include "storage/rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace table_files_test {

// The bytes that stay in a cache of `cache_bytes` after a fixed number of rows was written to files and read.
std::uint64_t pinned_bytes(std::uint64_t cache_bytes) {
  constexpr int kRounds = 80, kRows = 5000;
  const test::TemporaryDirectory directory;
  const StoreOptions options{.block_cache_bytes = cache_bytes, .memtable_bytes = 512 << 10};
  auto store = open_store(directory / "d", options).value();
  for (int round = 0; round < kRounds; ++round) {
    Batch batch;
    for (int i = 0; i < kRows; ++i) {
      std::uint64_t scattered = (std::uint64_t(round) * kRows + std::uint64_t(i)) * 0x9E3779B97F4A7C15;
      batch.put(std::string(reinterpret_cast<const char*>(&scattered), sizeof scattered) + "row", std::string(20, 'v'));
    }
    EXPECT_TRUE(store->write(batch, Store::Sync::No));
  }
  EXPECT_TRUE(dynamic_cast<RocksStore&>(*store)
                  .rewrite_tables());  // otherwise the time of merges would decide how many files there are
  store.reset();
  store = open_store(directory / "d", options).value();
  int rows = 0;
  for (auto row = store->iterate({}); row->valid(); row->next()) ++rows;
  EXPECT_EQ(rows, kRounds * kRows);
  EXPECT_EQ(store->get("none")->state, ReadState::Missing);
  return store->statistics().pinned_cache_bytes;
}

TEST(TableFilesInTheCache, stay_whole_while_they_are_a_small_part_of_it_and_are_cut_from_then_on) {
  const auto whole = pinned_bytes(64 << 20), cut = pinned_bytes(512 << 10);
  EXPECT_GT(whole, 200u << 10);
  EXPECT_LT(cut, whole / 2);
}

TEST(TableFilesInTheCache, are_cut_where_they_would_take_a_sixteenth) {
  EXPECT_FALSE(cuts_indexes(0, 64 << 20));
  EXPECT_FALSE(cuts_indexes(4ull << 30, 6ull << 30)) << "10^7 items of 400 bytes, a quarter of 24 GB";
  EXPECT_TRUE(cuts_indexes(40ull << 30, 1ull << 30)) << "10^8 items";
}

}  // namespace table_files_test
}  // namespace partita::storage
