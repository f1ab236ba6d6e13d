// The items of the past: random changes, and restores to random moments, against maps; and the entries that are erased.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/backups/doubt_backups.h"
#include "engine/history/entry.h"
#include "engine/history/past_items.h"
#include "engine/jobs/jobs.h"
#include "keys/system_keys.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/limits.h"

namespace partita::engine {
namespace history_test {

using test::create_request;
using test::delete_request;
using test::put_request;
using test::TestEngine;

constexpr std::int64_t kDay = 24 * 60 * 60 * 1000;

using Items = std::map<std::string, std::string>;  // the value of `v` by key

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() { EXPECT_TRUE(engine_.create_table(create_request("items", "pk:S", "sk:N"))); }

  void put(const std::string& key, int value) {
    const std::string text = std::to_string(value);
    ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", key}, {"sk", 7}, {"v", text}})));
    items_[key] = text;
  }
  void erase(const std::string& key) {
    ASSERT_TRUE(engine_.delete_item(delete_request("items", {{"pk", key}, {"sk", 7}})));
    items_.erase(key);
  }
  void enable(bool enabled = true, std::optional<std::int64_t> days = {}) {
    UpdateContinuousBackupsRequest request{.table_name = "items"};
    request.point_in_time_recovery_specification =
        PointInTimeRecoverySpecification{.point_in_time_recovery_enabled = enabled, .recovery_period_in_days = days};
    const auto updated = engine_.update_continuous_backups(request);
    ASSERT_TRUE(updated) << updated.error().message;
  }
  std::string back_up(const std::string& table = "items") {
    const auto made = engine_.create_backup({.table_name = table, .backup_name = "backup"});
    EXPECT_TRUE(made) << made.error().message;
    return made ? *made->backup_details.backup_arn : std::string();
  }
  catalog::TablePtr info(const std::string& table = "items") { return engine_.context().catalog.find(table); }

  Items items_of(const std::string& table) {
    Items found;
    ScanRequest request;
    request.table_name = table;
    const auto page = engine_.scan(request);
    EXPECT_TRUE(page) << page.error().message;
    if (page)
      for (const Item& item : *page->items) found[item.to_map().find("pk")->s()] = item.to_map().find("v")->s();
    return found;
  }
  Items restored_from(const std::string& backup) {
    const auto begun = engine_.restore_table_from_backup({.target_table_name = "restored", .backup_arn = backup});
    EXPECT_TRUE(begun) << begun.error().message;
    return finished();
  }
  Items restored_to(std::int64_t time_ms) {
    const auto begun = engine_.restore_table_to_point_in_time(
        {.source_table_name = "items", .target_table_name = "restored", .restore_date_time = double(time_ms) / 1000});
    EXPECT_TRUE(begun) << begun.error().message;
    return finished();
  }
  // Runs the restore, reads the new table and deletes it.
  Items finished() {
    EXPECT_TRUE(engine_.run_jobs());
    Items found = items_of("restored");
    engine_.expect_clean();
    EXPECT_TRUE(engine_.delete_table({.table_name = "restored"}));
    EXPECT_TRUE(engine_.run_jobs());
    return found;
  }
  std::size_t entries() {
    const auto table = info();
    if (!table || !table->history) return 0;
    const auto id = table->history->id;
    return test::keys_between(engine_.context().store, keys::table_lower(id), keys::table_upper(id));
  }
  void later(std::int64_t ms) { engine_.clock().advance_ms(ms); }
  std::int64_t now() { return engine_.clock().now_ms(); }

  TestEngine engine_;
  Items items_;
};

TEST_F(HistoryTest, restores_each_moment_of_a_random_history) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 20; ++i) put("k" + std::to_string(i), i);
  enable();
  std::map<std::int64_t, Items> moments;  // by time
  std::map<std::string, Items> backups;   // by ARN
  for (int step = 0; step < 400; ++step) {
    // Some steps are days apart, so the entries of an item are in several days.
    later(random() % 20 == 0 ? kDay / 2 : 1000);
    moments[now()] = items_;
    if (random() % 40 == 0) backups[back_up()] = items_;
    for (unsigned n = random() % 6; n > 0; --n) {
      const std::string key = "k" + std::to_string(random() % 30);
      if (random() % 3 == 0)
        erase(key);
      else
        put(key, static_cast<int>(random() % 5));
    }
  }
  later(1000);
  for (const auto& [time, items] : moments)
    if (random() % 10 == 0) {
      EXPECT_EQ(restored_to(time), items) << time;
    }
  for (const auto& [arn, items] : backups) EXPECT_EQ(restored_from(arn), items) << arn;
}

