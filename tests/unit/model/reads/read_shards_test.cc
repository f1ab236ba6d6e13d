// Sharded indexes, and natural keys of several attributes.
#include <partita/model/runtime/pattern_reads.h>

#include <algorithm>

#include "unit/model/read_fixture.h"

namespace partita::model {
namespace read_shards_test {

TEST_F(Read, ShardsAreMergedBySortKeyWithOneToken) {
  for (int i = 0; i < 200; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i / 7);
  ReadRequest request{.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}};
  const auto all = go(request).value();
  EXPECT_EQ(all.cost.requests, 4);
  EXPECT_EQ(all.cost.evaluated, 200);
  EXPECT_EQ(all.token, std::nullopt);
  for (const bool forward : {true, false}) {
    request.forward = forward;
    request.take = 9;
    std::vector<int> amounts;
    std::vector<int> lots;
    for (const Row& row : pages(request)) {
      amounts.push_back(std::stoi(row.attributes().find("amount")->n()));
      lots.push_back(std::stoi(row.attributes().find("lot")->n()));
    }
    ASSERT_EQ(lots.size(), 200u);
    EXPECT_TRUE(forward ? std::is_sorted(amounts.begin(), amounts.end())
                        : std::is_sorted(amounts.rbegin(), amounts.rend()));
    std::sort(lots.begin(), lots.end());
    for (int i = 0; i < 200; ++i) EXPECT_EQ(lots[static_cast<std::size_t>(i)], i) << "lost or doubled";
  }
}

TEST_F(Read, AShardThatTheCallerGivesIsReadAlone) {
  for (int i = 0; i < 40; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i);
  std::size_t rows = 0;
  for (int shard = 0; shard < 4; ++shard) {
    const auto page = go({.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}, {"shard", shard}}}).value();
    EXPECT_EQ(page.cost.requests, 1);
    for (const Row& row : page.rows) EXPECT_EQ(*row.attributes().find("shard"), AttributeValue(shard));
    rows += page.rows.size();
  }
  EXPECT_EQ(rows, 40u);
  const auto wrong = go({.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}, {"shard", "1"}}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "The shard attribute shard must have a value of type N");
}

TEST_F(Read, AShardFollowsFromItsFieldWhereThatIsGiven) {
  for (int i = 0; i < 40; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i);
  for (int lot = 0; lot < 40; ++lot) {
    const auto page = go({.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}, {"lot", lot}}}).value();
    EXPECT_EQ(page.cost.requests, 1);
    const auto lots = texts(page, "lot");
    EXPECT_NE(std::find(lots.begin(), lots.end(), std::to_string(lot)), lots.end());
  }
}

TEST_F(Read, AShardThatHoldsMostIsAskedAgain) {
  for (int i = 0; i < 100; ++i)
    store(*database_, warehouse::kTable, warehouse::kLot,
          {{"sku", "S1"},
           {"lot", i},
           {"status", "OPEN"},
           {"day", "2026-01-05"},
           {"amount", i},
           {"shard", i % 10 == 0 ? 1 : 2}});
  ReadRequest request{.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}, .take = 60};
  const auto first = go(request).value();
  EXPECT_EQ(first.rows.size(), 60u);
  EXPECT_EQ(first.cost.requests, 5);
  std::vector<std::string> amounts;
  for (const Row& row : pages(request)) amounts.push_back(row.attributes().find("amount")->n());
  ASSERT_EQ(amounts.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(amounts[static_cast<std::size_t>(i)], std::to_string(i));
}

TEST_F(Read, ALeadingRunOfSortAttributesIsAnEquality) {
  for (int i = 0; i < 40; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i % 4);
  PatternInfo pattern = warehouse::kByAmountAndDay;
  pattern.plan.sort = SortCondition::Equal;
  pattern.plan.range_field = kNone;
  const auto page = go({.pattern = &pattern, .values = {{"status", "OPEN"}, {"amount", 2}}}).value();
  EXPECT_EQ(page.rows.size(), 10u);
  EXPECT_EQ(page.cost.evaluated, 10);
}

TEST_F(Read, ANaturalItemByItsKeyMayHaveAFilterToo) {
  for (int i = 0; i < 4; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i);
  PatternInfo pattern = warehouse::kLots;
  pattern.plan = {.operation = PlanOperation::GetItem};
  const auto page = go({.pattern = &pattern,
                        .values = {{"sku", "S1"}, {"lot", 2}},
                        .filter = {.kind = Predicate::Kind::Equal, .path = "amount", .values = {2}}})
                        .value();
  EXPECT_EQ(texts(page, "lot"), std::vector<std::string>{"2"});
}

TEST_F(Read, AShardInsideOfAComposedKeyFollowsFromItsField) {
  for (int i = 0; i < 30; ++i) put(shop::kOrder, order("C1", "O" + std::to_string(i), time_of(i)));
  const auto all = go({.pattern = &shop::kOrdersByStatus, .values = {{"status", "OPEN"}}}).value();
  EXPECT_EQ(all.cost.requests, 3);
  EXPECT_EQ(all.rows.size(), 30u);
  const auto one = go({.pattern = &shop::kOrdersByStatus, .values = {{"status", "OPEN"}, {"orderId", "O7"}}}).value();
  EXPECT_EQ(one.cost.requests, 1);
  EXPECT_LT(one.rows.size(), 30u);
  const auto ids = texts(one, "orderId");
  EXPECT_NE(std::find(ids.begin(), ids.end(), "O7"), ids.end());
}

TEST_F(Read, ReadAtMostOverShardsMakesProgressOnEveryPage) {
  for (int i = 0; i < 50; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i);
  ReadRequest request{.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}, .read_at_most = 3};
  const auto too_few = go(request);
  ASSERT_FALSE(too_few);
  EXPECT_EQ(too_few.error().message,
            "read_at_most must be at least 4, because the read has 4 queries, one for each shard");
  request.read_at_most = 6;
  std::vector<std::string> amounts;
  for (int i = 0; i < 100; ++i) {
    const auto page = go(request).value();
    EXPECT_LE(page.cost.evaluated, 6);
    for (const std::string& amount : texts(page, "amount")) amounts.push_back(amount);
    request.after = page.token;
    if (!page.token) break;
  }
  ASSERT_EQ(amounts.size(), 50u);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(amounts[static_cast<std::size_t>(i)], std::to_string(i));
}

TEST_F(Read, IndexesThatLackFieldsGiveRowsWithFewer) {
  put_orders("C1", 2);
  const auto page = go({.pattern = &shop::kOrdersByStatus, .values = {{"status", "OPEN"}}}).value();
  ASSERT_EQ(page.rows.size(), 2u);
  EXPECT_EQ(page.rows[0].entity, &shop::kOrder);
  EXPECT_FALSE(page.rows[0].attributes().contains("total"));
  EXPECT_EQ(page.rows[0].attributes().find("orderId")->s(), "O0") << "read back from the key";
}

}  // namespace read_shards_test
}  // namespace partita::model
