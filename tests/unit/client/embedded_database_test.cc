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
    // After the reopening, the item comes from a table file through the block cache, not from a memtable.
    auto database = EmbeddedDatabase::open(path, {}).value();
    item = database->get_item({.table_name = "Table", .key = AttributeMap{{"id", "a"}}}).value().item;
  }
  ASSERT_TRUE(item);
  EXPECT_EQ(item->to_map(), written);
  std::filesystem::remove_all(path);
}

TEST(EmbeddedDatabase, what_is_not_utf_8_is_refused_and_not_stored) {
  OpenOptions options;
  options.in_memory = true;
  auto database = EmbeddedDatabase::open("", options).value();
  ASSERT_TRUE(database->create_table(table_with_id("Table")));
  const PutItemRequest put{.table_name = "Table", .item = AttributeMap{{"id", "a"}, {"note", "a\xff"}}};
  const std::string expected = "One or more parameter values were invalid: Item.note is not valid UTF-8";
  const auto waited = database->put_item(put);
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().code, ErrorCode::ValidationException);
  EXPECT_EQ(waited.error().message, expected);
  int answers = 0;
  database->put_item(put, [&](const Result<PutItemResponse>& answer) {
    ++answers;
    EXPECT_EQ(answer ? "stored" : answer.error().message, expected);
  });
  EXPECT_EQ(answers, 1);
  EXPECT_FALSE(database->get_item({.table_name = "Table", .key = AttributeMap{{"id", "a"}}}).value().item);
}

}  // namespace embedded_database_test
}  // namespace partita::client
