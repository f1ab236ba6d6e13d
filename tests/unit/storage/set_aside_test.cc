// The caches leave room for the bytes that the caller of the store needs itself.
#include <gtest/gtest.h>

#include <string>

#include "storage/open_store.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace set_aside_test {

TEST(SetAside, makes_the_caches_smaller_and_larger_again) {
  constexpr int kKeys = 300;
  constexpr std::uint64_t kCache = 8 << 20;  // for 6 MB of values in blocks of one value
  const test::TemporaryDirectory directory;
  const auto open = [&] { return open_store(directory / "d", {.block_cache_bytes = kCache}).value(); };
  auto store = open();
  Batch batch;
  for (int i = 0; i < kKeys; ++i) batch.put("key" + std::to_string(1000 + i), std::string(20'000, 'v'));
  ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
  store.reset();
  store = open();
  // The blocks that are read in vain once all were read.
  const auto misses = [&] {
    std::uint64_t before = 0;
    for (int round = 0; round < 2; ++round) {
      before = store->statistics().cache_misses;
      const auto snapshot = store->snapshot();  // without the cache of rows
      for (int i = 0; i < kKeys; ++i)
        EXPECT_EQ(store->get("key" + std::to_string(1000 + i), {.snapshot = snapshot.get()})->state, ReadState::Found);
    }
    return store->statistics().cache_misses - before;
  };
  const auto whole = misses();
  store->set_aside(1ull << 40);  // no more than half
  const auto half = misses();
  EXPECT_GT(half, whole + kKeys / 10);
  store->set_aside(0);
  EXPECT_LT(misses(), half);
}

}  // namespace set_aside_test
}  // namespace partita::storage
