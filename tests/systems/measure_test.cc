// Tests of the code that judges the access patterns of all systems. It must find each possible fault of a pattern.
#include "shared/measure.h"

#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <future>

namespace systems {
namespace measure_test {

using namespace partita;

class Measure : public testing::Test {
 protected:
  Measure() {
    CreateTableRequest table{.table_name = "table"};
    table.key_schema = {{.attribute_name = "p", .key_type = KeyType::Hash},
                        {.attribute_name = "s", .key_type = KeyType::Range}};
    table.attribute_definitions = {{{.attribute_name = "p", .attribute_type = ScalarAttributeType::S},
                                    {.attribute_name = "s", .attribute_type = ScalarAttributeType::S}}};
    table.global_secondary_indexes = {{{.index_name = "by_s",
                                        .key_schema = {{{.attribute_name = "s", .key_type = KeyType::Hash}}},
                                        .projection = Projection{.projection_type = ProjectionType::All}}}};
    table.billing_mode = BillingMode::PayPerRequest;
    const auto created = database_->create_table(table);
    EXPECT_TRUE(created) << created.error().message;
    for (const char* sort : {"a", "b"}) {
      const AttributeMap item{{"p", "x"}, {"s", sort}};
      EXPECT_TRUE(database_->put_item({.table_name = "table", .item = item}));
    }
  }

  // A query that returns two items.
  QueryRequest query() const {
    QueryRequest request{.table_name = "table", .key_condition_expression = "p = :p"};
    request.expression_attribute_values = AttributeMap{{":p", "x"}};
    return request;
  }
  QueryRequest index_query() const {
    QueryRequest request{.table_name = "table", .index_name = "by_s", .key_condition_expression = "s = :s"};
    request.expression_attribute_values = AttributeMap{{":s", "a"}};
    return request;
  }
  static Wrong ignore(bool sent) { return sent ? Wrong() : Wrong("not sent"); }

  static AccessPattern pattern(std::function<Wrong()> check) {
    return {.name = "p", .method = "m", .check = std::move(check)};
  }
  Measured measured(const AccessPattern& pattern) { return measure(pattern, recorder_); }

  const std::unique_ptr<Database> database_ = partita::open("", {.in_memory = true}).value();
  RecordingDatabase recorder_{*database_};
};

TEST_F(Measure, what_is_as_promised_is_right_and_counted) {
  AccessPattern both = pattern(
      [&] { return ignore(recorder_.query(query()) && recorder_.query(query()) && recorder_.query(index_query())); });
  both.index = "base table, by_s";
  both.requests = 3;
  const Measured seen = measured(both);
  EXPECT_EQ(seen.wrong, std::nullopt) << *seen.wrong;
  EXPECT_EQ(seen.requests, "3 x Query");
  EXPECT_EQ(seen.returned_count, 5);
  EXPECT_EQ(seen.evaluated_count, 5);
  EXPECT_GT(seen.capacity_units, 0);
}

TEST_F(Measure, another_place_than_promised_is_wrong) {
  EXPECT_EQ(measured(pattern([&] { return ignore(!!recorder_.query(index_query())); })).wrong, "read in by_s");
  AccessPattern by_index = pattern([&] { return ignore(!!recorder_.query(query())); });
  by_index.index = "by_s";
  EXPECT_EQ(measured(by_index).wrong, "read in base table");
}

TEST_F(Measure, another_number_of_requests_is_wrong) {
  AccessPattern two = pattern([&] { return ignore(!!recorder_.query(query())); });
  two.requests = 2;
  EXPECT_EQ(measured(two).wrong, "1 requests instead of 2");
}

TEST_F(Measure, a_scan_is_wrong) {
  EXPECT_EQ(measured(pattern([&] { return ignore(!!recorder_.scan({.table_name = "table"})); })).wrong, "scanned");
}

TEST_F(Measure, a_filter_is_wrong_unless_it_is_the_point) {
  AccessPattern filtering = pattern([&] {
    QueryRequest request = query();
    request.filter_expression = "attribute_exists(absent)";
    return ignore(!!recorder_.query(request));
  });
  EXPECT_EQ(measured(filtering).wrong, "filtered");
  filtering.filters = true;
  const Measured allowed = measured(filtering);
  EXPECT_EQ(allowed.wrong, std::nullopt);
  EXPECT_EQ(allowed.evaluated_count, 2);
  EXPECT_EQ(allowed.returned_count, 0);
}

TEST_F(Measure, before_and_after_are_not_counted_but_may_be_wrong) {
  const auto send = [&] { return ignore(!!recorder_.query(query())); };
  AccessPattern all = pattern(send);
  all.before = all.after = send;
  EXPECT_EQ(measured(all).wrong, std::nullopt);
  all.after = [] { return Wrong("after"); };
  EXPECT_EQ(measured(all).wrong, "after");
  all.check = [] { return Wrong("answer"); };
  EXPECT_EQ(measured(all).wrong, "answer");
  all.before = [] { return Wrong("before"); };
  EXPECT_EQ(measured(all).wrong, "before");
}

TEST_F(Measure, requests_that_do_not_wait_are_counted_too) {
  const Measured one = measured(pattern([&] {
    std::promise<bool> answered;
    recorder_.query(query(), [&](Result<QueryResponse> response) { answered.set_value(response.has_value()); });
    return ignore(answered.get_future().get());
  }));
  EXPECT_EQ(one.wrong, std::nullopt) << *one.wrong;
  EXPECT_EQ(one.returned_count, 2);
}

}  // namespace measure_test
}  // namespace systems
