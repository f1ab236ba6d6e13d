// A few items are written faster than the disk syncs, so that writers depend on writes that are not in the log yet. The
// power is cut, and writes fail, at every boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"

namespace partita::test {
namespace engine_hot_items_test {

constexpr int kItems = 3;
constexpr int kRounds = 6;
constexpr int kEach = 9;  // writes of a round, under way together

// The numbers of the writes that changed an item, in their order.
using History = std::vector<int>;

std::string name(int item) { return "item" + std::to_string(item); }

// Write number `write` appends its number to one item. Every third one appends it to two items, in a transaction.
std::set<int> items_of(int write) {
  std::set<int> items{write % kItems};
  if (write % 3 == 2) items.insert((write / 3) % kItems);
  return items;
}

constexpr const char* kAppend = "SET history = list_append(if_not_exists(history, :none), :one)";
AttributeMap append_values(int write) {
  return {{":none", AttributeValue::list({})}, {":one", AttributeValue::list({write})}};
}

class Database {
 public:
  explicit Database(std::shared_ptr<PowerCutFileSystem> files) : files_(std::move(files)) {
    storage::StoreOptions options;
    options.file_system = files_;
    auto store = storage::open_store("/data", options);
    if (!store) return;
    engine_ = std::make_unique<TestEngine>(std::make_unique<WatchedStore>(*std::move(store), watch_),
                                           TestEngine::Options{.sync = storage::Store::Sync::Yes});
    if (!engine_->is_open()) engine_.reset();
  }

  bool is_open() const { return engine_ != nullptr; }
  bool create_table() { return engine_->create_table(create_request("items", "pk:S")).has_value(); }

  // Sends the writes together. Returns those that were acknowledged.
  std::set<int> write(int first, int count) {
    watch_->close_gate();
    std::map<int, std::future<Result<UpdateItemResponse>>> singles;
    std::map<int, std::future<Result<TransactWriteItemsResponse>>> pairs;
    for (int write = first; write < first + count; ++write) {
      const std::set<int> items = items_of(write);
      if (items.size() == 1) {
        singles.emplace(write, engine_->start_update_item(update_request("items", {{"pk", name(*items.begin())}},
                                                                         kAppend, append_values(write))));
        continue;
      }
      std::vector<TransactWriteItem> members;
      for (int item : items)
        members.push_back(transact_update("items", {{"pk", name(item)}}, kAppend, append_values(write)));
      pairs.emplace(write, engine_->start_transact_write_items(
                               transact_request(std::move(members), "token" + std::to_string(write))));
    }
    watch_->open_gate();
    std::set<int> acknowledged;
    for (auto& [write, answer] : singles)
      if (answer.get()) acknowledged.insert(write);
    for (auto& [write, answer] : pairs)
      if (answer.get()) acknowledged.insert(write);
    return acknowledged;
  }

  std::map<int, History> histories() {
    std::map<int, History> all;
    for (int item = 0; item < kItems; ++item) {
      const auto got = engine_->get_item(get_request("items", {{"pk", name(item)}}));
      EXPECT_TRUE(got);
      if (!got || !got->item) continue;
      const auto history = got->item->get("history");
      for (const AttributeValue& write : history->l()) all[item].push_back(std::stoi(write.n()));
    }
    return all;
  }
  void expect_clean() { engine_->expect_clean(); }
  std::uint64_t write_calls() const { return watch_->write_calls; }

