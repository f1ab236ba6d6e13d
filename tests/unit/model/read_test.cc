#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <random>

#include "model/session.h"
#include "unit/model/fake_database.h"
#include "unit/model/sample_model.h"

namespace partita::model {
namespace {

using namespace sample;
using Kind = SortRange::Kind;

std::vector<std::string> texts(const RowPage& page, std::string_view attribute) {
  std::vector<std::string> all;
  for (const Row& row : page.rows) {
    const AttributeValue* value = row.attributes.find(attribute);
    all.push_back(value ? value->text() : "-");
  }
  return all;
}

std::string time_of(int second) {
  return "2026-01-05T10:00:" + std::string(second < 10 ? "0" : "") + std::to_string(second) + ".000Z";
}

class Read : public testing::Test {
 protected:
  std::shared_ptr<Database> database_ = open_with_tables();
  std::int64_t now_ms_ = 1'767'225'600'000;
  std::shared_ptr<Session> session_ =
      make_session(database_, {.page_token_keys = {"key"}, .now_ms = [this] { return now_ms_; }});

  void put(const EntityInfo& entity, AttributeMap values) {
    store(*database_, shop::kTable, entity, std::move(values));
  }
  void put_orders(const std::string& customer, int count) {
    for (int i = 0; i < count; ++i) put(shop::kOrder, order(customer, "O" + std::to_string(i), time_of(i), "OPEN", i));
  }
  void put_lot(const std::string& sku, int lot, const std::string& status, const std::string& day, int amount) {
    store(*database_, warehouse::kTable, warehouse::kLot,
          {{"sku", sku}, {"lot", lot}, {"status", status}, {"day", day}, {"amount", amount}});
  }
  Result<RowPage> go(const ReadRequest& request) { return read_now(session_, request); }
  // Reads all pages of `take` rows.
  std::vector<Row> pages(ReadRequest request) {
    std::vector<Row> rows;
    for (int i = 0; i < 10'000; ++i) {
      auto page = go(request);
      if (!page) {
        ADD_FAILURE() << page.error().message;
        return rows;
      }
      if (page->token && request.take) {
        EXPECT_EQ(page->rows.size(), static_cast<std::size_t>(*request.take)) << "a page falls short";
      }
      rows.insert(rows.end(), page->rows.begin(), page->rows.end());
      if (!page->token) return rows;
      request.after = page->token;
    }
    ADD_FAILURE() << "endless";
    return rows;
  }
};

TEST_F(Read, AnItemByItsKeyIsOneGetItem) {
  put_orders("C1", 3);
  const auto page = go({.pattern = &shop::kOneOrder, .values = {{"customerId", "C1"}, {"orderId", "O1"}}}).value();
  ASSERT_EQ(page.rows.size(), 1u);
  EXPECT_EQ(page.rows[0].entity, &shop::kOrder);
  EXPECT_EQ(page.rows[0].attributes.find("total")->n(), "1");
  EXPECT_EQ(page.token, std::nullopt);
  EXPECT_EQ(page.cost.requests, 1);
  EXPECT_EQ(page.cost.evaluated, 1);
  EXPECT_EQ(page.cost.capacity_units, 0.5);
  const auto none = go({.pattern = &shop::kOneOrder, .values = {{"customerId", "C1"}, {"orderId", "O9"}}}).value();
  EXPECT_TRUE(none.rows.empty());
  EXPECT_EQ(none.cost.evaluated, 0);
}

TEST_F(Read, AnItemByItsKeyMayHaveAFilter) {
  put_orders("C1", 3);
  const auto with_total = [&](int total) {
    return go({.pattern = &shop::kOneOrder,
               .values = {{"customerId", "C1"}, {"orderId", "O1"}},
               .filter = {.kind = Predicate::Kind::Equal, .path = "total", .values = {total}}})
        .value()
        .rows.size();
  };
  EXPECT_EQ(with_total(1), 1u);
  EXPECT_EQ(with_total(2), 0u);
}

TEST_F(Read, AMissingFieldIsNamed) {
  const auto no_order = go({.pattern = &shop::kOrderWithItems, .values = {{"customerId", "C1"}}});
  ASSERT_FALSE(no_order);
  EXPECT_EQ(no_order.error().message,
            "The access pattern \"An order with its items\" needs the field orderId of ORDER: its key is made of it");
  const auto no_customer = go({.pattern = &shop::kEverything});
  ASSERT_FALSE(no_customer);
  EXPECT_EQ(no_customer.error().code, ErrorCode::ValidationException);
}

TEST_F(Read, ATreeIsTheParentAndItsChildrenAndNoNeighbour) {
  for (const std::string id : {"O1", "O10", "O1 ", "O1$", "O", "O1!"}) {
    put(shop::kOrder, order("C1", id, time_of(1)));
    put(shop::kLineItem, {{"customerId", "C1"}, {"orderId", id}, {"itemId", "I1"}});
    put(shop::kLineItem, {{"customerId", "C1"}, {"orderId", id}, {"itemId", "I#2"}});
  }
  for (const std::string id : {"O1", "O1 ", "O1$", "O1!"}) {
    const auto page =
        go({.pattern = &shop::kOrderWithItems, .values = {{"customerId", "C1"}, {"orderId", id}}}).value();
    EXPECT_EQ(texts(page, "orderId"), (std::vector<std::string>{id, id, id}));
    EXPECT_EQ(page.rows[0].entity, &shop::kOrder);
    EXPECT_EQ(page.rows[1].entity, &shop::kLineItem);
    EXPECT_EQ(page.cost.evaluated, page.cost.returned);
  }
}

TEST_F(Read, AnItemOfAnotherEntityIsAnErrorThatNamesIt) {
  put(shop::kCustomer, {{"customerId", "C1"}});
  PatternInfo pattern = shop::kEverything;
  pattern.entities = shop::kOrderOnly;
  const auto page = go({.pattern = &pattern, .values = {{"customerId", "C1"}}});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message,
            "The access pattern \"All of a customer\" read an item of the entity CUSTOMER, which it does not name: "
            "{PK: \"CUST#C1\", SK: \"PROFILE\"}. Name the entity in the pattern, or give its keys another shape");
}

TEST_F(Read, AForeignItemIsAnErrorThatShowsItsKey) {
  ASSERT_TRUE(database_->put_item(test::put_request("shop", {{"PK", "CUST#C1"}, {"SK", "ALIEN"}})));
  const auto page = go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, ErrorCode::ValidationException);
  EXPECT_NE(page.error().message.find("{PK: \"CUST#C1\", SK: \"ALIEN\"}"), std::string::npos) << page.error().message;
}

