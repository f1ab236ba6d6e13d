// DescribeModel, ComposePattern and JudgeItems, on the models of the example systems and on one of the test's.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/open.h>

#include <filesystem>
#include <stdexcept>

#include "console/compose/compose_pattern.h"
#include "console/patterns/describe_model.h"
#include "console/patterns/judge_items.h"
#include "modelling/core/made_up_items.h"
#include "modelling/core/whole_items.h"
#include "modelling/read/read_model.h"
#include "protocol/codec.h"
#include "protocol/json/json_member.h"

namespace partita::console {
namespace model_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kShop = R"(format: 1
name: shop
description: A small shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    type_attribute: type
    indexes:
      - name: by_status
        partition: GSI1PK
        sort: GSI1SK
      - name: by_day
        partition: GSI2PK
        sort: GSI2SK
    entities:
      - name: ORDER
        description: What a customer buys
        fields:
          customerId: string
          orderId: string
          createdAt: time
          status:
            enum: [OPEN, PAID]
          number: integer
        key:
          partition: "CUST#{customerId}"
          sort: "ORDER#{orderId}"
        in:
          by_status:
            partition: "STATUS#{status}#{orderId:shard4}"
            sort: "{createdAt}#{orderId}"
          by_day:
            partition: "DAY#{createdAt:day}"
            sort: "{createdAt}#{orderId}"
patterns:
  - name: one order
    entities: ORDER
    by: [customerId, orderId]
  - name: orders of a customer
    entities: ORDER
    by: customerId
  - name: orders in a status
    entities: ORDER
    by: status
    range: createdAt
    forward: false
  - name: orders of days
    entities: ORDER
    range: createdAt
    buckets: createdAt
  - name: paid orders of a customer
    entities: ORDER
    by: customerId
    filter:
      - {field: status, comparison: "="}
      - {field: number, comparison: exists}
  - name: orders by number
    entities: ORDER
    by: number
  - name: all orders
    scan: ORDER
  - name: place an order
    put: ORDER
)";

std::shared_ptr<const modelling::Proof> proof_of(std::string_view text = kShop) {
  auto model = modelling::read_model_text(std::string(text), "shop.yml");
  if (!model) throw std::runtime_error(model.error().message);
  return modelling::prove(std::make_shared<const modelling::Model>(std::move(*model)));
}

std::string text_of(const Result<std::string>& answer) {
  return answer ? *answer : std::string(describe(answer.error().code).name) + ": " + answer.error().message;
}

