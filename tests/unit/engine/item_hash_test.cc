// The hash of a table's items: kept by each kind of write, the same for the same items in any order, computed for
// tables from before, and compared by verify().
#include "engine/records/item_hash.h"

#include <gtest/gtest.h>

#include "engine/jobs/verify.h"
#include "engine/table_facts.h"
#include "keys/system_keys.h"
#include "storage/open_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/test_engine.h"
#include "value/encode.h"

namespace partita::engine {
namespace item_hash_test {

using test::create_request;
using test::delete_request;
using test::put_request;
using test::TestEngine;

class ItemHashTest : public testing::Test {
 protected:
  ItemHashTest() { open(); }

  void open() {
    engine_.reset();
    engine_ = std::make_unique<TestEngine>(storage::open_store(directory_.string(), {}).value(), TestEngine::Options());
    ASSERT_TRUE(engine_->is_open());
  }
  void create(const std::string& name) { ASSERT_TRUE(engine_->create_table(create_request(name, "pk:S"))); }
  void put(const std::string& table, int key, int value) {
    ASSERT_TRUE(engine_->put_item(put_request(table, {{"pk", std::to_string(key)}, {"v", value}})));
  }
  void erase(const std::string& table, int key) {
    ASSERT_TRUE(engine_->delete_item(delete_request(table, {{"pk", std::to_string(key)}})));
  }
  catalog::TablePtr info(const std::string& table) { return engine_->context().catalog.find(table); }
  std::string hash(const std::string& table) { return state_of(engine_->context(), *info(table)).value().hash; }
  // Makes the table one that was written before hashes were kept.
  void forget_hash(const std::string& table) {
    const std::string key = keys::counts_key(info(table)->id, keys::kBaseTable);
    const storage::Sums sums = storage::decode_sums(engine_->context().store.get(key)->value.bytes);
    storage::Batch batch;
    batch.add(key, minus(storage::Sums(), {0, 0, sums.third, sums.fourth}));
    ASSERT_TRUE(engine_->context().catalog.update(
        info(table)->id,
        [](catalog::TableInfo& now) -> Result<void> {
          now.hash = catalog::HashState::No;
          return {};
        },
        std::move(batch)));
  }

  test::TemporaryDirectory directory_;
  std::unique_ptr<TestEngine> engine_;
};

TEST_F(ItemHashTest, equal_items_have_equal_hashes_in_any_order) {
  create("one");
  create("two");
  EXPECT_EQ(hash("one"), hash("two"));
  for (int i = 0; i < 50; ++i) put("one", i, i);
  for (int i = 50; i-- > 0;) {
    put("two", i, -1);
    put("two", i, i);
  }
  put("two", 99, 1);
  EXPECT_NE(hash("one"), hash("two"));
  erase("two", 99);
  EXPECT_EQ(hash("one"), hash("two"));
  EXPECT_EQ(hash("one").size(), 32u);
  put("two", 7, 8);
  EXPECT_NE(hash("one"), hash("two"));
  const std::string before = hash("two");
  open();
  EXPECT_EQ(hash("two"), before);
  engine_->expect_clean();
}

TEST_F(ItemHashTest, a_restored_table_has_the_hash_of_its_source) {
  create("items");
  for (int i = 0; i < 500; ++i) put("items", i, i);
  const std::string before = hash("items");
  const auto backup = engine_->create_backup({.table_name = "items", .backup_name = "backup"});
  for (int i = 0; i < 500; i += 3) put("items", i, -i);
  ASSERT_TRUE(engine_->restore_table_from_backup(
      {.target_table_name = "restored", .backup_arn = backup->backup_details.backup_arn}));
  ASSERT_TRUE(engine_->run_jobs());
  EXPECT_EQ(hash("restored"), before);
  EXPECT_NE(hash("items"), before);
  engine_->expect_clean();
}

TEST_F(ItemHashTest, is_computed_for_tables_from_before_beside_writers) {
  create("items");
  for (int i = 0; i < 10000; ++i) put("items", i, i);
  const std::string before = hash("items");
  forget_hash("items");
  EXPECT_EQ(hash("items"), before);  // by reading
  ASSERT_TRUE(engine_->run_job_slices(2));
  EXPECT_EQ(info("items")->hash, catalog::HashState::Begun);
  for (int i = 0; i < 10000; i += 97) put("items", i, -i);
  for (int i = 5; i < 10000; i += 97) erase("items", i);
  open();  // in the middle
  ASSERT_TRUE(engine_->run_jobs());
  EXPECT_EQ(info("items")->hash, catalog::HashState::Kept);
  engine_->expect_clean();
  create("same");
  for (int i = 0; i < 10000; ++i)
    if (i % 97 != 5) put("same", i, i % 97 == 0 ? -i : i);
  EXPECT_EQ(hash("items"), hash("same"));
}

TEST_F(ItemHashTest, verify_finds_an_item_that_was_changed_behind_its_back) {
  create("items");
  put("items", 1, 1);
  storage::Batch batch;
  storage::IteratorOptions range;
  range.lower = keys::index_lower(info("items")->id, keys::kBaseTable);
  range.upper = keys::index_upper(info("items")->id, keys::kBaseTable);
  {
    const auto it = engine_->context().store.iterate(range);
    ASSERT_TRUE(it->valid());
    batch.put(it->key(), value::encode_item(AttributeMap{{"pk", "1"}, {"v", 2}}));  // of the same size
  }
  ASSERT_TRUE(engine_->context().store.write(batch, storage::Store::Sync::Yes));
  const auto report = verify(engine_->context(), {});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->finding_count, 1u);
  EXPECT_EQ(report->findings[0], "items: the hash that was kept is not that of the items");
  EXPECT_EQ(mend(engine_->context(), {}).value(), 1u);
  engine_->expect_clean();
}

TEST(ItemHashInMemory, is_computed_when_it_is_asked_for) {
  TestEngine engine;
  for (const char* name : {"one", "two"}) {
    ASSERT_TRUE(engine.create_table(create_request(name, "pk:S")));
    ASSERT_TRUE(engine.put_item(put_request(name, {{"pk", "a"}})));
  }
  const auto states = engine.engine().table_states().value();
  ASSERT_EQ(states.size(), 2u);
  EXPECT_EQ(states[0].state.hash, states[1].state.hash);
  EXPECT_EQ(states[0].state.items, 1);
  const auto id = engine.context().catalog.find("one")->id;
  const auto key = keys::counts_key(id, keys::kBaseTable);
  const storage::Sums sums = storage::decode_sums(engine.context().store.get(key)->value.bytes);
  EXPECT_EQ(sums.third, 0);
  EXPECT_EQ(sums.fourth, 0);
}

}  // namespace item_hash_test
}  // namespace partita::engine