TEST_F(Read, TakeReadsNoMoreThanItNeeds) {
  put_orders("C1", 10);
  const auto page = go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .take = 3}).value();
  EXPECT_EQ(texts(page, "orderId"), (std::vector<std::string>{"O9", "O8", "O7"}));
  EXPECT_EQ(page.cost.requests, 1);
  EXPECT_EQ(page.cost.evaluated, 3);
  const auto rest =
      go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .after = page.token}).value();
  EXPECT_EQ(texts(rest, "orderId"), (std::vector<std::string>{"O6", "O5", "O4", "O3", "O2", "O1", "O0"}));
  EXPECT_EQ(rest.token, std::nullopt);
}

TEST_F(Read, TakeMeansMatchingItemsAndTheTokenStandsBehindTheLastOfThem) {
  put_orders("C1", 50);
  ReadRequest request{.pattern = &shop::kOrdersByTime,
                      .values = {{"customerId", "C1"}},
                      .take = 7,
                      .filter = {.kind = Predicate::Kind::In, .path = "total", .values = {}}};
  for (int i = 0; i < 50; i += 3) request.filter.values.emplace_back(i);
  std::vector<std::string> seen;
  for (const Row& row : pages(request)) seen.push_back(row.attributes.find("total")->n());
  std::vector<std::string> expected;
  for (int i = 48; i >= 0; i -= 3) expected.push_back(std::to_string(i));
  EXPECT_EQ(seen, expected);
}