 private:
  const std::shared_ptr<PowerCutFileSystem> files_;
  const std::shared_ptr<WatchedStore::Watch> watch_ = std::make_shared<WatchedStore::Watch>();
  std::unique_ptr<TestEngine> engine_;
};

// The histories of all items after exactly the writes in `made`.
std::map<int, History> histories_of(const std::set<int>& made) {
  std::map<int, History> all;
  for (int write : made)
    for (int item : items_of(write)) all[item].push_back(write);
  return all;
}

std::set<int> run(Database& database) {
  std::set<int> acknowledged;
  if (!database.is_open() || !database.create_table()) return acknowledged;
  for (int round = 0; round < kRounds; ++round) acknowledged.merge(database.write(round * kEach, kEach));
  return acknowledged;
}

std::uint64_t boundaries_of_whole_run() {
  const auto files = std::make_shared<PowerCutFileSystem>();
  Database database(files);
  EXPECT_EQ(run(database).size(), std::size_t{kRounds * kEach});
  // The bound is a sync for the table, and at most three for the nine writes of each round, even if many of them change
  // one item. Usually there are one or two, but a busy machine may start a write after the next sync has begun.
  EXPECT_LE(database.write_calls(), 1u + 3 * kRounds);
  return files->disk().boundaries();
}

// Writes that are under way together may come in another order if one of them had to read the disk.
std::map<int, History> sorted(std::map<int, History> histories) {
  for (auto& [item, history] : histories) std::sort(history.begin(), history.end());
  return histories;
}

class EngineHotItems : public testing::TestWithParam<UnsyncedBytes> {};

TEST_P(EngineHotItems, a_power_cut_loses_no_acknowledged_write_and_leaves_none_without_what_it_was_built_upon) {
  const std::uint64_t boundaries = boundaries_of_whole_run();
  for (std::uint64_t cut = 1; cut <= boundaries; ++cut) {
    SCOPED_TRACE("cut at boundary " + std::to_string(cut));
    const auto files = std::make_shared<PowerCutFileSystem>();
    files->disk().cut_at(cut);
    std::set<int> acknowledged;
    {
      Database database(files);
      acknowledged = run(database);
      files->disk().cut();
    }
    files->disk().restore(GetParam(), cut);
    Database database(files);
    ASSERT_TRUE(database.is_open());
    if (acknowledged.empty()) continue;  // perhaps even the table is missing
    database.expect_clean();
    const auto found = database.histories();
    std::set<int> made;
    for (const auto& [item, history] : found) made.insert(history.begin(), history.end());
    // No write is stored in part, and each item has received its writes once and in their order.
    ASSERT_EQ(found, histories_of(made));
    for (int write : acknowledged)
      ASSERT_TRUE(made.contains(write)) << "write " << write << " was acknowledged and is lost";
    // No write is stored if an earlier one of the same item is missing.
    for (int write : made)
      for (int before = 0; before < write; ++before)
        for (int item : items_of(write))
          ASSERT_TRUE(made.contains(before) || !items_of(before).contains(item))
              << "write " << write << " stands upon write " << before;
    ASSERT_EQ(database.write(1000, kEach).size(), std::size_t{kEach});
  }
}

INSTANTIATE_TEST_SUITE_P(, EngineHotItems,
                         testing::Values(UnsyncedBytes::Lost, UnsyncedBytes::Torn, UnsyncedBytes::LostOfSomeFiles),
                         [](const auto& instance) { return name_of(instance.param); });

// A failed write, and all writes that depended on it, leave no trace. Later writes start from the stored state.
TEST(EngineHotItemsFault, exactly_the_acknowledged_writes_are_there_whichever_operation_of_the_disk_fails) {
  const std::uint64_t boundaries = boundaries_of_whole_run();
  std::uint64_t failed_writes = 0;
  for (std::uint64_t fault = 1; fault <= boundaries; ++fault)
    for (const std::uint64_t times : {1u, 3u}) {
      SCOPED_TRACE("boundary " + std::to_string(fault) + " fails, " + std::to_string(times) + " times");
      const auto files = std::make_shared<PowerCutFileSystem>();
      std::set<int> acknowledged;
      {
        files->disk().fail_at(fault, times);
        Database database(files);
        acknowledged = run(database);
        files->disk().stop_failing();
        if (acknowledged.empty()) continue;  // opening or creating the table failed
        failed_writes += std::size_t{kRounds * kEach} - acknowledged.size();
        for (int attempt = 0, done = 0; done < kItems; ++attempt) {
          ASSERT_LT(attempt, 100);
          const auto healed = database.write(1000 + attempt * kItems, kItems);
          done = static_cast<int>(healed.size());
          acknowledged.insert(healed.begin(), healed.end());
        }
        ASSERT_EQ(sorted(database.histories()), histories_of(acknowledged));
        database.expect_clean();
        files->disk().cut();
      }
      files->disk().restore(UnsyncedBytes::Lost, fault);
      Database database(files);
      ASSERT_TRUE(database.is_open());
      ASSERT_EQ(sorted(database.histories()), histories_of(acknowledged));
    }
  EXPECT_GT(failed_writes, std::uint64_t{kEach});
}

}  // namespace engine_hot_items_test
}  // namespace partita::test
