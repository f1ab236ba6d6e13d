// The power is cut at write boundaries that are spread over a series of writes, backups, restores and deletions. Each
// acknowledged backup must then restore exactly the items that the table had, and each restore must go on to its end.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::test {
namespace engine_restore_cut_test {

using storage::Store;

constexpr std::uint64_t kCuts = 150;
constexpr int kKeys = 40;
constexpr int kBytes = 2000;  // of an item, so that a restore has several batches

using Items = std::map<std::string, std::string>;

std::unique_ptr<TestEngine> open_engine(const std::shared_ptr<PowerCutFileSystem>& files) {
  storage::StoreOptions options;
  options.file_system = files;
  options.memtable_bytes = 64 << 10;  // RocksDB's minimum, for several flushes
  auto store = storage::open_store("/data", options);
  if (!store) return nullptr;
  auto engine = std::make_unique<TestEngine>(*std::move(store), TestEngine::Options{.sync = Store::Sync::Yes});
  return engine->is_open() ? std::move(engine) : nullptr;
}

Items items_of(TestEngine& engine, const std::string& table) {
  Items found;
  ScanRequest request;
  request.table_name = table;
  do {
    const auto page = engine.scan(request);
    EXPECT_TRUE(page) << page.error().message;
    if (!page) return found;
    for (const Item& item : *page->items) {
      const AttributeMap map = item.to_map();
      found[map.find("pk")->s()] = map.find("v")->s();
    }
    request.exclusive_start_key = page->last_evaluated_key;
  } while (request.exclusive_start_key);
  return found;
}

// The acknowledged state.
struct Known {
  Items items;                            // of the table
  std::optional<std::string> touched;     // the key of a write that was not acknowledged
  std::map<std::string, Items> backups;   // by ARN
  std::set<std::string> deleted;          // backups of which a deletion was asked
  std::map<std::string, Items> restored;  // by table
  bool was_deleted = false;               // the deletion of the table was asked
  bool deletion_acknowledged = false;
};

class Script {
 public:
  Script(TestEngine& engine, Known& known) : engine_(engine), known_(known) {}

  // Stops at the first operation that fails.
  void all() {
    if (!engine_.create_table(create_request("items", "pk:S", "", {{.name = "by_v", .partition = {"v:S"}}}))) return;
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < kKeys; ++i)
        if (!write(round, (i * 7 + round * 11) % kKeys)) return;
      if (round == 1 && !enable()) return;
      if (!back_up()) return;
      if (round == 0 && !restore("first")) return;
    }
    if (!write(9, 3) || !restore_now("latest")) return;
    if (!forget(known_.backups.begin()->first)) return;
    known_.was_deleted = true;
    if (!engine_.delete_table({.table_name = "items"})) return;
    known_.deletion_acknowledged = true;
    if (!engine_.run_jobs() || !restore("after")) return;
  }

 private:
  bool write(int round, int i) {
    const std::string key = "k" + std::to_string(i);
    known_.touched = key;
    const bool erases = (round + i) % 5 == 4;
    const std::string value = std::to_string(round) + ":" + std::string(kBytes, static_cast<char>('a' + i % 26));
    if (erases) {
      if (!engine_.delete_item(delete_request("items", {{"pk", key}}))) return false;
      known_.items.erase(key);
    } else {
      if (!engine_.put_item(put_request("items", {{"pk", key}, {"v", value}}))) return false;
      known_.items[key] = value;
    }
    known_.touched.reset();
    return true;
  }
  bool enable() {
    UpdateContinuousBackupsRequest request{.table_name = "items"};
    request.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
    return engine_.update_continuous_backups(request).has_value();
  }
  bool back_up() {
    engine_.clock().advance_ms(1000);
    const auto made = engine_.create_backup({.table_name = "items", .backup_name = "backup"});
    if (made) known_.backups[*made->backup_details.backup_arn] = known_.items;
    return made.has_value();
  }
  bool restore(const std::string& table) {
    const auto& [arn, items] = *known_.backups.rbegin();
    if (!engine_.restore_table_from_backup({.target_table_name = table, .backup_arn = arn})) return false;
    known_.restored[table] = items;
    return engine_.run_jobs().has_value();
  }
  bool restore_now(const std::string& table) {
    if (!engine_.restore_table_to_point_in_time(
            {.source_table_name = "items", .target_table_name = table, .use_latest_restorable_time = true}))
      return false;
    known_.restored[table] = known_.items;
    return engine_.run_jobs().has_value();
  }
  bool forget(const std::string& arn) {
    known_.deleted.insert(arn);
    return engine_.delete_backup({.backup_arn = arn}).has_value();
  }

  TestEngine& engine_;
  Known& known_;
};

void expect_all(TestEngine& engine, const Known& known) {
  ASSERT_TRUE(engine.run_jobs());
  engine.expect_clean();
  const bool exists = engine.context().catalog.find("items") != nullptr;
  if (known.deletion_acknowledged) {
    EXPECT_FALSE(exists);
  }
  if (!known.was_deleted && !known.items.empty()) {
    ASSERT_TRUE(exists);
  }
  if (exists) {
    Items found = items_of(engine, "items"), expected = known.items;
    if (known.touched) {
      found.erase(*known.touched);
      expected.erase(*known.touched);
    }
    EXPECT_EQ(found, expected);
  }
  for (const auto& [table, items] : known.restored) EXPECT_EQ(items_of(engine, table), items) << table;
  int count = 0;
  for (const auto& [arn, items] : known.backups) {
    const auto described = engine.describe_backup({.backup_arn = arn});
    if (!described && known.deleted.contains(arn)) continue;
    ASSERT_TRUE(described) << described.error().message;
    const std::string table = "again" + std::to_string(++count);
    ASSERT_TRUE(engine.restore_table_from_backup({.target_table_name = table, .backup_arn = arn}));
    ASSERT_TRUE(engine.run_jobs());
    EXPECT_EQ(items_of(engine, table), items) << arn;
  }
  engine.expect_clean();
}

TEST(EngineRestoreCut, keeps_backups_and_ends_restores) {
  const auto whole = std::make_shared<PowerCutFileSystem>();
  Known all;
  {
    const auto engine = open_engine(whole);
    ASSERT_TRUE(engine);
    Script(*engine, all).all();
    ASSERT_EQ(all.restored.size(), 3u);
    expect_all(*engine, all);
  }
  const std::uint64_t boundaries = whole->disk().boundaries();
  for (const UnsyncedBytes unsynced : {UnsyncedBytes::Lost, UnsyncedBytes::Torn, UnsyncedBytes::LostOfSomeFiles})
    for (std::uint64_t cut = 1; cut <= boundaries; cut += std::max<std::uint64_t>(1, boundaries / kCuts)) {
      SCOPED_TRACE("cut at boundary " + std::to_string(cut) + ", " + name_of(unsynced));
      const auto files = std::make_shared<PowerCutFileSystem>();
      files->disk().cut_at(cut);
      Known known;
      if (const auto engine = open_engine(files)) Script(*engine, known).all();
      files->disk().cut();
      files->disk().restore(unsynced, cut);
      const auto engine = open_engine(files);
      ASSERT_TRUE(engine);
      expect_all(*engine, known);
      if (testing::Test::HasFailure()) return;
    }
}

}  // namespace engine_restore_cut_test
}  // namespace partita::test