TEST_F(Read, ReadAtMostCountsEvaluatedItems) {
  put_orders("C1", 30);
  ReadRequest request{.pattern = &shop::kOrdersByTime,
                      .values = {{"customerId", "C1"}},
                      .read_at_most = 10,
                      .filter = {.kind = Predicate::Kind::Less, .path = "total", .values = {5}}};
  std::vector<std::size_t> rows;
  for (int i = 0; i < 3; ++i) {
    const auto page = go(request).value();
    EXPECT_EQ(page.cost.evaluated, 10);
    rows.push_back(page.rows.size());
    request.after = page.token;
  }
  EXPECT_EQ(rows, (std::vector<std::size_t>{0, 0, 5}));
}

TEST_F(Read, PagesOverAMegabyteAreFollowed) {
  const std::string large(100'000, 'x');
  for (int i = 0; i < 25; ++i) {
    AttributeMap values = order("C1", "O" + std::to_string(10 + i), time_of(i));
    values.set("note", large);
    put(shop::kOrder, std::move(values));
  }
  const auto page = go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}}).value();
  EXPECT_EQ(page.rows.size(), 25u);
  EXPECT_EQ(page.cost.requests, 3);
  EXPECT_EQ(page.cost.evaluated, 25);
  EXPECT_EQ(page.token, std::nullopt);
  EXPECT_GT(page.cost.capacity_units, 300);
}

TEST_F(Read, ExpiredItemsAreHiddenAndTakeStillGetsItsNumber) {
  for (int i = 0; i < 40; ++i) {
    AttributeMap values = order("C1", "O" + std::to_string(10 + i), time_of(i));
    if (i >= 5) values.set("expiresAt", now_ms_ / 1000 - (i % 2 == 0 ? 0 : -1));
    put(shop::kOrder, std::move(values));
  }
  ReadRequest request{.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}};
  EXPECT_EQ(go(request)->rows.size(), 5u + 18u) << "5 without, 18 whose time is still to come";
  request.take = 20;
  EXPECT_EQ(go(request)->rows.size(), 20u);
  request.expired_too = true;
  request.take.reset();
  EXPECT_EQ(go(request)->rows.size(), 40u);
  request.expired_too = false;
  now_ms_ += 6ll * 365 * 24 * 60 * 60 * 1000;
  EXPECT_EQ(go(request)->rows.size(), 40u) << "the service leaves items that expired more than five years ago alone";
}

TEST_F(Read, ManyHiddenItemsDoNotCostAsManyRequests) {
  for (int i = 0; i < 300; ++i) {
    AttributeMap values = order("C1", "O" + std::to_string(1000 + i), "2026-01-05T10:00:00.000Z");
    if (i >= 1) values.set("expiresAt", now_ms_ / 1000);
    put(shop::kOrder, std::move(values));
  }
  const auto page = go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .take = 1}).value();
  EXPECT_EQ(page.rows.size(), 1u);
  EXPECT_LE(page.cost.requests, 6);
}

TEST_F(Read, ARangeOfAPatternWithoutOneIsRefused) {
  const auto page =
      go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .range = {.kind = Kind::Less, .low = "x"}});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, "The access pattern \"All of a customer\" has no field to take a range of");
}

TEST_F(Read, TakeOfNothingIsRefused) {
  EXPECT_FALSE(go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .take = 0}));
  EXPECT_FALSE(go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .read_at_most = 0}));
}

// ---- ranges against a filter in memory

bool in_range(const SortRange& range, const AttributeValue& value) {
  const auto order = [&](const AttributeValue& other) {
    if (value.is(AttributeType::N)) {
      const long long a = std::stoll(value.n());
      const long long b = std::stoll(other.n());
      return a < b ? -1 : a > b ? 1 : 0;
    }
    return value.text().compare(other.text());
  };
  switch (range.kind) {
    case Kind::None:
      return true;
    case Kind::Equal:
      return order(range.low) == 0;
    case Kind::Less:
      return order(range.low) < 0;
    case Kind::LessOrEqual:
      return order(range.low) <= 0;
    case Kind::Greater:
      return order(range.low) > 0;
    case Kind::GreaterOrEqual:
      return order(range.low) >= 0;
    case Kind::Between:
      return order(range.low) >= 0 && order(range.high) <= 0;
    case Kind::BeginsWith:
      return value.text().starts_with(range.low.text());
  }
  return false;
}

