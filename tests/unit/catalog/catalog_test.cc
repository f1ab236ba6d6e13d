// The catalog must keep its contents across reopening and power cuts.
#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include "keys/system_keys.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"

namespace partita::catalog {
namespace catalog_test {

using storage::Store;

TableInfo table_called(const std::string& name) {
  TableInfo table;
  table.name = name;
  table.uuid = "u";
  table.keys.partition = {{"pk", ScalarAttributeType::S}};
  return table;
}

class CatalogTest : public testing::Test {
 protected:
  CatalogTest() { reopen(); }

  void reopen() {
    catalog_.reset();
    store_.reset();
    storage::StoreOptions options;
    options.file_system = files_;
    store_ = storage::open_store("/data", options).value();
    catalog_.emplace(*store_, Store::Sync::Yes);
    loaded_ = catalog_->load();
  }
  void cut_power_and_reopen() {
    files_->disk().cut();
    catalog_.reset();
    store_.reset();
    files_->disk().restore(test::UnsyncedBytes::Lost, 0);
    reopen();
  }
  void finish_drops() {
    const std::vector<Drop> drops = catalog_->pending_drops().value();
    for (const Drop& drop : drops) finish(drop);
  }
  void finish(const Drop& drop) {
    std::atomic<bool> stop_flag = false;
    const auto [from, upper] = keys_of(drop);
    ASSERT_TRUE(store_->discard(from, upper, stop_flag));
    ASSERT_TRUE(catalog_->forget(drop));
  }
  void put(const std::string& key, const std::string& value) {
    storage::Batch batch;
    batch.put(key, value);
    ASSERT_TRUE(store_->write(batch, Store::Sync::Yes));
  }
  bool has(const std::string& key) { return store_->get(key)->state == storage::ReadState::Found; }

