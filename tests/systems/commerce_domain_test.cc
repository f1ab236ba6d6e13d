// The keys and times of the commerce system sort as what they stand for does.
#include <gtest/gtest.h>

#include "commerce/keys.h"
#include "commerce/rows.h"
#include "commerce/sample_data.h"

namespace commerce {
namespace {

TEST(CommerceTime, IsFixedWidthTextAndBack) {
  const char* const texts[] = {"1970-01-01T00:00:00.000Z", "2026-03-01T09:30:00.007Z", "2026-12-31T23:59:59.999Z"};
  for (const char* text : texts) {
    const auto time = time_from(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(to_text(*time), text);
  }
}

TEST(CommerceTime, RefusesOtherTexts) {
  for (const char* text : {"", "2026-03-01", "2026-03-01T09:30:00Z", "2026-13-01T09:30:00.000Z", "2026-02-30T09:30:00.000Z",
                           "2026-03-01 09:30:00.000Z", "2026-03-01T09:30:00.0000Z", "2026-03-01T24:00:00.000Z",
                           "2026-03-01T09:60:00.000Z", "2026-03-01T09:30:60.000Z"})
    EXPECT_FALSE(time_from(text)) << text;
}

TEST(CommerceKeys, AnOrdersRowsEndBeforeItsNeighboursBegin) {
  const std::string first = order_sort("O1"), end = order_sort_end("O1");
  for (const auto& inside : {order_sort("O1"), item_sort("O1", "I1"), item_sort("O1", "z")}) {
    EXPECT_LE(first, inside);
    EXPECT_LE(inside, end);
  }
  for (const char* other : {"O10", "O1-", "O1.", "O1_", "O1a", "O1A", "O2", "O0"}) {
    EXPECT_TRUE(order_sort(other) < first || order_sort(other) > end) << other;
    EXPECT_TRUE(item_sort(other, "I1") < first || item_sort(other, "I1") > end) << other;
  }
  EXPECT_GT(event_sort("O1", 1), end);
}

TEST(CommerceKeys, VersionsSortAsNumbers) {
  EXPECT_LT(event_sort("O1", 9), event_sort("O1", 10));
  EXPECT_LT(event_sort("O1", 10), event_sort("O1", std::numeric_limits<std::int64_t>::max()));
}

TEST(CommerceKeys, RefusesIdsThatCouldReachIntoAnotherKey) {
  for (const char* id : {"", "a#b", "a b", "a$", "a\"", "ä"}) EXPECT_FALSE(check_ids("good", id)) << id;
  EXPECT_TRUE(check_ids("C1", "order-2026_03.1"));
}

TEST(CommerceRows, AreReadBackAsTheyWere) {
  const SampleOrder& sample = sample_order("O3");
  EXPECT_EQ(order_from(partita::Item(to_row(sample.order))), sample.order);
  EXPECT_EQ(line_item_from(partita::Item(to_row("C1", sample.items[0]))), sample.items[0]);
  EXPECT_EQ(status_event_from(partita::Item(to_row("C1", sample.history[0]))), sample.history[0]);
  EXPECT_EQ(customer_from(partita::Item(to_row(sample_customers()[0]))), sample_customers()[0]);
}

TEST(CommerceRows, NameTheAttributeThatDoesNotFit) {
  partita::AttributeMap row = to_row(sample_order("O3").order);
  row.set("version", "four");
  const auto order = order_from(partita::Item(row));
  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().code, partita::ErrorCode::Corruption);
  EXPECT_EQ(order.error().message, "a row without a usable attribute version");
}

}  // namespace
}  // namespace commerce