const std::vector<Kind> kAllKinds = {Kind::None,    Kind::Equal,          Kind::Less,    Kind::LessOrEqual,
                                     Kind::Greater, Kind::GreaterOrEqual, Kind::Between, Kind::BeginsWith};

struct RangeCase {
  const PatternInfo* pattern;
  AttributeMap values;
  std::string field;
  std::vector<AttributeValue> bounds;
  bool prefixes = true;
};

class ReadRanges : public Read {
 protected:
  // All of the pattern's stored items, in order of their keys, as an unbounded read gives them.
  void check(const RangeCase& c) {
    const auto all = go({.pattern = c.pattern, .values = c.values, .forward = true});
    ASSERT_TRUE(all) << all.error().message;
    ASSERT_GT(all->rows.size(), 10u);
    for (const Kind kind : kAllKinds) {
      if (kind == Kind::BeginsWith && !c.prefixes) continue;
      for (const AttributeValue& low : c.bounds)
        for (const AttributeValue& high : kind == Kind::Between ? c.bounds : std::vector{c.bounds.front()}) {
          const SortRange range{.kind = kind, .low = low, .high = high};
          if (kind == Kind::Between && !between_is_allowed(low, high)) continue;
          check_one(c, all->rows, range);
        }
    }
  }

 private:
  static bool between_is_allowed(const AttributeValue& low, const AttributeValue& high) {
    return in_range({.kind = Kind::LessOrEqual, .low = high}, low);
  }
  void check_one(const RangeCase& c, const std::vector<Row>& all, const SortRange& range) {
    std::vector<AttributeMap> expected;
    for (const Row& row : all)
      if (in_range(range, *row.attributes.find(c.field))) expected.push_back(row.attributes);
    const std::string what = "kind " + std::to_string(static_cast<int>(range.kind)) + " low " + range.low.text();
    for (const bool forward : {true, false}) {
      for (const std::optional<std::int64_t> take : {std::optional<std::int64_t>(), std::optional<std::int64_t>(3)}) {
        const std::vector<Row> rows =
            pages({.pattern = c.pattern, .values = c.values, .range = range, .take = take, .forward = forward});
        std::vector<AttributeMap> got;
        for (const Row& row : rows) got.push_back(row.attributes);
        EXPECT_EQ(got.size(), expected.size()) << what;
        EXPECT_TRUE(std::is_permutation(got.begin(), got.end(), expected.begin(), expected.end())) << what;
        EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
          const AttributeValue& first = *a.attributes.find(c.field);
          const AttributeValue& second = *b.attributes.find(c.field);
          return first != second && in_range({.kind = forward ? Kind::Less : Kind::Greater, .low = second}, first);
        })) << what;
      }
    }
  }
};

TEST_F(ReadRanges, OfASegmentWithOthersBehindIt) {
  std::mt19937 random(1);
  std::vector<AttributeValue> bounds = {time_of(0), time_of(59)};
  for (int i = 0; i < 60; ++i) {
    const std::string at = time_of(10 + static_cast<int>(random() % 12));
    put(shop::kOrder, order("C1", "O" + std::to_string(i), at));
    if (i % 10 == 0) bounds.emplace_back(at);
  }
  put(shop::kCustomer, {{"customerId", "C1"}});
  check({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .field = "createdAt", .bounds = bounds});
}

TEST_F(ReadRanges, OfAParentWithItsChildren) {
  std::vector<AttributeValue> bounds;
  for (const std::string id : {"O1", "O1 ", "O10", "O1$", "O2", "O20", "O#", "O", "P", "\xc3\xa9", "~"}) {
    put(shop::kOrder, order("C1", id, time_of(1)));
    put(shop::kLineItem, {{"customerId", "C1"}, {"orderId", id}, {"itemId", "I1"}});
    put(shop::kLineItem, {{"customerId", "C1"}, {"orderId", id}, {"itemId", "\xf0\x9f\x98\x80"}});
    bounds.emplace_back(id);
  }
  bounds.emplace_back("O1~");
  put(shop::kCustomer, {{"customerId", "C1"}});
  put(shop::kNote, {{"customerId", "C1"}, {"title", "t"}});
  put(shop::kWarranty, {{"customerId", "C1"}});
  check({.pattern = &shop::kOrdersWithItems, .values = {{"customerId", "C1"}}, .field = "orderId", .bounds = bounds});
}