TEST_F(HistoryTest, restores_to_the_last_acknowledged_write) {
  enable();
  put("a", 1);
  put("b", 2);
  erase("a");
  ASSERT_TRUE(engine_.restore_table_to_point_in_time(
      {.source_table_name = "items", .target_table_name = "restored", .use_latest_restorable_time = true}));
  put("c", 3);  // after the request
  EXPECT_EQ(finished(), (Items{{"b", "2"}}));
}

// A restore that was begun gets the items of its moment, whatever happens to the source while it goes on.
TEST_F(HistoryTest, does_not_see_writes_that_come_while_it_goes_on) {
  for (int i = 0; i < 3000; ++i) put("k" + std::to_string(i), i);
  const Items before = items_;
  const std::string arn = back_up();
  ASSERT_TRUE(engine_.restore_table_from_backup({.target_table_name = "restored", .backup_arn = arn}));
  for (int i = 0; i < 3000; i += 7) put("k" + std::to_string(i), -1);
  ASSERT_TRUE(engine_.run_job_slices(1));
  for (int i = 3; i < 3000; i += 7) erase("k" + std::to_string(i));
  EXPECT_EQ(engine_.put_item(put_request("restored", {{"pk", "x"}, {"sk", 7}})).error().code,
            ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(finished(), before);
}

TEST_F(HistoryTest, keeps_no_entry_of_a_write_that_changes_nothing) {
  enable();
  put("a", 1);
  EXPECT_EQ(entries(), 1u);
  put("a", 1);
  EXPECT_EQ(entries(), 1u);
  put("a", 2);
  erase("a");
  EXPECT_EQ(entries(), 3u);
}

TEST_F(HistoryTest, ends_once_nothing_needs_it) {
  put("a", 1);
  const std::string arn = back_up();
  put("a", 2);
  EXPECT_EQ(entries(), 1u);
  const auto id = info()->history->id;
  ASSERT_TRUE(engine_.delete_backup({.backup_arn = arn}));
  later(2 * 60 * 1000);
  ASSERT_TRUE(engine_.run_jobs());
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_FALSE(info()->history);
  EXPECT_EQ(test::keys_between(engine_.context().store, keys::table_lower(id), keys::table_upper(id)), 0u);
  put("a", 3);
  EXPECT_EQ(test::keys_between(engine_.context().store, keys::table_lower(id), keys::table_upper(id)), 0u);
  EXPECT_EQ(restored_from(back_up()), items_);
}

TEST_F(HistoryTest, erases_the_days_before_the_period) {
  enable(true, 2);
  std::map<std::int64_t, Items> moments;
  for (int day = 0; day < 8; ++day) {
    for (int i = 0; i < 10; ++i) put("k" + std::to_string(i), 100 * day + i);
    later(kDay);
    moments[now()] = items_;
    ASSERT_TRUE(engine_.run_jobs());
    EXPECT_LE(entries(), 40u);
  }
  EXPECT_EQ(engine_
                .restore_table_to_point_in_time({.source_table_name = "items",
                                                 .target_table_name = "restored",
                                                 .restore_date_time = double(now() - 3 * kDay) / 1000})
                .error()
                .code,
            ErrorCode::InvalidRestoreTimeException);
  for (const auto& [time, items] : moments)
    if (time >= now() - 2 * kDay) {
      EXPECT_EQ(restored_to(time), items);
    }
}

TEST_F(HistoryTest, a_longer_period_does_not_bring_back_the_days_that_were_erased) {
  enable(true, 1);
  put("a", 1);
  const std::int64_t early = now() + 1000;
  later(10 * kDay);
  put("a", 2);
  ASSERT_TRUE(engine_.run_jobs());
  enable(true, 35);
  EXPECT_EQ(engine_
                .restore_table_to_point_in_time({.source_table_name = "items",
                                                 .target_table_name = "restored",
                                                 .restore_date_time = double(early / 1000)})
                .error()
                .code,
            ErrorCode::InvalidRestoreTimeException);
  later(2000);
  EXPECT_EQ(restored_to(now()), items_);
}

// Policies are asked for the resource that the request names.
TEST_F(HistoryTest, a_backup_is_found_only_by_its_whole_arn) {
  const std::string arn = back_up();
  for (const auto& [part, other] : {std::pair{"table/items/", "table/others/"}, {"us-east-1", "eu-west-1"}}) {
    std::string forged = arn;
    forged.replace(forged.find(part), std::string_view(part).size(), other);
    EXPECT_EQ(engine_.describe_backup({.backup_arn = forged}).error().code, ErrorCode::BackupNotFoundException);
    EXPECT_EQ(engine_.delete_backup({.backup_arn = forged}).error().code, ErrorCode::BackupNotFoundException);
    RestoreTableFromBackupRequest request{.target_table_name = "stolen", .backup_arn = forged};
    request.sse_specification_override.emplace();
    EXPECT_EQ(engine_.restore_table_from_backup(request).error().code, ErrorCode::BackupNotFoundException);
  }
  EXPECT_TRUE(engine_.describe_backup({.backup_arn = arn}));
}

// After a repair that lost more than the last writes.
TEST_F(HistoryTest, a_doubted_backup_is_not_restored_until_it_is_trusted) {
  put("a", 1);
  enable();
  const std::string arn = back_up();
  later(5000);
  put("a", 2);
  const auto doubted = doubt_backups(engine_.context());
  ASSERT_TRUE(doubted);
  EXPECT_EQ(doubted->backups, 1u);
  EXPECT_EQ(doubted->recoveries, 1u);
  const auto refused = engine_.restore_table_from_backup({.target_table_name = "restored", .backup_arn = arn});
  EXPECT_NE(refused.error().message.find("--trust-backups"), std::string::npos);
  EXPECT_EQ(engine_
                .restore_table_to_point_in_time({.source_table_name = "items",
                                                 .target_table_name = "restored",
                                                 .restore_date_time = double(now() - 2000) / 1000})
                .error()
                .code,
            ErrorCode::InvalidRestoreTimeException);
  EXPECT_EQ(trust_backups(engine_.context()).value(), 1u);
  EXPECT_EQ(restored_from(arn), (Items{{"a", "1"}}));
}

// Four restores are under way at a time, and the others wait for them.
TEST_F(HistoryTest, many_restores_end_one_after_the_other) {
  put("a", 1);
  enable();
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(engine_.restore_table_to_point_in_time({.source_table_name = "items",
                                                        .target_table_name = "restored" + std::to_string(i),
                                                        .use_latest_restorable_time = true}));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(engine_.run_jobs());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(items_of("restored" + std::to_string(i)), items_);
}

// Without point-in-time recovery a history has at most one entry for each backup and item, beside those of a while.
TEST_F(HistoryTest, is_bounded_by_the_items_that_changed_since_the_backups) {
  std::map<std::string, Items> backups;
  const std::string padding(100 << 10, 'x');
  const auto overwrite = [&](int i) {
    ASSERT_TRUE(
        engine_.put_item(put_request("items", {{"pk", "hot"}, {"sk", 7}, {"v", std::to_string(i)}, {"p", padding}})));
    items_["hot"] = std::to_string(i);
  };
  put("cold", 1);
  for (int round = 0; round < 3; ++round) {
    overwrite(1000 * round);
    backups[back_up()] = items_;
    for (int i = 1; i < 900; ++i) overwrite(1000 * round + i);
    ASSERT_TRUE(engine_.run_jobs());
    EXPECT_LE(entries(), 700u);
  }
  for (const auto& [arn, items] : backups) EXPECT_EQ(restored_from(arn), items);
  const auto first = backups.begin();
  ASSERT_TRUE(engine_.delete_backup({.backup_arn = first->first}));
  backups.erase(first);
  for (int i = 0; i < 900; ++i) overwrite(i);
  ASSERT_TRUE(engine_.run_jobs());
  for (const auto& [arn, items] : backups) EXPECT_EQ(restored_from(arn), items);
}

TEST_F(HistoryTest, a_deleted_table_stays_as_long_as_it_has_backups) {
  for (int i = 0; i < 10; ++i) put("k" + std::to_string(i), i);
  const Items first = items_;
  const std::string arn = back_up();
  enable();
  put("k1", 100);
  erase("k2");
  const Items last = items_;
  const auto id = info()->id, history = info()->history->id;
  const auto rows = [&] {
    return test::keys_between(engine_.context().store, keys::table_lower(id), keys::table_upper(id)) +
           test::keys_between(engine_.context().store, keys::table_lower(history), keys::table_upper(history));
  };
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  ASSERT_TRUE(engine_.run_jobs());
  engine_.expect_clean();
  ListBackupsRequest list;
  list.backup_type = BackupTypeFilter::System;
  const auto system = engine_.list_backups(list)->backup_summaries;
  ASSERT_EQ(system.size(), 1u);
  EXPECT_EQ(system[0].backup_name, "items$DeletedTableBackup");
  EXPECT_EQ(restored_from(arn), first);
  EXPECT_EQ(restored_from(*system[0].backup_arn), last);
  ASSERT_TRUE(engine_.delete_backup({.backup_arn = arn}));
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_GT(rows(), 0u);
  EXPECT_EQ(restored_from(*system[0].backup_arn), last);
  later(36 * kDay);
  EXPECT_EQ(engine_.describe_backup({.backup_arn = system[0].backup_arn}).error().code,
            ErrorCode::BackupNotFoundException);
  ASSERT_TRUE(engine_.run_jobs());
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(rows(), 0u);
  EXPECT_TRUE(engine_.list_backups(list)->backup_summaries.empty());
}

// The source may be deleted while a restore reads it.
TEST_F(HistoryTest, a_deleted_table_stays_as_long_as_a_restore_reads_it) {
  for (int i = 0; i < 2000; ++i) put("k" + std::to_string(i), i);
  enable();
  const Items before = items_;
  ASSERT_TRUE(engine_.restore_table_to_point_in_time(
      {.source_table_name = "items", .target_table_name = "restored", .use_latest_restorable_time = true}));
  enable(false);
  const auto id = info()->id;
  ASSERT_TRUE(engine_.run_job_slices(1));
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  EXPECT_EQ(finished(), before);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(test::keys_between(engine_.context().store, keys::table_lower(id), keys::table_upper(id)), 0u);
}

TEST_F(HistoryTest, all_changes_of_a_transaction_have_one_number) {
  put("a", 1);
  put("b", 1);
  enable();
  TransactWriteItemsRequest request;
  request.transact_items.emplace();
  for (const char* key : {"a", "b", "c"}) {
    Put member;
    member.table_name = "items";
    member.item = AttributeMap{{"pk", key}, {"sk", 7}, {"v", "2"}};
    request.transact_items->push_back({.put = member});
  }
  ASSERT_TRUE(engine_.transact_write_items(request));
  storage::IteratorOptions range;
  range.lower = keys::index_lower(info()->history->id, keys::kHistoryIndex);
  range.upper = keys::index_upper(info()->history->id, keys::kHistoryIndex);
  std::set<SequenceNumber> numbers;
  int count = 0;
  for (auto it = engine_.context().store.iterate(range); it->valid(); it->next(), ++count)
    numbers.insert(keys::parse_history_key(it->key()).number);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(numbers.size(), 1u);
}

TEST_F(HistoryTest, an_entry_has_the_documented_bytes) {
  enable();
  put("x", 1);
  put("x", 2);
  storage::IteratorOptions range;
  range.lower = keys::index_lower(info()->history->id, keys::kHistoryIndex);
  range.upper = keys::index_upper(info()->history->id, keys::kHistoryIndex);
  std::vector<std::string> values;
  for (auto it = engine_.context().store.iterate(range); it->valid(); it->next()) {
    const auto key = keys::parse_history_key(it->key());
    EXPECT_EQ(key.day, test::kStartMs / kDay);
    EXPECT_EQ(key.suffix, keys::suffix_of(keys::base_key_of(info()->id, key.suffix)));
    values.emplace_back(it->value());
  }
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0], std::string(1, '\0'));
  EXPECT_EQ(values[1].front(), '\1');
  EXPECT_EQ(value::ItemView(std::string_view(values[1]).substr(1)).find("v")->text(), "1");
  for (const std::string_view bad : {std::string_view(), std::string_view("\4", 1), std::string_view("\0x", 2)})
    EXPECT_FALSE(read_entry(bad));
}

}  // namespace history_test
}  // namespace partita::engine