  const std::shared_ptr<test::PowerCutFileSystem> files_ = std::make_shared<test::PowerCutFileSystem>();
  std::unique_ptr<Store> store_;
  std::optional<Catalog> catalog_;
  Result<void> loaded_;
};

TEST_F(CatalogTest, finds_tables_by_name_and_id) {
  const auto added = catalog_->add(table_called("b"));
  ASSERT_TRUE(added);
  EXPECT_EQ(catalog_->find("b"), *added);
  EXPECT_EQ(catalog_->find((*added)->id), *added);
  EXPECT_EQ(catalog_->find("a"), nullptr);
  EXPECT_EQ(catalog_->find((*added)->id + 1), nullptr);
  EXPECT_EQ(catalog_->add(table_called("b")).error().code, ErrorCode::ResourceInUseException);
}

TEST_F(CatalogTest, lists_names_in_order) {
  for (const char* name : {"c", "a", "d", "b"}) ASSERT_TRUE(catalog_->add(table_called(name)));
  EXPECT_EQ(catalog_->names_after("", 3), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(catalog_->names_after("b", 3), (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(catalog_->names_after("bb", 1), (std::vector<std::string>{"c"}));
}

TEST_F(CatalogTest, is_the_same_after_a_power_cut) {
  ASSERT_TRUE(catalog_->add(table_called("a")));
  const auto id = (*catalog_->add(table_called("b")))->id;
  ASSERT_TRUE(catalog_->update(id, [](TableInfo& table) -> Result<void> {
    table.deletion_protection = true;
    return {};
  }));
  cut_power_and_reopen();
  ASSERT_TRUE(loaded_);
  EXPECT_EQ(catalog_->names_after("", 9), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(catalog_->find("b")->deletion_protection);
  EXPECT_EQ(catalog_->find("b")->id, id);
}

TEST_F(CatalogTest, a_change_that_fails_changes_nothing) {
  const auto id = (*catalog_->add(table_called("a")))->id;
  const auto changed = catalog_->update(id, [](TableInfo& table) -> Result<void> {
    table.deletion_protection = true;
    return invalid("no");
  });
  EXPECT_EQ(changed.error().message, "no");
  EXPECT_FALSE(catalog_->find("a")->deletion_protection);
  EXPECT_EQ(catalog_->update(id + 1, {}).error().code, ErrorCode::ResourceNotFoundException);
}

TEST_F(CatalogTest, never_gives_an_id_twice) {
  std::vector<keys::TableId> ids;
  for (int i = 0; i < 3; ++i) {
    const auto id = (*catalog_->add(table_called("t")))->id;
    for (keys::TableId known : ids) EXPECT_NE(id, known);
    EXPECT_NE(id, keys::kSystemTable);
    ids.push_back(id);
    ASSERT_TRUE(catalog_->remove(id));
    finish_drops();
    cut_power_and_reopen();
  }
}

TEST_F(CatalogTest, a_removed_table_is_gone_and_its_keys_are_dropped_after_a_restart) {
  const auto id = (*catalog_->add(table_called("t")))->id;
  const auto other = (*catalog_->add(table_called("u")))->id;
  put(keys::index_lower(id, keys::kBaseTable) + "x", "1");
  put(keys::counts_key(id, keys::kBaseTable), "2");
  put(keys::index_lower(other, keys::kBaseTable) + "x", "3");
  ASSERT_TRUE(catalog_->remove(id));
  EXPECT_EQ(catalog_->find("t"), nullptr);
  EXPECT_EQ(catalog_->remove(id).error().code, ErrorCode::ResourceNotFoundException);
  cut_power_and_reopen();
  EXPECT_EQ(catalog_->find("t"), nullptr);
  const auto drops = catalog_->pending_drops().value();
  ASSERT_EQ(drops.size(), 1u);
  EXPECT_EQ(drops[0].table, id);
  finish(drops[0]);
  EXPECT_TRUE(catalog_->pending_drops()->empty());
  EXPECT_FALSE(has(keys::index_lower(id, keys::kBaseTable) + "x"));
  EXPECT_FALSE(has(keys::counts_key(id, keys::kBaseTable)));
  EXPECT_TRUE(has(keys::index_lower(other, keys::kBaseTable) + "x"));
}

TEST_F(CatalogTest, a_removed_index_takes_its_entries_its_sums_and_its_progress_along) {
  TableInfo table = table_called("t");
  for (keys::IndexId id : {1, 2}) {
    IndexInfo index;
    index.id = id;
    index.name = "i" + std::to_string(id);
    index.keys = table.keys;
    table.indexes.push_back(index);
  }
  const auto id = (*catalog_->add(table))->id;
  for (keys::IndexId index : {0, 1, 2}) {
    put(keys::index_lower(id, index) + "x", "1");
    put(keys::counts_key(id, index), "2");
    put(keys::backfill_key(id, index), "3");
  }
  const auto left = catalog_->remove_index(id, 1);
  ASSERT_TRUE(left);
  EXPECT_EQ((*left)->find_index("i1"), nullptr);
  EXPECT_NE((*left)->find_index("i2"), nullptr);
  cut_power_and_reopen();
  finish_drops();
  for (keys::IndexId index : {0, 1, 2}) {
    EXPECT_EQ(has(keys::index_lower(id, index) + "x"), index != 1);
    EXPECT_EQ(has(keys::counts_key(id, index)), index != 1);
    EXPECT_EQ(has(keys::backfill_key(id, index)), index != 1);
  }
}

TEST_F(CatalogTest, knows_whether_an_earlier_description_is_held) {
  const auto id = (*catalog_->add(table_called("t")))->id;
  const auto other = (*catalog_->add(table_called("u")))->id;
  TablePtr held = catalog_->find("t");
  EXPECT_FALSE(catalog_->is_held(id)) << "the present one does not count";
  ASSERT_TRUE(catalog_->update(id, [](TableInfo&) -> Result<void> { return {}; }));
  EXPECT_TRUE(catalog_->is_held(id));
  EXPECT_FALSE(catalog_->is_held(other));
  held = catalog_->find("t");
  EXPECT_FALSE(catalog_->is_held(id));
  ASSERT_TRUE(catalog_->remove(id));
  EXPECT_TRUE(catalog_->is_held(id));
  held.reset();
  EXPECT_FALSE(catalog_->is_held(id));
}

TEST_F(CatalogTest, refuses_what_it_cannot_read) {
  put(std::string("\0\0\0\0\0\1bad", 9), "no record");
  reopen();
  ASSERT_FALSE(loaded_);
  EXPECT_EQ(loaded_.error().code, ErrorCode::Corruption);
  EXPECT_EQ(loaded_.error().message, "table 'bad': the table's record does not decode");
}

TEST_F(CatalogTest, refuses_a_damaged_next_id) {
  put(std::string("\0\0\0\0\0\3table", 11), "123");
  reopen();
  ASSERT_FALSE(loaded_);
  EXPECT_EQ(loaded_.error().code, ErrorCode::Corruption);
}

// The keys that catalog/FORMAT.md documents.
TEST_F(CatalogTest, keeps_its_records_where_the_format_says) {
  const auto id = (*catalog_->add(table_called("t")))->id;
  EXPECT_TRUE(has(std::string("\0\0\0\0\0\1t", 7)));
  EXPECT_EQ(store_->get(std::string("\0\0\0\0\0\3table", 11))->value.bytes, std::string_view("\0\0\0\2", 4));
  ASSERT_TRUE(catalog_->remove(id));
  EXPECT_FALSE(has(std::string("\0\0\0\0\0\1t", 7)));
  EXPECT_TRUE(has(std::string("\0\0\0\0\0\2\0\0\0\1\0\0", 12)));
}

}  // namespace catalog_test
}  // namespace partita::catalog
