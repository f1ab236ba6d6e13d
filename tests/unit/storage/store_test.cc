// Batches, points and snapshots, which every store must handle in the same way.
#include <thread>
#include <vector>

#include "storage/sums.h"
#include "unit/storage/any_store.h"

namespace partita::test {
namespace store_test {

using storage::Batch;
using storage::ReadOptions;
using storage::ReadState;
using storage::Store;
using storage::Sums;

class StoreTest : public AnyStore {};
PARTITA_FOR_EVERY_STORE(StoreTest);

TEST_P(StoreTest, later_operations_of_a_batch_win) {
  Batch batch;
  batch.put("a", "1");
  batch.put("a", "2");
  batch.put("b", "1");
  batch.erase("b");
  batch.erase("c");
  batch.put("c", "");
  write(batch);
  settle();
  EXPECT_EQ(get("a"), "2");
  EXPECT_EQ(get("b"), "-");
  EXPECT_EQ(get("c"), "");
}

TEST_P(StoreTest, several_batches_are_written_as_one_in_order) {
  Batch first, second;
  first.put("a", "1");
  first.put("b", "1");
  second.erase("a");
  const Batch* const both[] = {&first, &second};
  ASSERT_TRUE(store_->write(both, Store::Sync::Yes));
  settle();
  EXPECT_EQ(get("a"), "-");
  EXPECT_EQ(get("b"), "1");
}

TEST_P(StoreTest, erase_range_takes_the_lower_and_spares_the_upper_bound) {
  for (const char* key : {"a", "b", "bb", "c", "d"}) put(key, "1");
  Batch batch;
  batch.erase_range("b", "c");
  batch.put("bc", "after");
  write(batch);
  settle();
  EXPECT_EQ(get("a") + get("b") + get("bb") + get("c") + get("d"), "1--11");
  EXPECT_EQ(get("bc"), "after");
}

TEST_P(StoreTest, adds_sum_up_across_batches_and_puts) {
  for (std::int64_t i = 1; i <= 100; ++i) {
    Batch batch;
    batch.add("n", {1, -i});
    write(batch);
    if (i % 40 == 0) settle();
  }
  settle();
  EXPECT_EQ(storage::decode_sums(get("n")), (Sums{100, -5050}));
  Batch reset;
  reset.erase("n");
  reset.add("n", {7, 8});
  reset.add("n", {INT64_MAX, 0});
  write(reset);
  settle();
  EXPECT_EQ(storage::decode_sums(get("n")), (Sums{INT64_MIN + 6, 8}));
}

TEST_P(StoreTest, adds_of_two_and_of_four_sums_meet) {
  Batch two, four, back;
  two.add("n", {1, 2});
  four.add("n", {10, 20, INT64_MAX, -4});
  four.add("n", {0, 0, 1, 1});
  back.add("n", {0, 0, INT64_MIN, 3});
  for (const Batch* batch : {&two, &four, &two}) write(*batch);
  settle();
  EXPECT_EQ(storage::decode_sums(get("n")), (Sums{12, 24, INT64_MIN, -3}));
  write(back);
  EXPECT_EQ(get("n").size(), 16u) << "sums of zeros are left out";
  settle();
  EXPECT_EQ(storage::decode_sums(get("n")), (Sums{12, 24}));
}

TEST_P(StoreTest, an_add_to_what_is_no_sums_leaves_it) {
  put("n", "not sums");
  Batch batch;
  batch.add("n", {1, 1});
  batch.add("n", {1, 1});
  write(batch);
  settle();
  EXPECT_EQ(get("n"), "not sums");
}

TEST_P(StoreTest, a_snapshot_sees_its_moment) {
  put("a", "old");
  put("b", "old");
  settle();
  const auto snapshot = store_->snapshot();
  Batch batch;
  batch.put("a", "new");
  batch.erase("b");
  batch.put("c", "new");
  write(batch);
  const ReadOptions then{.snapshot = snapshot.get()};
  EXPECT_EQ(get("a", then) + get("b", then) + get("c", then), "oldold-");
  EXPECT_EQ(get("a") + get("b") + get("c"), "new-new");
  storage::IteratorOptions options;
  options.snapshot = snapshot.get();
  int entries = 0;
  for (auto iterator = store_->iterate(options); iterator->valid(); iterator->next()) {
    EXPECT_EQ(iterator->value(), "old");
    ++entries;
  }
  EXPECT_EQ(entries, 2);
}

TEST_P(StoreTest, big_values_come_back_whole) {
  const std::string big(5 << 20, 'x');
  put("big", big);
  put("small", "s");
  settle();
  EXPECT_EQ(get("big"), big);
  EXPECT_EQ(get("small"), "s");
}

TEST_P(StoreTest, pinned_bytes_outlive_their_overwriting) {
  put("a", std::string(1000, 'a'));
  settle();
  const storage::PinnedBytes pinned = store_->get("a")->value;
  put("a", "other");
  EXPECT_EQ(pinned.bytes, std::string(1000, 'a'));
}

TEST_P(StoreTest, writers_in_several_threads_all_get_through) {
  constexpr int kThreads = 4, kWrites = 200;
  std::vector<std::jthread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kWrites; ++i) {
        Batch batch;
        batch.put(std::to_string(t) + "/" + std::to_string(i), "v");
        batch.add("n", {1, t});
        EXPECT_TRUE(store_->write(batch, Store::Sync::No));
        EXPECT_TRUE(store_->get("n"));
      }
    });
  }
  threads.clear();
  settle();
  EXPECT_EQ(storage::decode_sums(get("n")), (Sums{kThreads * kWrites, kWrites * (0 + 1 + 2 + 3)}));
  for (int t = 0; t < kThreads; ++t) EXPECT_EQ(get(std::to_string(t) + "/199"), "v");
}

TEST_P(StoreTest, counts_its_work) {
  put("a", "12345");
  put("b", "1");
  settle();
  const auto before = store_->statistics();
  get("a");
  get("missing");
  for (auto iterator = store_->iterate({}); iterator->valid(); iterator->next()) {
  }
  Batch one, two;
  one.put("c", "1");
  two.put("d", "1");
  const Batch* const both[] = {&one, &two};
  ASSERT_TRUE(store_->write(both, Store::Sync::Yes));
  const auto after = store_->statistics();
  EXPECT_EQ(after.reads - before.reads, 2u);
  EXPECT_EQ(after.seeks - before.seeks, 1u);
  EXPECT_EQ(after.bytes_read - before.bytes_read, 5u + 6u + 2u);
  EXPECT_EQ(after.writes - before.writes, 2u);
  EXPECT_EQ(after.syncs - before.syncs, GetParam() == StoreKind::Memory ? 0u : 1u);
}

}  // namespace store_test
}  // namespace partita::test
