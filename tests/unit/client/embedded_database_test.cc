#include "client/embedded_database.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace partita::client {
namespace embedded_database_test {

CreateTableRequest table_with_id(const std::string& name) {
  return {.table_name = name,
          .attribute_definitions = {{{.attribute_name = "id", .attribute_type = ScalarAttributeType::S}}},
          .key_schema = {{{.attribute_name = "id", .key_type = KeyType::Hash}}},
          .billing_mode = BillingMode::PayPerRequest};
}

TEST(EmbeddedDatabase, AnItemReadFromTheBlockCacheOutlivesItsDatabase) {
  const auto path = std::filesystem::temp_directory_path() / ("partita-client-" + std::to_string(getpid()));
  std::filesystem::remove_all(path);
  const AttributeMap written{{"id", "a"}, {"text", std::string(300, 'x')}};
  {
    auto database = EmbeddedDatabase::open(path, {}).value();
    ASSERT_TRUE(database->create_table(table_with_id("Table")));
    ASSERT_TRUE(database->put_item({.table_name = "Table", .item = written}));
  }
  std::optional<Item> item;
  {
    // Opened anew, the item comes from a table file through the block cache, not from a memtable.
    auto database = EmbeddedDatabase::open(path, {}).value();
    item = database->get_item({.table_name = "Table", .key = AttributeMap{{"id", "a"}}}).value().item;
  }
  ASSERT_TRUE(item);
  EXPECT_EQ(item->to_map(), written);
  std::filesystem::remove_all(path);
}

}  // namespace embedded_database_test
}  // namespace partita::client
