#include <gtest/gtest.h>
#include <partita/model/runtime/pattern_reads.h>

#include "model/core/session.h"
#include "unit/model/fake_database.h"
#include "unit/model/sample_model.h"

namespace partita::model {
namespace explain_test {

using namespace sample;

class Explain : public testing::Test {
 protected:
  std::shared_ptr<FakeDatabase> database_ = std::make_shared<FakeDatabase>();
  std::shared_ptr<Session> session_ = make_session(database_, {.table_prefix = "develop."});
  Explanation of(ReadRequest request, std::int64_t item_bytes = 400) {
    return explain(session_, std::move(request), item_bytes).value();
  }
};

TEST_F(Explain, ShowsTheQueryWithItsValuesInPlace) {
  const Explanation shown = of({.pattern = &shop::kOrdersByTime,
                                .values = {{"customerId", "C 1"}},
                                .range = {.kind = SortRange::Kind::LessOrEqual, .low = "2026-01-05T10:00:00.000Z"},
                                .take = 20,
                                .filter = {.kind = Predicate::Kind::Greater, .path = "total", .values = {100}}});
  EXPECT_EQ(shown.operation, "Query");
  EXPECT_EQ(shown.table, "develop.shop");
  EXPECT_EQ(shown.index, "by_creation");
  EXPECT_EQ(shown.key_condition,
            "GSI1PK = \"CUST#C$201\" AND GSI1SK BETWEEN \"ORDER#\" AND \"ORDER#2026-01-05T10:00:00.000Z$\"");
  EXPECT_EQ(shown.filter, "total > 100");
  EXPECT_EQ(shown.requests, 1);
  EXPECT_EQ(shown.request_json,
            R"({"TableName":"develop.shop","IndexName":"by_creation","Limit":40,"ConsistentRead":false,)"
            R"("ScanIndexForward":false,"ReturnConsumedCapacity":"TOTAL","FilterExpression":"#2 > :3",)"
            R"("KeyConditionExpression":"#0 = :0 AND #1 BETWEEN :1 AND :2",)"
            R"("ExpressionAttributeNames":{"#0":"GSI1PK","#1":"GSI1SK","#2":"total"},)"
            R"("ExpressionAttributeValues":{":0":{"S":"CUST#C$201"},":1":{"S":"ORDER#"},)"
            R"(":2":{"S":"ORDER#2026-01-05T10:00:00.000Z$"},":3":{"N":"100"}}})");
}

TEST_F(Explain, ShowsTheRequestThatReadSends) {
  QueryRequest sent;
  database_->on_query = [&](QueryRequest request) -> Result<QueryResponse> {
    sent = std::move(request);
    return QueryResponse{};
  };
  const ReadRequest request{.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .take = 7};
  read(session_, Mode::Wait, request, [](Result<RowPage>) {});
  const Explanation shown = of(request);
  EXPECT_NE(shown.request_json.find("\"Limit\":" + std::to_string(sent.limit.value()) + ","), std::string::npos);
  EXPECT_NE(shown.request_json.find("\"" + *sent.key_condition_expression + "\""), std::string::npos);
}

TEST_F(Explain, ShowsAGetItem) {
  const Explanation shown =
      of({.pattern = &shop::kOneOrder, .values = {{"customerId", "C1"}, {"orderId", "O1"}}, .consistent = true}, 4097);
  EXPECT_EQ(shown.operation, "GetItem");
  EXPECT_EQ(shown.index, "");
  EXPECT_EQ(shown.key_condition, "PK = \"CUST#C1\" AND SK = \"ORDER#O1\"");
  EXPECT_EQ(shown.capacity_units, 2);
  EXPECT_EQ(
      shown.request_json.find("\"Key\":{\"PK\":{\"S\":\"CUST#C1\"},\"SK\":{\"S\":\"ORDER#O1\"}}") == std::string::npos,
      false)
      << shown.request_json;
}

TEST_F(Explain, CountsTheRequestsToAllShards) {
  const Explanation shown = of({.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}, .take = 20});
  EXPECT_EQ(shown.requests, 4);
  EXPECT_EQ(shown.key_condition, "status = \"OPEN\" AND shard = 0");
}

TEST_F(Explain, EstimatesCapacityAsTheServiceCharges) {
  const auto units = [&](std::optional<std::int64_t> take, std::int64_t item_bytes, bool consistent = false) {
    return of({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .take = take, .consistent = consistent},
              item_bytes)
        .capacity_units;
  };
  EXPECT_EQ(units(10, 400), 0.5);
  EXPECT_EQ(units(11, 400), 1);
  EXPECT_EQ(units(11, 400, true), 2);
  EXPECT_EQ(units(100, 4096), 50);
  EXPECT_EQ(units(std::nullopt, 400), 128) << "a page of 1 MB";
  EXPECT_EQ(units(1'000'000, 400), 128);
}

TEST_F(Explain, RefusesWhatReadRefuses) { EXPECT_FALSE(explain(session_, {.pattern = &shop::kEverything})); }

}  // namespace explain_test
}  // namespace partita::model
