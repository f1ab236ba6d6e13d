// Hot keys: the sketch, and the keys that requests add to it.
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
  HotKeysTest() : engine_(TestEngine::Options{.hot_keys = {.all = true, .sample = 1}}) {
    auto create = test::create_request("items", "pk:S", "sk:S");
    create.attribute_definitions->push_back({"group", ScalarAttributeType::N});
    create.global_secondary_indexes = {
        {GlobalSecondaryIndex{.index_name = "groups",
                              .key_schema = {{{"group", KeyType::Hash}}},
                              .projection = Projection{.projection_type = ProjectionType::All}}}};
    EXPECT_TRUE(engine_.create_table(create));
  }
  std::vector<HotKey> hot() { return engine_.context().hot_keys.report(10); }

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
  EXPECT_EQ(found[0].requests, 4u);
  EXPECT_EQ(found[1].key, (AttributeMap{{"pk", "b"}}));
  EXPECT_EQ(found[2].index, "groups");
  EXPECT_EQ(found[2].key, (AttributeMap{{"group", 7}}));
  EXPECT_DOUBLE_EQ(found[2].share, 1);
  EXPECT_EQ(found[2].requests, 1u);
}

TEST_F(HotKeysTest, ForgetsKeysThatAreNotUsedAnyMore) {
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "old"}, {"sk", "1"}})));
  engine_.clock().advance_ms(2 * 60'000);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "new"}, {"sk", "1"}})));
  const auto found = hot();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key, (AttributeMap{{"pk", "new"}}));
  EXPECT_DOUBLE_EQ(found[0].share, 0.8);
  EXPECT_EQ(found[0].requests, 10u);  // 8, and a quarter of the 8 before
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
  ASSERT_TRUE(engine.create_table(test::create_request("items", "pk:S")));
  ASSERT_TRUE(engine.get_item(test::get_request("items", {{"pk", "a"}})));
  EXPECT_FALSE(engine.context().hot_keys.is_on());
  EXPECT_TRUE(engine.engine().hot_keys(10).empty());
}

// ---- Contributor Insights

class InsightsTest : public ::testing::Test {
 protected:
  // The table and its indexes can do 1 read and 1 write of 1 KB in a second.
  InsightsTest() : engine_(TestEngine::Options{.throttle = true}) {
    auto create = test::create_request("items", "pk:S", "sk:N", {{.name = "by_g", .partition = {"g:S"}}});
    create.billing_mode = BillingMode::Provisioned;
    const ProvisionedThroughput least{.read_capacity_units = 1, .write_capacity_units = 1};
    create.provisioned_throughput = least;
    create.global_secondary_indexes->front().provisioned_throughput = least;
    const auto created = engine_.create_table(create);
    EXPECT_TRUE(created) << created.error().message;
  }
  void update(ContributorInsightsAction action, const OptionalString& index = {},
              ContributorInsightsMode mode = ContributorInsightsMode::AccessedAndThrottledKeys) {
    const auto updated = engine_.update_contributor_insights({.table_name = "items",
                                                              .index_name = index,
                                                              .contributor_insights_action = action,
                                                              .contributor_insights_mode = mode});
    EXPECT_TRUE(updated) << updated.error().message;
  }
  auto get(const char* pk, int sk) { return engine_.get_item(test::get_request("items", {{"pk", pk}, {"sk", sk}})); }
  // Reads until a read is refused, and returns the number of reads before it.
  int read_until_refused(const char* pk, int sk) {
    for (int reads = 0; reads < 100; ++reads)
      if (!get(pk, sk)) return reads;
    ADD_FAILURE() << "never refused";
    return 100;
  }
  // "items/by_g PKC {...}" for each hot key.
  std::vector<std::string> hot() {
    constexpr const char* kRules[] = {"PKC", "SKC", "PKT", "SKT"};
    std::vector<std::string> lines;
    for (const HotKey& key : engine_.context().hot_keys.report(10)) {
      std::string text;
      for (const auto& [name, value] : key.key.value_or(AttributeMap{}))
        text += " " + name + "=" + (value.is(AttributeType::S) ? value.s() : std::string(value.n()));
      lines.push_back(key.table + (key.index.empty() ? "" : "/" + key.index) + " " +
                      kRules[static_cast<std::size_t>(key.rule)] + text);
    }
    return lines;
  }

  TestEngine engine_;
};

TEST_F(InsightsTest, NothingIsWatchedWithoutThem) {
  EXPECT_FALSE(engine_.context().hot_keys.is_on());
  read_until_refused("a", 1);
  EXPECT_TRUE(hot().empty());
  EXPECT_TRUE(engine_.engine().insight_counts().empty());
}

