// Hot keys: the sketch, and what requests add to it.
#include "engine/hot_keys/hot_keys.h"

#include <gmock/gmock.h>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace hot_keys_test {

using test::TestEngine;

TEST(SpaceSavingTest, KeepsFrequentTextsAmongManyOthers) {
  SpaceSaving sketch(8);
  std::uint64_t hot = 0;
  for (int i = 0; i < 1000; ++i) {
    sketch.add("cold" + std::to_string(i), 1);
    if (i % 2 != 0) continue;
    sketch.add("hot", 1);
    ++hot;
  }
  const auto top = sketch.top(1);
  ASSERT_EQ(top.size(), 1u);
  EXPECT_EQ(top[0].text, "hot");
  EXPECT_EQ(sketch.total(), 1500u);
  EXPECT_GE(top[0].count, hot);
  EXPECT_LE(top[0].count - top[0].error, hot);
  EXPECT_EQ(sketch.top(100).size(), 8u);
}

TEST(SpaceSavingTest, TextsThatDifferBehindTheKeptBytesAreApart) {
  SpaceSaving sketch(8);
  const std::string begin(300, 'x');
  sketch.add(begin + "a", 3);
  sketch.add(begin + "b", 1);
  const auto top = sketch.top(8);
  ASSERT_EQ(top.size(), 2u);
  EXPECT_EQ(top[0].count, 3u);
  EXPECT_TRUE(top[0].is_cut);
  EXPECT_EQ(top[0].text.size(), SpaceSaving::kMostBytes);
}

TEST(SpaceSavingTest, HalvesForget) {
  SpaceSaving sketch(8);
  sketch.add("a", 4);
  sketch.add("b", 1);
  sketch.halve();
  EXPECT_EQ(sketch.total(), 2u);
  ASSERT_EQ(sketch.top(8).size(), 1u);
  EXPECT_EQ(sketch.top(8)[0].count, 2u);
}

class HotKeysTest : public ::testing::Test {
 protected:
  HotKeysTest() : engine_(TestEngine::Options{.hot_key_sample = 1}) {
    auto create = test::create_request("items", "pk:S", "sk:S");
    create.attribute_definitions->push_back({"group", ScalarAttributeType::N});
    create.global_secondary_indexes = {
        {GlobalSecondaryIndex{.index_name = "groups",
                              .key_schema = {{{"group", KeyType::Hash}}},
                              .projection = Projection{.projection_type = ProjectionType::All}}}};
    EXPECT_TRUE(engine_.create_table(create));
  }
  std::vector<HotKey> hot() { return engine_.context().hot_keys->report(10); }

  TestEngine engine_;
};

TEST_F(HotKeysTest, CountsPartitionKeysOfReadsWritesAndQueries) {
  ASSERT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a"}, {"sk", "1"}, {"group", 7}})));
  ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "a"}, {"sk", "2"}})));
  ASSERT_TRUE(engine_.query(test::query_request("items", "pk = :p", {{":p", "a"}})));
  ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "b"}, {"sk", "1"}})));
  auto on_index = test::query_request("items", "#g = :g", {{":g", 7}});
  on_index.index_name = "groups";
  on_index.expression_attribute_names = {{{"#g", "group"}}};
  ASSERT_TRUE(engine_.query(on_index));
  const auto found = hot();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].table, "items");
  EXPECT_EQ(found[0].index, "");
  EXPECT_EQ(found[0].key, (AttributeMap{{"pk", "a"}}));
  EXPECT_DOUBLE_EQ(found[0].share, 0.75);
  EXPECT_DOUBLE_EQ(found[0].least_share, 0.75);
  EXPECT_EQ(found[1].key, (AttributeMap{{"pk", "b"}}));
  EXPECT_EQ(found[2].index, "groups");
  EXPECT_EQ(found[2].key, (AttributeMap{{"group", 7}}));
  EXPECT_DOUBLE_EQ(found[2].share, 1);
}

TEST_F(HotKeysTest, ForgetsKeysThatAreNotUsedAnyMore) {
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "old"}, {"sk", "1"}})));
  engine_.clock().advance_ms(2 * 60'000);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "new"}, {"sk", "1"}})));
  const auto found = hot();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key, (AttributeMap{{"pk", "new"}}));
  EXPECT_DOUBLE_EQ(found[0].share, 0.8);
  engine_.clock().advance_ms(10 * 60'000);
  EXPECT_TRUE(hot().empty());
  engine_.clock().advance_ms(std::int64_t{1000} * 60'000);
  ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "new"}, {"sk", "1"}})));
  ASSERT_EQ(hot().size(), 1u);
}

TEST_F(HotKeysTest, ADeletedTableHasNone) {
  ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "a"}, {"sk", "1"}})));
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  EXPECT_TRUE(hot().empty());
}

TEST(HotKeysOff, NothingIsKept) {
  TestEngine engine;
  EXPECT_EQ(engine.context().hot_keys, nullptr);
  EXPECT_TRUE(engine.engine().hot_keys(10).empty());
}

}  // namespace hot_keys_test
}  // namespace partita::engine
