// Every access pattern of the commerce system on an embedded database, among a thousand rows that do not belong to the
// answers but stand in the same partitions.
#include <gtest/gtest.h>
#include <partita/open.h>

#include <set>

#include "commerce/keys.h"
#include "commerce/measure.h"
#include "commerce/rows.h"
#include "commerce/sample_data.h"

namespace commerce {
namespace {

using namespace partita;

constexpr int kUnrelatedRows = 1000;
constexpr int kBatch = 25;

std::unique_ptr<Database> open_in_memory() {
  OpenOptions options;
  options.in_memory = true;
  auto database = partita::open("", options);
  EXPECT_TRUE(database) << database.error().message;
  return std::move(*database);
}

// Items of orders whose ids begin with O1's, which no pattern asks for.
void load_unrelated_rows(Database& database) {
  for (int at = 0; at < kUnrelatedRows; at += kBatch) {
    std::vector<WriteRequest> writes;
    for (int number = at; number < at + kBatch; ++number) {
      const LineItem item{"O1" + std::to_string(1000 + number), "I1", "SKU-OTHER", 1, 1, ItemStatus::Pending};
      writes.push_back({.put_request = PutRequest{.item = to_row("C1", item)}});
    }
    const auto written = database.batch_write_item({.request_items = {{{kTableName, std::move(writes)}}}});
    ASSERT_TRUE(written) << written.error().message;
    ASSERT_TRUE(written->unprocessed_items.empty());
  }
}

void expect_all_right(Database& database) {
  recording::RecordingDatabase recorder(database);
  CommerceRepository shop(recorder);
  for (const auto* patterns : {&read_patterns(), &write_patterns()}) {
    for (const AccessPattern& pattern : *patterns) {
      SCOPED_TRACE(pattern.name);
      const Measured measured = measure(pattern, shop, recorder);
      EXPECT_EQ(measured.wrong, std::nullopt) << *measured.wrong;
    }
  }
}

TEST(CommercePatterns, AreAllRight) {
  const auto database = open_in_memory();
  ASSERT_TRUE(create_table_if_missing(*database));
  ASSERT_TRUE(load_sample(*database));
  load_unrelated_rows(*database);
  expect_all_right(*database);
}

TEST(CommercePatterns, AreAllRightWhenTheSampleIsLoadedAgain) {
  const auto database = open_in_memory();
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(create_table_if_missing(*database));
    ASSERT_TRUE(load_sample(*database));
    expect_all_right(*database);
  }
}

TEST(CommercePatterns, CoverTheNineteenMethods) {
  std::set<std::string_view> methods;
  for (const auto* patterns : {&read_patterns(), &write_patterns()})
    for (const AccessPattern& pattern : *patterns) methods.insert(pattern.method);
  EXPECT_EQ(methods.size(), 19u);
}

TEST(CommerceTable, OfAnotherShapeIsRefused) {
  const auto database = open_in_memory();
  CreateTableRequest other = table_definition();
  other.global_secondary_indexes->pop_back();
  other.attribute_definitions->resize(6);
  ASSERT_TRUE(database->create_table(other));
  const auto created = create_table_if_missing(*database);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message,
            "there is a table commerce_single_table already, with no index gsi_customer_status_orders");
}

}  // namespace
}  // namespace commerce
