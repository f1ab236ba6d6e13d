// Reads that lag behind on purpose (--index-delay), on the manual clock, in memory and on disk.
#include "engine/commit/delayed_reads.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "storage/memory/memory_store.h"
#include "storage/open_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace delayed_reads_test {

using test::create_request;
using test::get_request;
using test::put_request;
using test::query_request;

constexpr std::int64_t kDelayMs = 100;

enum class On { Memory, Disk };

class DelayedReadsTest : public testing::TestWithParam<On> {
 protected:
  void start(bool delay_eventual_reads = false) {
    auto store =
        GetParam() == On::Memory ? storage::make_memory_store() : storage::open_store(directory_.string(), {}).value();
    engine_ = std::make_unique<test::TestEngine>(
        std::move(store), test::TestEngine::Options{.index_delay = std::chrono::milliseconds(kDelayMs),
                                                    .delay_eventual_reads = delay_eventual_reads});
    ASSERT_TRUE(engine_->create_table(create_request("items", "pk:S", "", {{.name = "by_g", .partition = {"g:S"}}})));
  }
  void put(const std::string& key, const std::string& group = "g") {
    ASSERT_TRUE(engine_->put_item(put_request("items", {{"pk", key}, {"g", group}})));
  }
  QueryRequest query(const std::string& group = "g") {
    auto request = query_request("items", "g = :g", {{":g", group}});
    request.index_name = "by_g";
    return request;
  }
  std::int64_t in_index(const std::string& group = "g") {
    const auto page = engine_->query(query(group));
    EXPECT_TRUE(page) << page.error().message;
    return page ? page->count : -1;
  }
  void pass(std::int64_t ms) { engine_->clock().advance_ms(ms); }

  test::TemporaryDirectory directory_;
  std::unique_ptr<test::TestEngine> engine_;
};

TEST_P(DelayedReadsTest, an_index_shows_a_write_between_one_delay_and_two) {
  start();
  put("a");
  EXPECT_EQ(in_index(), 0);
  pass(kDelayMs - 1);
  EXPECT_EQ(in_index(), 0);
  pass(kDelayMs + 1);
  EXPECT_EQ(in_index(), 1);
  // Reads of the table see each write at once.
  put("b");
  EXPECT_TRUE(engine_->get_item(get_request("items", {{"pk", "b"}}))->item);
  EXPECT_EQ(engine_->scan(test::scan_request("items"))->count, 2);
  EXPECT_EQ(in_index(), 1);
}

TEST_P(DelayedReadsTest, a_change_and_a_deletion_lag_like_a_new_item) {
  start();
  put("a", "old");
  pass(2 * kDelayMs);
  put("a", "new");
  EXPECT_EQ(in_index("old"), 1);
  EXPECT_EQ(in_index("new"), 0);
  pass(2 * kDelayMs);
  EXPECT_EQ(in_index("old"), 0);
  EXPECT_EQ(in_index("new"), 1);
  ASSERT_TRUE(engine_->delete_item(test::delete_request("items", {{"pk", "a"}})));
  EXPECT_EQ(in_index("new"), 1);
  pass(2 * kDelayMs);
  EXPECT_EQ(in_index("new"), 0);
}

// Each write adds one item, so the count of a read tells the newest write that it saw.
TEST_P(DelayedReadsTest, random_reads_are_within_the_bounds_and_never_go_back) {
  start();
  std::mt19937 random(7);
  std::vector<std::int64_t> written_ms;
  std::int64_t seen_before = 0;
  for (int step = 0; step < 3000; ++step) {
    if (random() % 3 == 0) {
      put("k" + std::to_string(written_ms.size()));
      written_ms.push_back(engine_->clock().now_ms());
    }
    if (random() % 2 == 0) pass(static_cast<std::int64_t>(random() % (random() % 10 == 0 ? 400 : 40)));
    auto request = query();
    request.select = Select::Count;
    const auto page = engine_->query(request);
    ASSERT_TRUE(page);
    ASSERT_FALSE(page->last_evaluated_key);
    const std::int64_t now_ms = engine_->clock().now_ms();
    const auto seen = static_cast<std::size_t>(page->count);
    ASSERT_GE(page->count, seen_before);
    ASSERT_TRUE(seen == 0 || written_ms[seen - 1] <= now_ms - kDelayMs) << "a write is shown too early";
    ASSERT_TRUE(seen == written_ms.size() || written_ms[seen] > now_ms - 2 * kDelayMs) << "a write is shown too late";
    seen_before = page->count;
  }
  EXPECT_GT(seen_before, 500);
}

