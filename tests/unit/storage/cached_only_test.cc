// Reads that must not wait for a disk.
#include "storage/open_store.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>

namespace partita::storage {
namespace {

class CachedOnly : public testing::Test {
 protected:
  CachedOnly() {
    open();
    Batch batch;
    for (int i = 100; i < 400; ++i) batch.put("key" + std::to_string(i), std::string(1000, 'v'));
    EXPECT_TRUE(store_->write(batch, Store::Sync::No));
  }
  void open() {
    store_.reset();
    store_ = open_store(directory_ / "d", {}).value();
  }
  ReadState get(std::string_view key) const {
    ReadOptions options;
    options.cached_only = true;
    return store_->get(key, options)->state;
  }
  // How the iteration ends, and after how many entries.
  std::pair<ReadState, int> iterate() const {
    IteratorOptions options;
    options.cached_only = true;
    auto iterator = store_->iterate(options);
    int entries = 0;
    for (; iterator->valid(); iterator->next()) ++entries;
    return {iterator->end_state().value(), entries};
  }

  const test::TemporaryDirectory directory_;
  std::unique_ptr<Store> store_;
};

TEST_F(CachedOnly, finds_what_was_just_written) {
  EXPECT_EQ(get("key100"), ReadState::Found);
  EXPECT_EQ(get("other"), ReadState::Missing);
  EXPECT_EQ(iterate(), std::pair(ReadState::Missing, 300));
}

TEST_F(CachedOnly, is_told_that_a_cold_cache_does_not_know) {
  open();
  EXPECT_EQ(get("key100"), ReadState::NotCached);
  EXPECT_EQ(iterate(), std::pair(ReadState::NotCached, 0));
}

TEST_F(CachedOnly, finds_what_an_ordinary_read_brought_in) {
  open();
  ASSERT_TRUE(store_->get("key100"));
  EXPECT_EQ(get("key100"), ReadState::Found);
  const auto [state, entries] = iterate();
  EXPECT_EQ(state, ReadState::NotCached);
  EXPECT_GT(entries, 0);
  EXPECT_LT(entries, 300);
}

TEST_F(CachedOnly, is_not_helped_by_reads_that_do_not_fill_the_cache) {
  open();
  IteratorOptions options;
  options.fill_cache = false;
  for (auto iterator = store_->iterate(options); iterator->valid(); iterator->next()) {
  }
  EXPECT_EQ(get("key100"), ReadState::NotCached);
}

TEST_F(CachedOnly, the_cache_counts_hits_and_misses) {
  open();
  const auto cold = store_->statistics();
  ASSERT_TRUE(store_->get("key100"));
  const auto missed = store_->statistics();
  ASSERT_TRUE(store_->get("key100"));
  const auto hit = store_->statistics();
  EXPECT_EQ(missed.cache_misses - cold.cache_misses, 1u);
  EXPECT_EQ(missed.cache_hits - cold.cache_hits, 0u);
  EXPECT_EQ(hit.cache_misses - missed.cache_misses, 0u);
  EXPECT_EQ(hit.cache_hits - missed.cache_hits, 1u);
}

}  // namespace
}  // namespace partita::storage
