// What every store does, on disk and in memory.
#include "storage/open_store.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace partita::storage {
namespace {

TEST(Store, gives_back_what_was_written) {
  auto store = open_memory_store().value();
  Batch batch;
  batch.put("a", "1");
  batch.add("n", {3, -4});
  batch.add("n", {1, 1});
  ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
  EXPECT_EQ(store->get("a")->value.bytes, "1");
  EXPECT_EQ(decode_sums(store->get("n")->value.bytes), (Sums{4, -3}));
  EXPECT_EQ(store->get("b")->state, ReadState::Missing);
  auto iterator = store->iterate({});
  ASSERT_TRUE(iterator->valid());
  EXPECT_EQ(iterator->key(), "a");
}

}  // namespace
}  // namespace partita::storage
