// Compares ranges of every kind with a filter in memory.
#include <partita/model/runtime/pattern_reads.h>

#include <algorithm>
#include <random>

#include "unit/model/read_fixture.h"

namespace partita::model {
namespace read_ranges_test {

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
  // All stored items of the pattern in the order of their keys, as an unbounded read returns them.
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
      if (in_range(range, *row.attributes().find(c.field))) expected.push_back(row.attributes());
    const std::string what = "kind " + std::to_string(static_cast<int>(range.kind)) + " low " + range.low.text();
    for (const bool forward : {true, false}) {
      for (const std::optional<std::int64_t> take : {std::optional<std::int64_t>(), std::optional<std::int64_t>(3)}) {
        const std::vector<Row> rows =
            pages({.pattern = c.pattern, .values = c.values, .range = range, .take = take, .forward = forward});
        std::vector<AttributeMap> got;
        for (const Row& row : rows) got.push_back(row.attributes());
        EXPECT_EQ(got.size(), expected.size()) << what;
        EXPECT_TRUE(std::is_permutation(got.begin(), got.end(), expected.begin(), expected.end())) << what;
        EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
          const AttributeValue first = *a.attributes().find(c.field);
          const AttributeValue second = *b.attributes().find(c.field);
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
         .field = "GSI2SK",  // createdAt; the index holds only keys
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

}  // namespace read_ranges_test
}  // namespace partita::model
