// The model of a table in a database: its description, the sample of its items, and the cost of the sample.
#include "modelling/read/tables/live_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include "modelling/core/outline.h"

namespace partita::modelling {
namespace live_table_test {

std::unique_ptr<Database> database_with_orders(int customers, int orders) {
  auto opened = open("", {.in_memory = true});
  EXPECT_TRUE(opened) << opened.error().message;
  Database& database = **opened;
  CreateTableRequest table{.table_name = "shop", .billing_mode = BillingMode::PayPerRequest};
  table.attribute_definitions = {
      {"PK", ScalarAttributeType::S}, {"SK", ScalarAttributeType::S}, {"status", ScalarAttributeType::S}};
  table.key_schema = {{"PK", KeyType::Hash}, {"SK", KeyType::Range}};
  GlobalSecondaryIndex index{.index_name = "by_status"};
  index.key_schema = {{"status", KeyType::Hash}, {"SK", KeyType::Range}};
  index.projection = Projection{.projection_type = ProjectionType::KeysOnly};
  table.global_secondary_indexes = {index};
  EXPECT_TRUE(database.create_table(table));
  EXPECT_TRUE(database.update_time_to_live(
      {.table_name = "shop", .time_to_live_specification = TimeToLiveSpecification{true, "expires"}}));
  for (int customer = 0; customer < customers; ++customer) {
    const std::string id = fmt::format("c{}", customer);
    EXPECT_TRUE(
        database.put_item({.table_name = "shop",
                           .item = {{{"PK", "CUST#" + id}, {"SK", "PROFILE"}, {"type", "CUSTOMER"}, {"cust", id}}}}));
    for (int order = 0; order < orders; ++order)
      EXPECT_TRUE(database.put_item({.table_name = "shop",
                                     .item = {{{"PK", "CUST#" + id},
                                               {"SK", fmt::format("ORDER#{:04d}", order)},
                                               {"type", "ORDER"},
                                               {"cust", id},
                                               {"number", order},
                                               {"status", order % 2 ? "paid" : "open"},
                                               {"expires", 1'800'000'000 + order}}}}));
  }
  return std::move(*opened);
}

TEST(LiveTable, InfersEntitiesFromASample) {
  const auto database = database_with_orders(20, 9);
  const auto model = read_live_tables(*database, {.names = {"shop"}, .sample = 1000, .source = "here"});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(outline(*model), R"(table shop: PK S / SK S, tag type, expires at expires
  index by_status: status S / SK S, keys only
  entity ORDER (guessed)
    cust string, number integer, status string, expires seconds
    key "CUST#{cust}", "ORDER#{number:04d}"
    in by_status "{status}", "ORDER#{number:04d}"
    expires at expires
    180 items
  entity CUSTOMER (guessed)
    cust string
    key "CUST#{cust}", "PROFILE"
    20 items
notes
  here table shop: the entities are inferred from all 200 items, whose reading consumed 8 read units
)");
  EXPECT_TRUE(model->tables[0].samples.empty());
  EXPECT_TRUE(model->tables[0].entities[0].samples.empty());
  EXPECT_GT(model->tables[0].entities[0].size_bytes.value_or(0), 50);
}

TEST(LiveTable, SamplesSeveralPartitionsAndCountsByTheTable) {
  const auto database = database_with_orders(50, 20);
  const auto model = read_live_tables(*database, {.names = {"shop"}, .sample = 400, .source = "here"});
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->tables[0].entities.size(), 2u);
  double items = 0;
  for (const Entity& entity : model->tables[0].entities) items += entity.count.value_or(0);
  EXPECT_NEAR(items, 1050, 1);
  ASSERT_EQ(model->notes.size(), 1u);
  EXPECT_EQ(model->notes[0].find("here table shop: the entities are inferred from a sample of 400 items"), 0u)
      << model->notes[0];
}

TEST(LiveTable, ReadsOnlyTheDescriptionWithoutASample) {
  const auto database = database_with_orders(1, 1);
  const auto model = read_live_tables(*database, {.names = {"shop"}, .sample = 0, .source = "here"});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_TRUE(model->tables[0].entities.empty());
  EXPECT_TRUE(model->notes.empty());
}

TEST(LiveTable, FailsForATableThatIsNotThere) {
  const auto database = database_with_orders(0, 0);
  const auto model = read_live_tables(*database, {.names = {"shops"}});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::ResourceNotFoundException);
}

}  // namespace live_table_test
}  // namespace partita::modelling