TEST_F(ReadRanges, OfALastSegmentOfAnyLength) {
  std::mt19937 random(2);
  const std::string letters = "ab!$#~\x7f";
  std::vector<AttributeValue> bounds = {"a", "ab", "~", "b#", std::string(1019, 'b')};
  for (int i = 0; i < 60; ++i) {
    std::string title;
    do title += letters[random() % letters.size()];
    while (random() % 3 != 0);
    put(shop::kNote, {{"customerId", "C1"}, {"title", title}});
    if (i % 8 == 0) bounds.emplace_back(title);
  }
  put(shop::kNote, {{"customerId", "C1"}, {"title", std::string(1019, 'b')}});
  put_orders("C1", 3);
  put(shop::kCustomer, {{"customerId", "C1"}});
  check({.pattern = &shop::kNotes, .values = {{"customerId", "C1"}}, .field = "title", .bounds = bounds});
}

TEST_F(ReadRanges, BehindALiteralThatIsNoDelimiter) {
  std::vector<AttributeValue> bounds;
  for (int i = 0; i < 40; i += 3) put(shop::kRevision, {{"customerId", "C1"}, {"version", i}});
  for (const int n : {0, 1, 3, 20, 39, 999'999}) bounds.emplace_back(n);
  put(shop::kWarranty, {{"customerId", "C1"}});
  put(shop::kCustomer, {{"customerId", "C1"}});
  put_orders("C1", 3);
  check({.pattern = &shop::kRevisions,
         .values = {{"customerId", "C1"}},
         .field = "version",
         .bounds = bounds,
         .prefixes = false});
}

TEST_F(ReadRanges, OfTheFirstSegmentAcrossShards) {
  std::mt19937 random(3);
  for (int i = 0; i < 60; ++i)
    put(shop::kOrder, order("C" + std::to_string(i % 4), "O" + std::to_string(i),
                            time_of(10 + static_cast<int>(random() % 6)), i % 3 == 0 ? "PAID" : "OPEN"));
  check({.pattern = &shop::kOrdersByStatus,
         .values = {{"status", "OPEN"}},
         .field = "GSI2SK",  // createdAt; the index holds keys only
         .bounds = {time_of(9), time_of(10), time_of(12), time_of(15), time_of(16)}});
}

TEST_F(ReadRanges, OfANaturalNumber) {
  for (int i = -20; i < 120; i += 7) put_lot("S1", i, "OPEN", "2026-01-05", i);
  put_lot("S2", 1, "OPEN", "2026-01-05", 1);
  check({.pattern = &warehouse::kLots,
         .values = {{"sku", "S1"}},
         .field = "lot",
         .bounds = {-30, -20, -13, 0, 1, 9, 10, 100, 200},
         .prefixes = false});
}

TEST_F(ReadRanges, OfANaturalNumberAcrossShards) {
  std::mt19937 random(4);
  for (int i = 0; i < 60; ++i)
    put_lot("S" + std::to_string(i % 3), i, i % 5 == 0 ? "SOLD" : "OPEN", "2026-01-0" + std::to_string(1 + i % 9),
            static_cast<int>(random() % 13) - 2);
  check({.pattern = &warehouse::kByAmount,
         .values = {{"status", "OPEN"}},
         .field = "amount",
         .bounds = {-3, -2, 0, 2, 9, 10, 11},
         .prefixes = false});
}

TEST_F(ReadRanges, OfTheSecondSortAttribute) {
  for (int i = 0; i < 80; ++i)
    put_lot("S" + std::to_string(i % 3), i, "OPEN", "2026-01-0" + std::to_string(1 + i % 9), i % 4);
  check({.pattern = &warehouse::kByAmountAndDay,
         .values = {{"status", "OPEN"}, {"amount", 2}},
         .field = "day",
         .bounds = {"2026-01-01", "2026-01-03", "2026-01-09", "2026-01"}});
}

// ---- shards

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
      amounts.push_back(std::stoi(row.attributes.find("amount")->n()));
      lots.push_back(std::stoi(row.attributes.find("lot")->n()));
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
    for (const Row& row : page.rows) EXPECT_EQ(*row.attributes.find("shard"), AttributeValue(shard));
    rows += page.rows.size();
  }
  EXPECT_EQ(rows, 40u);
  const auto wrong = go({.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}, {"shard", "1"}}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "The shard shard must be a value of type N");
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
  for (const Row& row : pages(request)) amounts.push_back(row.attributes.find("amount")->n());
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
  EXPECT_EQ(too_few.error().message, "read_at_most must be at least 4, as the index has so many shards to read");
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
  EXPECT_FALSE(page.rows[0].attributes.contains("total"));
  EXPECT_EQ(page.rows[0].attributes.find("orderId")->s(), "O0") << "read back from the key";
}

