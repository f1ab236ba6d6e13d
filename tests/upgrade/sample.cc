#include "upgrade/sample.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/try.h"
#include "engine/jobs/jobs.h"
#include "keys/system_keys.h"
#include "storage/open_store.h"
#include "support/requests.h"
#include "upgrade/account_tables.h"
#include "upgrade/searched_table.h"

namespace partita::test {
namespace {

constexpr std::int64_t kNow = kSampleMs / 1000;
constexpr int kOrders = 60;
constexpr int kGrowing = 200;
constexpr int kExpiredOrders = 6;
constexpr std::chrono::milliseconds kTableDelay = std::chrono::hours(1);

const IndexShape kByOwner{.name = "by_owner", .partition = {"owner:S"}, .sort = {"n:N"}};
const IndexShape kByState{.name = "by_state",
                          .partition = {"state:S"},
                          .sort = {"n:N"},
                          .projection = ProjectionType::Include,
                          .included = {"note"}};
const IndexShape kByNote{.name = "by_note",
                         .partition = {"pk:S"},
                         .sort = {"note:S"},
                         .projection = ProjectionType::KeysOnly,
                         .local = true};
const IndexShape kByColor{.name = "by_color", .partition = {"color:S"}};
const IndexShape kByPair{
    .name = "by_pair", .partition = {"owner:S", "state:S"}, .sort = {"n:N"}, .projection = ProjectionType::KeysOnly};

AttributeMap order_key(int i) { return {{"pk", fmt::format("customer{}", i % 7)}, {"n", i}}; }
bool is_order(int i) { return i % 10 != 9; }  // the others were deleted
// Every tenth order has expired, every tenth will expire, and the others never do.
AttributeMap order(int i) {
  AttributeMap item = order_key(i);
  item.set("owner", fmt::format("owner{}", i % 4));
  item.set("state", i % 3 == 0 ? "open" : "closed");
  item.set("note", fmt::format("note {}", i));
  if (i % 10 == 0) item.set("expires", kNow - 100 + i);
  if (i % 10 == 1) item.set("expires", kNow + 1000 + i);
  item.set("all", AttributeMap{{"null", AttributeValue::null()},
                               {"flag", i % 2 == 0},
                               {"bytes", AttributeValue::binary(std::string("\x00\xff\x01", 3))},
                               {"list", AttributeValue::List{"text", -1.5, AttributeMap{{"deep", i}}}}});
  return item;
}
AttributeMap growing_key(int i) { return {{"id", i}}; }
AttributeMap growing(int i) {
  AttributeMap item = growing_key(i);
  item.set("color", i % 2 == 0 ? "red" : "blue");
  item.set("until", kNow + 10'000 + i);
  return item;
}

// Passes on a certain number of writes. The writes after them fail, as on a full disk.
class LimitedStore final : public storage::Store {
 public:
  LimitedStore(std::unique_ptr<storage::Store> below, std::shared_ptr<int> writes)
      : below_(std::move(below)), writes_(std::move(writes)) {}

  Result<storage::GetResult> get(std::string_view key, const storage::ReadOptions& options) const override {
    return below_->get(key, options);
  }
  std::unique_ptr<storage::Iterator> iterate(const storage::IteratorOptions& options) const override {
    return below_->iterate(options);
  }
  std::shared_ptr<const storage::Snapshot> snapshot() const override { return below_->snapshot(); }
  Result<void> write(const storage::Batch& batch, Sync sync) override {
    return (*writes_)-- > 0 ? below_->write(batch, sync) : full();
  }
  Result<void> write(std::span<const storage::Batch* const> batches, Sync sync) override {
    return (*writes_)-- > 0 ? below_->write(batches, sync) : full();
  }
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override {
    return below_->discard(from, upper, stop_flag);
  }
  bool write_may_wait() const override { return below_->write_may_wait(); }
  bool can_write() const override { return below_->can_write(); }
  Result<void> flush() override { return below_->flush(); }
  storage::StoreStatistics statistics() const override { return below_->statistics(); }

 private:
  static Result<void> full() { return fail(ErrorCode::InternalServerError, "no more writes"); }

  const std::unique_ptr<storage::Store> below_;
  const std::shared_ptr<int> writes_;
};

Result<void> write_tables(TestEngine& engine) {
  PARTITA_TRY(engine.create_table(create_request("orders", "pk:S", "n:N", {kByOwner, kByState, kByNote})));
  CreateTableRequest plain = create_request("plain", "key:B");
  plain.billing_mode = BillingMode::Provisioned;
  plain.provisioned_throughput = ProvisionedThroughput{.read_capacity_units = 7, .write_capacity_units = 8};
  plain.deletion_protection_enabled = true;
  plain.tags = {Tag{.key = "stage", .value = "test"}};
  PARTITA_TRY(engine.create_table(plain));
  PARTITA_TRY(engine.create_table(create_request("growing", "id:N")));
  PARTITA_TRY(engine.create_table(create_request("dropped", "id:N")));
  PARTITA_TRY(engine.create_table(create_request("leaving", "id:N")));
  PARTITA_TRY(engine.update_time_to_live(time_to_live_request("orders", "expires", true)));
  return engine.run_jobs();
}

Result<void> write_items(TestEngine& engine) {
  for (int i = 0; i < kOrders; ++i) PARTITA_TRY(engine.put_item(put_request("orders", order(i))));
  for (int i = 0; i < kOrders; ++i) {
    if (!is_order(i)) PARTITA_TRY(engine.delete_item(delete_request("orders", order_key(i))));
  }
  for (int i = 0; i < kGrowing; ++i) PARTITA_TRY(engine.put_item(put_request("growing", growing(i))));
  for (const char* name : {"dropped", "leaving"})
    for (int i = 0; i < 20; ++i) PARTITA_TRY(engine.put_item(put_request(name, growing(i))));
  PARTITA_TRY(engine.put_item(put_request("plain", {{"key", AttributeValue::binary("k")}, {"text", "plain"}})));
  return {};
}

TransactWriteItemsRequest transaction() {
  return transact_request(
      {transact_put("plain", {{"key", AttributeValue::binary("t")}, {"text", "transaction"}}),
       transact_update("plain", {{"key", AttributeValue::binary("k")}}, "SET changed = :one", {{":one", 1}})},
      "sample-token");
}

std::int64_t count_of(TestEngine& engine, const std::string& table, const std::string& index = {}) {
  ScanRequest scan = scan_request(table);
  if (!index.empty()) scan.index_name = index;
  const auto page = engine.scan(scan);
  EXPECT_TRUE(page) << table << " " << index << ": " << (page ? "" : page.error().message);
  return page ? page->count : -1;
}

// The names of the sample's tables, besides the searched one, which versions without vector indexes could not write.
std::vector<std::string> tables_of(TestEngine& engine, std::vector<std::string> names) {
  if (has_searched_table(engine)) names.emplace_back("searched");
  return names;
}

bool has_keys(TestEngine& engine, keys::TableId table, keys::IndexId index) {
  return keys_between(engine.engine().store(), keys::index_lower(table, index), keys::index_upper(table, index)) > 0;
}

void expect_items(TestEngine& engine, bool expired_are_gone) {
  if (has_searched_table(engine)) expect_searched_table(engine);
  if (has_account_tables(engine)) expect_account_tables(engine);
  for (int i = 0; i < kOrders; ++i) {
    const auto got = engine.get_item(get_request("orders", order_key(i)));
    ASSERT_TRUE(got) << got.error().message;
    const bool is_there = is_order(i) && !(expired_are_gone && i % 10 == 0);
    ASSERT_EQ(got->item.has_value(), is_there) << i;
    if (is_there) {
      EXPECT_EQ(got->item->to_map(), order(i));
    }
  }
  const std::int64_t orders = kOrders - kOrders / 10 - (expired_are_gone ? kExpiredOrders : 0);
  EXPECT_EQ(count_of(engine, "orders"), orders);
  for (const char* index : {"by_owner", "by_state", "by_note"}) EXPECT_EQ(count_of(engine, "orders", index), orders);
  for (int i = 0; i < kGrowing; ++i) {
    const auto got = engine.get_item(get_request("growing", growing_key(i)));
    ASSERT_TRUE(got && got->item) << i;
    EXPECT_EQ(got->item->to_map(), growing(i));
  }
  const auto plain = engine.get_item(get_request("plain", {{"key", AttributeValue::binary("k")}}));
  ASSERT_TRUE(plain && plain->item);
  EXPECT_EQ(plain->item->to_map(),
            (AttributeMap{{"key", AttributeValue::binary("k")}, {"text", "plain"}, {"changed", 1}}));
  EXPECT_EQ(count_of(engine, "plain"), 2);
}

}  // namespace

Result<void> write_sample(const std::string& directory) {
  const auto open = [&directory](std::shared_ptr<int> writes, std::chrono::milliseconds table_delay) {
    return std::make_unique<TestEngine>(
        std::make_unique<LimitedStore>(storage::open_store(directory, {}).value(), std::move(writes)),
        TestEngine::Options{.sync = storage::Store::Sync::Yes, .table_delay = table_delay});
  };
  constexpr int kAll = 1 << 20;
  {
    const auto engine = open(std::make_shared<int>(kAll), {});
    PARTITA_TRY(write_tables(*engine));
    PARTITA_TRY(write_searched_table(*engine));
    PARTITA_TRY(write_account_tables(*engine));
    PARTITA_TRY(write_items(*engine));
  }
  // The log of the first run is now a table file, and the following writes are in a log.
  const auto writes = std::make_shared<int>(kAll);
  {
    const auto engine = open(writes, {});
    PARTITA_TRY(engine->transact_write_items(transaction()));
    PARTITA_TRY(engine->update_table(add_index_request("growing", kByColor)));
    *writes = 1;
    if (engine->run_jobs()) return fail(ErrorCode::InternalServerError, "the backfill ended in one batch");
    *writes = kAll;
    PARTITA_TRY(engine->update_time_to_live(time_to_live_request("growing", "until", true)));
    PARTITA_TRY(engine->delete_table({.table_name = "dropped"}));
  }
  const auto engine = open(writes, kTableDelay);
  PARTITA_TRY(engine->delete_table({.table_name = "leaving"}));
  return {};
}

void expect_sample(TestEngine& engine) {
  ASSERT_TRUE(engine.is_open()) << engine.open_error().message;
  EXPECT_EQ(engine.list_tables({})->table_names, tables_of(engine, {"growing", "leaving", "orders", "plain"}));
  expect_items(engine, false);
  const auto growing = engine.describe_table({.table_name = "growing"});
  ASSERT_TRUE(growing);
  EXPECT_EQ(growing->table.global_secondary_indexes->front().index_status, IndexStatus::Creating);
  const auto id = engine.context().catalog.find("growing")->id;
  EXPECT_TRUE(has_keys(engine, id, keys::kBackfillIndex));
  const auto drops = engine.context().catalog.pending_drops();
  ASSERT_TRUE(drops);
  ASSERT_EQ(drops->size(), 1u);
  EXPECT_TRUE(has_keys(engine, drops->front().table, keys::kBaseTable));
  const auto plain = engine.describe_table({.table_name = "plain"});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->table.provisioned_throughput->read_capacity_units, 7);
  EXPECT_EQ(plain->table.deletion_protection_enabled, true);
  EXPECT_EQ(engine.describe_table({.table_name = "leaving"})->table.table_status, TableStatus::Deleting);
  engine.expect_clean();
}

void finish_sample(TestEngine& engine) {
  const auto drops = engine.context().catalog.pending_drops();
  ASSERT_TRUE(drops);
  // The token is still known, so the transaction is not performed again.
  EXPECT_TRUE(engine.transact_write_items(transaction()));
  ASSERT_TRUE(engine.run_jobs());
  for (const catalog::Drop& drop : *drops) EXPECT_FALSE(has_keys(engine, drop.table, keys::kBaseTable));
  expect_finished_sample(engine);
}

void use_finished_sample(TestEngine& engine) {
  ASSERT_TRUE(engine.update_table(drop_index_request("growing", "by_color")));
  ASSERT_TRUE(engine.update_table(add_index_request("orders", kByPair)));
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(count_of(engine, "orders", "by_pair"), count_of(engine, "orders"));
  if (has_searched_table(engine)) use_searched_table(engine);
  if (has_account_tables(engine)) use_account_tables(engine);
  engine.expect_clean();
  engine.clock().advance_ms(kTableDelay.count());
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(engine.list_tables({})->table_names, tables_of(engine, {"growing", "orders", "plain"}));
  EXPECT_EQ(count_of(engine, "orders"), kOrders - 3 * kOrders / 10) << "those that expire later have not";
  engine.expect_clean();
}

void expect_finished_sample(TestEngine& engine) {
  ASSERT_TRUE(engine.is_open()) << engine.open_error().message;
  expect_items(engine, true);
  EXPECT_EQ(count_of(engine, "growing", "by_color"), kGrowing);
  EXPECT_EQ(engine.describe_time_to_live({.table_name = "growing"})->time_to_live_description.time_to_live_status,
            TimeToLiveStatus::Enabled);
  const auto drops = engine.context().catalog.pending_drops();
  ASSERT_TRUE(drops);
  EXPECT_TRUE(drops->empty());
  engine.expect_clean();
}

}  // namespace partita::test
