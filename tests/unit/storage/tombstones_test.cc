// Erased keys in a directory no longer slow readers down after one reader has met many of them.
#include <fmt/format.h>

#include "any_store.h"

namespace partita::test {
namespace tombstones_test {

class StoreTombstones : public AnyStore {
 protected:
  static constexpr int kErased = 20'000;

  static std::string key(int i) { return fmt::format("0123456789{:08}", i); }
  void fill_and_erase() {
    storage::Batch written, erased;
    for (int i = 0; i <= kErased; ++i) written.put(key(i), std::string(100, 'x'));
    for (int i = 0; i < kErased; ++i) erased.erase(key(i));
    write(written);
    write(erased);
  }
  // Reads the first entry and returns the number of entries skipped before it.
  std::uint64_t skipped_to_first() const {
    const auto before = store_->statistics().entries_skipped;
    storage::IteratorOptions options;
    options.within_prefix = true;
    options.lower = "0123456789";
    options.upper = "0123456789z";
    auto iterator = store_->iterate(options);
    EXPECT_TRUE(iterator->valid() && iterator->key() == key(kErased));
    iterator.reset();
    return store_->statistics().entries_skipped - before;
  }
};
INSTANTIATE_TEST_SUITE_P(, StoreTombstones, testing::Values(StoreKind::Disk, StoreKind::Reopened, StoreKind::Encrypted),
                         [](const auto& instance) { return name_of(instance); });

TEST_P(StoreTombstones, that_a_reader_met_are_cleared_away) {
  fill_and_erase();
  settle();
  EXPECT_GE(skipped_to_first(), std::uint64_t{kErased});
  // Each read takes a millisecond or so until the tombstones are gone.
  std::uint64_t skipped = kErased;
  for (int reads = 0; skipped > 0 && reads < 100'000; ++reads) skipped = skipped_to_first();
  EXPECT_EQ(skipped, 0u);
}

TEST_P(StoreTombstones, are_left_alone_where_they_are_few) {
  put(key(1), "1");
  put(key(kErased), "1");
  storage::Batch erased;
  erased.erase(key(1));
  write(erased);
  settle();
  const auto first = skipped_to_first();
  EXPECT_GT(first, 0u);
  EXPECT_EQ(skipped_to_first(), first);
}

TEST_P(StoreTombstones, that_a_snapshot_needs_stay) {
  storage::Batch written, erased;
  for (int i = 0; i <= kErased; ++i) written.put(key(i), "1");
  write(written);
  settle();
  const auto snapshot = store_->snapshot();
  for (int i = 0; i < kErased; ++i) erased.erase(key(i));
  write(erased);
  for (int reads = 0; reads < 500; ++reads) ASSERT_GE(skipped_to_first(), std::uint64_t{kErased});
  EXPECT_EQ(get(key(0), {.snapshot = snapshot.get()}), "1");
}

}  // namespace tombstones_test
}  // namespace partita::test