TEST_F(InsightsTest, AccessedAndThrottledKeysOfATable) {
  update(ContributorInsightsAction::Enable);
  const int reads = read_until_refused("a", 1);
  EXPECT_THAT(hot(),
              ::testing::ElementsAre("items PKC pk=a", "items SKC pk=a sk=1", "items PKT pk=a", "items SKT pk=a sk=1"));
  // A refused request names its key too.
  const auto counts = engine_.engine().insight_counts();
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0].accessed, static_cast<std::uint64_t>(reads) + 1);
  EXPECT_EQ(counts[0].throttled, 1u);
}

TEST_F(InsightsTest, AQueryNamesItsPartitionKeyAndAScanNothing) {
  update(ContributorInsightsAction::Enable);
  read_until_refused("a", 1);
  auto query = test::query_request("items", "pk = :p AND sk >= :s", {{":p", "b"}, {":s", 0}});
  ASSERT_FALSE(engine_.query(query));
  ASSERT_FALSE(engine_.scan({.table_name = "items"}));
  ASSERT_FALSE(engine_.scan({.table_name = "items", .exclusive_start_key = AttributeMap{{"pk", "c"}, {"sk", 1}}}));
  EXPECT_THAT(hot(), ::testing::UnorderedElementsAre("items PKC pk=a", "items PKC pk=b", "items SKC pk=a sk=1",
                                                     "items PKT pk=a", "items PKT pk=b", "items SKT pk=a sk=1"));
}

TEST_F(InsightsTest, OfThrottledKeysAlone) {
  update(ContributorInsightsAction::Enable, {}, ContributorInsightsMode::ThrottledKeys);
  read_until_refused("a", 1);
  EXPECT_THAT(hot(), ::testing::ElementsAre("items PKT pk=a", "items SKT pk=a sk=1"));
  update(ContributorInsightsAction::Disable);
  EXPECT_FALSE(engine_.context().hot_keys.is_on());
  EXPECT_TRUE(hot().empty());
}

TEST_F(InsightsTest, DeletedTablesAndDisabledOnesLeaveTheirPlaces) {
  for (std::size_t i = 0; i < HotKeys::kMostPlaces; ++i) {
    ASSERT_TRUE(engine_.create_table(test::create_request("gone", "pk:S")));
    ASSERT_TRUE(engine_.update_contributor_insights(
        {.table_name = "gone", .contributor_insights_action = ContributorInsightsAction::Enable}));
    ASSERT_TRUE(engine_.get_item(test::get_request("gone", {{"pk", "a"}})));
    if (i % 2 == 0) {
      ASSERT_TRUE(engine_.update_contributor_insights(
          {.table_name = "gone", .contributor_insights_action = ContributorInsightsAction::Disable}));
    }
    ASSERT_TRUE(engine_.delete_table({.table_name = "gone"}));
  }
  update(ContributorInsightsAction::Enable);
  ASSERT_TRUE(get("a", 1));
  EXPECT_THAT(hot(), ::testing::ElementsAre("items PKC pk=a", "items SKC pk=a sk=1"));
}

TEST_F(InsightsTest, AWriteThatAnIndexRefusesIsThrottledThere) {
  update(ContributorInsightsAction::Enable, "by_g");
  update(ContributorInsightsAction::Enable, {}, ContributorInsightsMode::ThrottledKeys);
  engine_.clock().advance_ms(10'000);
  const auto put = [&](int sk) {
    return engine_.put_item(
        test::put_request("items", {{"pk", "a"}, {"sk", sk}, {"g", "red"}, {"fill", std::string(20'000, 'x')}}));
  };
  ASSERT_TRUE(put(1));
  // The table has room again before the index, which the update below does not charge to the table.
  ASSERT_FALSE(put(2));
  UpdateTableRequest more;
  more.table_name = "items";
  more.provisioned_throughput = ProvisionedThroughput{.read_capacity_units = 1, .write_capacity_units = 1000};
  ASSERT_TRUE(engine_.update_table(more));
  engine_.clock().advance_ms(1000);
  ASSERT_FALSE(put(3));
  EXPECT_THAT(hot(), ::testing::IsSupersetOf({"items/by_g PKT g=red", "items PKT pk=a", "items SKT pk=a sk=2"}));
  EXPECT_THAT(hot(), ::testing::Not(::testing::Contains("items SKT pk=a sk=3")));
}

}  // namespace hot_keys_test
}  // namespace partita::engine