TEST(DescribeModel, ShowsTheProof) {
  const std::string json = describe_model(*proof_of());
  EXPECT_THAT(json, HasSubstr(R"({"Name":"shop","Description":"A small shop","Findings":[)"));
  EXPECT_THAT(json, HasSubstr(R"({"Name":"shop","PartitionKey":"PK","SortKey":"SK","TypeAttribute":"type",)"));
  EXPECT_THAT(json, HasSubstr(R"({"Name":"by_status","Local":false,"PartitionKey":["GSI1PK"],"SortKey":["GSI1SK"]})"));
  EXPECT_THAT(json, HasSubstr(R"({"Index":"","Partition":["CUST#{customerId}"],"Sort":["ORDER#{orderId}"],)"
                              R"("Attributes":["PK","SK"]})"));
  EXPECT_THAT(json, HasSubstr(R"({"Name":"createdAt","Attribute":"createdAt","Type":"time"})"));
  EXPECT_THAT(json, HasSubstr(R"("Index":"by_status","Entities":["ORDER"],"KeyCondition":")"));
  // The operation of a read is the plan's; other patterns name theirs.
  EXPECT_THAT(json, HasSubstr(R"("Name":"one order","Id":"","Description":"","Operation":"read",)"
                              R"("PlannedOperation":"GetItem")"));
  EXPECT_THAT(json, HasSubstr(R"("Name":"orders of a customer","Id":"","Description":"","Operation":"read",)"
                              R"("PlannedOperation":"Query")"));
  EXPECT_THAT(json, HasSubstr(R"("Name":"all orders","Id":"","Description":"","Operation":"scan","Table":)"));
  EXPECT_THAT(json,
              HasSubstr(R"({"Name":"status","Type":"enum","Values":["OPEN","PAID"],"Range":false,"Optional":false})"));
  EXPECT_THAT(json, HasSubstr(R"({"Name":"createdAt","Type":"time","Range":true,"Optional":true})"));
  // The pattern that no key serves says so, and so do the findings.
  EXPECT_THAT(json, HasSubstr(R"("Served":false,"Refusal":"P100 )"));
  EXPECT_THAT(json, HasSubstr(R"({"Rule":"P100","Severity":"error","Where":"orders by number",)"));
  ASSERT_TRUE(protocol::member_json(json, "Patterns"));
}

TEST(ComposePattern, MakesTheRequestsOfTheModelLayer) {
  const auto proof = proof_of();
  const auto compose = [&](std::string_view request) { return text_of(compose_pattern(*proof, request)); };
  EXPECT_EQ(compose(R"({"Pattern":"one order","Parameters":{"customerId":"ada","orderId":"1"}})"),
            R"({"Requests":[{"Operation":"GetItem","Body":{"TableName":"shop",)"
            R"("Key":{"PK":{"S":"CUST#ada"},"SK":{"S":"ORDER#1"}},"ConsistentRead":false,)"
            R"("ReturnConsumedCapacity":"TOTAL"}}]})");
  const std::string query =
      compose(R"({"Pattern":"orders of a customer","Parameters":{"customerId":"a#b"},"Limit":7})");
  EXPECT_THAT(query, AllOf(HasSubstr(R"("Operation":"Query")"), HasSubstr(R"("Limit":7)"), HasSubstr("CUST#a$23b")));
  // One request for each of the four shards, newest first.
  const std::string shards = compose(R"({"Pattern":"orders in a status","Parameters":{"status":"PAID"},)"
                                     R"("Range":{"Comparison":">=","From":"2026-01-05T10:00:00.000Z"}})");
  for (const char* shard : {"STATUS#PAID#0", "STATUS#PAID#1", "STATUS#PAID#2", "STATUS#PAID#3"})
    EXPECT_THAT(shards, HasSubstr(shard));
  EXPECT_THAT(shards, AllOf(HasSubstr(R"("ScanIndexForward":false)"), HasSubstr("2026-01-05T10:00:00.000Z")));
  // One for each day.
  const std::string days =
      compose(R"({"Pattern":"orders of days","Range":{"Comparison":"between","From":"2026-01-30T10:00:00.000Z",)"
              R"("To":"2026-02-01T10:00:00.000Z"}})");
  for (const char* day : {"DAY#2026-01-30", "DAY#2026-01-31", "DAY#2026-02-01"}) EXPECT_THAT(days, HasSubstr(day));
  // A condition of the filter that has an operand may be left out.
  const std::string paid =
      compose(R"({"Pattern":"paid orders of a customer","Parameters":{"customerId":"ada","status":"PAID"}})");
  EXPECT_THAT(paid, AllOf(HasSubstr("FilterExpression"), HasSubstr("PAID"), HasSubstr("attribute_exists")));
  const std::string all = compose(R"({"Pattern":"paid orders of a customer","Parameters":{"customerId":"ada"}})");
  EXPECT_THAT(all, AllOf(HasSubstr("attribute_exists"), Not(HasSubstr("PAID"))));
  // The scan of the model layer keeps the items of its entity, and those without a tag.
  const std::string scan = compose(R"({"Pattern":"all orders","Limit":3})");
  EXPECT_THAT(scan, AllOf(HasSubstr(R"("Operation":"Scan")"), HasSubstr(R"("Limit":3)"), HasSubstr("ORDER"),
                          HasSubstr("attribute_not_exists")));
}

TEST(ComposePattern, SaysWhatIsWrong) {
  const auto proof = proof_of();
  const struct {
    const char* request;
    const char* said;
  } kCases[] = {
      {R"({"Pattern":"nothing"})", "The model has no pattern 'nothing'"},
      {R"({"Pattern":"one order","Parameters":{"customerId":"ada"}})", "one order needs a value for orderId"},
      {R"({"Pattern":"one order","Parameters":{"customerId":"a","orderId":"1","x":"1"}})", "no parameter 'x'"},
      {R"({"Pattern":"orders in a status","Parameters":{"status":"LOST"}})",
       "status takes one of OPEN, PAID, not 'LOST'"},
      {R"({"Pattern":"orders by number","Parameters":{"number":"1"}})", "The model refuses orders by number: P100"},
      {R"({"Pattern":"place an order"})", "place an order takes one ORDER, not 0"},
      {R"({"Pattern":"place an order","Parts":[{"Items":[{"Values":{"customerId":"a"}}]}]})",
       "place an order needs a value for ORDER.orderId"},
      {R"({"Pattern":"place an order","Parts":[{"Items":[{"Values":{"x":"a"}}]}]})",
       "place an order takes no value of ORDER.x"},
      {R"({"Pattern":"place an order","Parts":[{"Items":[{"Values":{},"Version":"1"}]}]})",
       "place an order takes no version of ORDER"},
      {R"({"Pattern":"place an order","Parts":[{"Items":[{"Values":{"customerId":"a","orderId":"1",)"
       R"("createdAt":"soon","status":"OPEN","number":"1"}}]}]})",
       "createdAt: attribute `createdAt` must be S (a time in UTC"},
      {R"({"Pattern":"place an order","Parts":[{"Items":[{"Values":{"customerId":"a","orderId":"1",)"
       R"("createdAt":"2026-01-05T10:00:00.000Z","status":"OPEN","number":"1.5"}}]}]})",
       "number: attribute `number` must be"},
      {R"({"Pattern":"orders of days"})", "ValidationException"},
      {R"({"Pattern":"orders in a status","Parameters":{"status":"OPEN"},"Range":{"Comparison":"~","From":"1"}})",
       "The Comparison of a Range is"},
      {R"({"Pattern":"orders in a status","Parameters":{"status":"OPEN"},"Range":{"Comparison":"between","From":"1"}})",
       "needs To"},
      {R"({"Pattern":"orders in a status","Parameters":{"status":"OPEN"},"Range":{"Comparison":"<","From":"soon"}})",
       "ValidationException"},
      {R"({"Pattern":"orders of days","Range":{"Comparison":"between","From":"2020-01-01T00:00:00.000Z",)"
       R"("To":"2026-02-01T10:00:00.000Z"}})",
       "spans more than 200"},
      {R"({"Pattern":"all orders","Limit":0})", "Limit"},
      {"[]", "SerializationException"},
  };
  for (const auto& one : kCases)
    EXPECT_THAT(text_of(compose_pattern(*proof, one.request)), HasSubstr(one.said)) << one.request;
}

std::string items_json(const std::vector<AttributeMap>& items) {
  std::string json = "[";
  for (const AttributeMap& item : items) {
    std::string put;
    protocol::encode_request(PutItemRequest{.item = item}, put);
    json += (json.size() > 1 ? "," : "") + **protocol::member_json(put, "Item");
  }
  return json + "]";
}

// A body of some megabytes must not become a hundred times as much in memory. Therefore the reader stops at the limit,
// and does not look at the rest.
TEST(ComposePattern, ReadsNoMoreThanMayBeGiven) {
  const auto proof = proof_of();
  const auto list = [](std::size_t count, std::string_view last) {
    std::string json;
    for (std::size_t i = 0; i < count; ++i) json += "{},";
    return fmt::format("[{}{}]", json, last);
  };
  const auto compose = [&](std::string_view member, const std::string& value) {
    return text_of(compose_pattern(*proof, fmt::format(R"({{"Pattern":"x","{}":{}}})", member, value)));
  };
  // A text is not a part, an item, a list or an answer.
  EXPECT_THAT(compose("Parts", list(101, R"("")")), HasSubstr("Give at most 100 parts"));
  EXPECT_THAT(compose("Lists", list(101, R"("")")), HasSubstr("Give at most 100 lists"));
  EXPECT_THAT(compose("Answers", list(201, R"("")")), HasSubstr("Give at most 200 answers"));
  EXPECT_THAT(compose("Parts", fmt::format(R"([{{"Items":{}}}])", list(1001, R"("")"))),
              HasSubstr("Give at most 1000 items"));
  EXPECT_THAT(compose("Parts", fmt::format(R"([{{"Items":{}}},{{"Items":{}}}])", list(599, "{}"), list(499, "{}"))),
              HasSubstr("Give at most 1000 items"));
  EXPECT_THAT(compose("Parts", fmt::format(R"([{{"Items":{}}}])", list(999, "{}"))), HasSubstr("no pattern 'x'"));
}

TEST(JudgeItems, MarksKeysThatTheModelWouldNotHaveComposed) {
  const auto proof = proof_of();
  const auto judge = [&](const AttributeMap& item) {
    return text_of(judge_items(*proof, R"({"Table":"shop","Items":)" + items_json({item}) + "}"));
  };
  AttributeMap fields;
  fields.set("customerId", "ada");
  fields.set("orderId", "1");
  fields.set("createdAt", "2026-01-05T10:00:00.000Z");
  fields.set("status", "OPEN");
  fields.set("number", AttributeValue::number("7"));
  const auto& table = *proof->tables().front().info;
  const AttributeMap item = *modelling::whole_item(table, *proof->entity("shop", "ORDER"), fields);
  EXPECT_EQ(judge(item), R"({"Items":[{"Entity":"ORDER","Templates":{"GSI1PK":"STATUS#{status}#{orderId:shard4}",)"
                         R"("GSI1SK":"{createdAt}#{orderId}","GSI2PK":"DAY#{createdAt:day}",)"
                         R"("GSI2SK":"{createdAt}#{orderId}","PK":"CUST#{customerId}","SK":"ORDER#{orderId}"},)"
                         R"("Findings":[]}]})");
  AttributeMap stale = item;
  stale.set("GSI2PK", "DAY#2026-01-06");
  EXPECT_THAT(judge(stale), AllOf(HasSubstr(R"("Kind":"stale","Attribute":"GSI2PK","Detail":"GSI2PK is )"),
                                  HasSubstr("`partita model verify` with --repair")));
  AttributeMap moved = item;
  moved.set("SK", "ORDER#2");
  EXPECT_THAT(judge(moved), HasSubstr(R"("Attribute":"SK")"));
  AttributeMap lacking = item;
  lacking.erase("number");
  EXPECT_THAT(judge(lacking), AllOf(HasSubstr(R"("Entity":"ORDER")"), HasSubstr(R"("Kind":"phantom")")));
  AttributeMap foreign;
  foreign.set("PK", "X");
  foreign.set("SK", "Y");
  EXPECT_THAT(judge(foreign), AllOf(HasSubstr(R"("Entity":null,"Templates":{})"), HasSubstr(R"("Kind":"foreign")")));
}

TEST(JudgeItems, SaysWhatIsWrong) {
  const auto proof = proof_of();
  EXPECT_THAT(text_of(judge_items(*proof, R"({"Table":"other","Items":[]})")), HasSubstr("no table 'other'"));
  EXPECT_THAT(text_of(judge_items(*proof, R"({"Table":"shop","Index":"x","Items":[]})")), HasSubstr("no index 'x'"));
  EXPECT_EQ(text_of(judge_items(*proof, R"({"Table":"shop","Index":"by_day","Items":[]})")), R"({"Items":[]})");
  EXPECT_THAT(text_of(judge_items(*proof, R"({"Table":"shop","Items":[{"a":{"N":"x"}}]})")), HasSubstr("Exception"));
  std::string many;
  for (int i = 0; i < 10'001; ++i) many += "{},";
  // The rest behind the limit is not read.
  EXPECT_THAT(text_of(judge_items(*proof, R"({"Table":"shop","Items":[)" + many + R"(5]})")),
              HasSubstr("at most 10000"));
}

// Every item that the models make up is judged to be right, and every model can be described.
TEST(ExampleModels, JudgeTheirOwnItemsToBeRight) {
  int models = 0, items = 0;
  for (const auto& system : std::filesystem::directory_iterator(PARTITA_MODEL_FILES)) {
    const auto file = system.path() / "model.yaml";
    if (!std::filesystem::exists(file)) continue;
    ++models;
    auto model = modelling::read_model(file.string());
    ASSERT_TRUE(model) << model.error().message;
    const auto proof = modelling::prove(std::make_shared<const modelling::Model>(std::move(*model)));
    EXPECT_THAT(describe_model(*proof), Not(HasSubstr(R"("Served":false)"))) << file;
    const auto made = modelling::made_up(proof->model(), {});
    for (const modelling::ProvenTable& table : proof->tables())
      for (const modelling::Entity& entity : table.declared->entities) {
        std::vector<AttributeMap> whole;
        for (const AttributeMap& fields : made.at(&entity)) {
          const auto item =
              modelling::whole_item(*table.info, *proof->entity(table.declared->name, entity.name), fields);
          if (item) whole.push_back(*item);
        }
        items += static_cast<int>(whole.size());
        const std::string judged = text_of(
            judge_items(*proof, R"({"Table":")" + table.declared->name + R"(","Items":)" + items_json(whole) + "}"));
        EXPECT_THAT(judged, Not(HasSubstr(R"("Kind")"))) << entity.name;
        EXPECT_THAT(judged, Not(HasSubstr(R"("Entity":null)"))) << entity.name;
      }
  }
  EXPECT_EQ(models, 5);
  EXPECT_GT(items, 50);
}

}  // namespace model_test
}  // namespace partita::console