// ---- both modes

TEST_F(Read, AHundredReadsAtOnceWithoutWaiting) {
  put_orders("C1", 30);
  for (int i = 0; i < 60; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i);
  std::vector<std::promise<std::size_t>> answers(100);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ReadRequest request{.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}};
    if (i % 2 == 0) request = {.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}};
    read(session_, Mode::Async, request,
         [&answer = answers[i]](Result<RowPage> page) { answer.set_value(page ? page->rows.size() : 0); });
  }
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i].get_future().get(), i % 2 == 0 ? 60u : 30u);
}

// Queries answer with pages of one item, as if pages were that small.
class OnePagePerItem {
 public:
  OnePagePerItem(Delivery delivery, int items) : items_(items), fake_(std::make_shared<FakeDatabase>(delivery)) {
    fake_->on_query = [this](QueryRequest request) -> Result<QueryResponse> {
      int at = 0;
      if (request.exclusive_start_key) at = std::stoi(request.exclusive_start_key->find("SK")->s().substr(5)) + 1;
      QueryResponse page;
      page.count = page.scanned_count = 1;
      AttributeMap key{{"PK", "CUST#C1"}, {"SK", "NOTE#" + std::to_string(at)}};
      AttributeMap item = key;
      item.set("type", "NOTE");
      page.items = {Item(item)};
      if (at + 1 < items_) page.last_evaluated_key = key;
      return page;
    };
  }
  const std::shared_ptr<FakeDatabase>& fake() const { return fake_; }

 private:
  const int items_;
  std::shared_ptr<FakeDatabase> fake_;
};

TEST(ReadModes, GiveTheSameAnswersHoweverTheDatabaseCompletes) {
  for (const Mode mode : {Mode::Wait, Mode::Async})
    for (const Delivery delivery : {Delivery::Inline, Delivery::Later, Delivery::Threads}) {
      const int items = delivery == Delivery::Threads ? 100 : 5000;
      OnePagePerItem pages(delivery, items);
      auto session = make_session(pages.fake(), {});
      std::atomic<std::size_t> rows = 0;
      std::atomic<int> calls = 0;
      read(session, mode, {.pattern = &shop::kNotes, .values = {{"customerId", "C1"}}}, [&](Result<RowPage> page) {
        ++calls;
        rows = page ? page->rows.size() : 0;
      });
      pages.fake()->deliver();
      pages.fake()->join();
      EXPECT_EQ(rows, static_cast<std::size_t>(items));
      EXPECT_EQ(calls, 1);
    }
}

TEST(ReadModes, AnErrorOfTheDatabaseEndsTheRead) {
  for (const Mode mode : {Mode::Wait, Mode::Async}) {
    auto fake = std::make_shared<FakeDatabase>();
    fake->on_query = [](QueryRequest) -> Result<QueryResponse> {
      return fail(ErrorCode::ProvisionedThroughputExceededException, "slow down");
    };
    int calls = 0;
    read(make_session(fake, {}), mode, {.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}},
         [&](Result<RowPage> page) {
           ++calls;
           ASSERT_FALSE(page);
           EXPECT_EQ(page.error().message, "slow down");
         });
    EXPECT_EQ(calls, 1);
  }
}

}  // namespace
}  // namespace partita::model