TEST_P(DelayedReadsTest, pages_go_on_where_the_last_one_ended_while_the_state_moves) {
  start();
  for (int i = 0; i < 20; ++i) put("k" + std::to_string(10 + i));
  pass(2 * kDelayMs);
  // Between the pages the items before the place are deleted, and others come behind it.
  std::vector<std::string> keys;
  auto request = query();
  request.limit = 3;
  for (int page_number = 0; page_number < 100; ++page_number) {
    const auto page = engine_->query(request);
    ASSERT_TRUE(page) << page.error().message;
    for (const Item& item : *page->items) keys.push_back(item.get("pk")->s());
    if (!page->last_evaluated_key) break;
    ASSERT_TRUE(
        engine_->delete_item(test::delete_request("items", {{"pk", page->last_evaluated_key->find("pk")->s()}})));
    put("l" + std::to_string(page_number));
    pass(60);
    request.exclusive_start_key = page->last_evaluated_key;
  }
  // No key twice, in order, and all of those that were there from the beginning.
  EXPECT_TRUE(std::ranges::is_sorted(keys, std::less_equal<>()));
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(std::ranges::count(keys, "k" + std::to_string(10 + i)) == 1) << i;
}

TEST_P(DelayedReadsTest, eventually_consistent_reads_of_the_table_lag_if_asked) {
  start(true);
  put("a");
  const auto get = get_request("items", {{"pk", "a"}});
  auto consistent = get;
  consistent.consistent_read = true;
  BatchGetItemRequest batch;
  batch.request_items = NamedList<KeysAndAttributes>{{"items", KeysAndAttributes{.keys = {{{{"pk", "a"}}}}}}};
  const std::string select = "SELECT * FROM items WHERE pk = 'a'";
  const auto visible = [&] {
    return std::vector<bool>{
        engine_->get_item(get)->item.has_value(),
        engine_->scan(test::scan_request("items"))->count == 1,
        !engine_->batch_get_item(batch)->responses.front().second.empty(),
        !engine_->execute_statement({.statement = select})->items->empty(),
        engine_->batch_execute_statement({.statements = {{{.statement = select}}}})->responses[0].item.has_value(),
    };
  };
  EXPECT_EQ(visible(), std::vector<bool>(5, false));
  EXPECT_TRUE(engine_->get_item(consistent)->item);
  EXPECT_TRUE(engine_->transact_get_items(test::transact_get_request("items", {{{"pk", "a"}}}))->responses[0].item);
  auto scan = test::scan_request("items");
  scan.consistent_read = true;
  EXPECT_EQ(engine_->scan(scan)->count, 1);
  // Writers build upon the stored items.
  auto again = put_request("items", {{"pk", "a"}});
  again.condition_expression = "attribute_not_exists(pk)";
  EXPECT_FALSE(engine_->put_item(again));
  pass(2 * kDelayMs);
  EXPECT_EQ(visible(), std::vector<bool>(5, true));
}

TEST_P(DelayedReadsTest, a_new_index_is_complete_when_it_can_be_read) {
  start();
  put("a");
  pass(10 * kDelayMs);
  put("b");
  ASSERT_TRUE(engine_->update_table(test::add_index_request("items", {.name = "by_pk", .partition = {"pk:S"}})));
  ASSERT_TRUE(engine_->run_jobs());
  auto scan = test::scan_request("items");
  scan.index_name = "by_pk";
  EXPECT_EQ(engine_->scan(scan)->count, 2);
  put("c");
  EXPECT_EQ(engine_->scan(scan)->count, 2);
  pass(2 * kDelayMs);
  EXPECT_EQ(engine_->scan(scan)->count, 3);
}

TEST_P(DelayedReadsTest, a_clock_that_is_set_neither_stops_nor_hurries_the_index) {
  start();
  int written = 0;
  for (const std::int64_t ahead_ms : {-3'600'000, 3'600'000, 0}) {
    put(std::to_string(written++));
    engine_->clock().set_ahead_ms(ahead_ms);
    EXPECT_EQ(in_index(), written - 1);
    pass(2 * kDelayMs);
    EXPECT_EQ(in_index(), written);
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, DelayedReadsTest, testing::Values(On::Memory, On::Disk),
                         [](const auto& on) { return on.param == On::Memory ? "InMemory" : "OnDisk"; });

}  // namespace delayed_reads_test
}  // namespace partita::engine
