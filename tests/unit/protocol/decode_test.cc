// The decoded forms of unusual but well-formed requests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "protocol/codec.h"

namespace partita::protocol {
namespace decode_test {

template <class Request>
Request decoded(const std::string& json) {
  auto request = decode_request<Request>(json);
  EXPECT_TRUE(request) << request.error().message << "\n" << json;
  return request ? std::move(*request) : Request{};
}

AttributeValue value_of(const std::string& json) {
  const auto request = decoded<PutItemRequest>(R"({"Item":{"a":)" + json + "}}");
  const AttributeValue* value = request.item ? request.item->find("a") : nullptr;
  return value ? *value : AttributeValue("no item");
}

TEST(DecodeTest, AbsentNullAndEmptyDiffer) {
  EXPECT_EQ(decoded<GetItemRequest>("{}").table_name, std::nullopt);
  EXPECT_EQ(decoded<GetItemRequest>(R"({"TableName":null})").table_name, std::nullopt);
  EXPECT_EQ(decoded<GetItemRequest>(R"({"TableName":""})").table_name, "");
  EXPECT_EQ(decoded<GetItemRequest>(R"({"Key":null})").key, std::nullopt);
  EXPECT_EQ(decoded<GetItemRequest>(R"({"Key":{}})").key, AttributeMap());
  EXPECT_FALSE(decoded<GetItemRequest>("null").table_name);
}

TEST(DecodeTest, UnknownMembersAreIgnored) {
  EXPECT_EQ(decoded<GetItemRequest>(R"( {"Foo":[{"a":1}],"tablename":"x","TableName":"t"} )").table_name, "t");
  EXPECT_EQ(value_of(R"({"S":"a","X":1})"), AttributeValue("a"));
}

TEST(DecodeTest, TheLastOfSeveralMembersOfOneNameWins) {
  EXPECT_EQ(decoded<GetItemRequest>(R"({"TableName":"a","TableName":"b"})").table_name, "b");
  EXPECT_EQ(decoded<GetItemRequest>(R"({"TableName":"a","TableName":null})").table_name, std::nullopt);
  EXPECT_EQ(value_of(R"({"S":"a","S":"b"})"), AttributeValue("b"));
  const auto twice = decoded<PutItemRequest>(R"({"Item":{"a":{"S":"x"},"a":{"N":"1"}}})");
  EXPECT_EQ(*twice.item, (AttributeMap{{"a", 1}}));
  const auto batch = decoded<BatchGetItemRequest>(
      R"({"RequestItems":{"z":{"ConsistentRead":true},"a":{},"z":{"ProjectionExpression":"p"}}})");
  ASSERT_EQ(batch.request_items->size(), 2u);
  EXPECT_EQ((*batch.request_items)[0].first, "z");
  EXPECT_EQ((*batch.request_items)[0].second.consistent_read, std::nullopt);
  EXPECT_EQ((*batch.request_items)[0].second.projection_expression, "p");
}

TEST(DecodeTest, AttributeValuesWithNoTypeOrWithSeveral) {
  EXPECT_TRUE(value_of("{}").is(AttributeType::None));
  EXPECT_TRUE(value_of("null").is(AttributeType::None));
  EXPECT_TRUE(value_of(R"({"X":"a"})").is(AttributeType::None));
  EXPECT_TRUE(value_of(R"({"S":null})").is(AttributeType::None));
  EXPECT_TRUE(value_of(R"({"S":"a","N":"1"})").is(AttributeType::Several));
  EXPECT_TRUE(value_of(R"({"S":"a","N":"1","BOOL":true})").is(AttributeType::Several));
  EXPECT_EQ(value_of(R"({"S":"a","N":null})"), AttributeValue("a"));
}

// The service checks the contents before it counts the types.
TEST(DecodeTest, OfSeveralTypesAnInvalidNumberIsKeptForTheValidators) {
  EXPECT_EQ(value_of(R"({"S":"a","N":"abc"})"), AttributeValue::number("abc"));
  EXPECT_EQ(value_of(R"({"N":"abc","S":"a","BOOL":true})"), AttributeValue::number("abc"));
  EXPECT_EQ(value_of(R"({"NS":["1","x"],"S":"a"})"), AttributeValue::number_set({"1", "x"}));
}

TEST(DecodeTest, Numbers) {
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  const std::pair<std::string, std::int64_t> cases[] = {{"0", 0},
                                                        {"-5", -5},
                                                        {"1.0", 1},
                                                        {"1.9", 1},
                                                        {"-1.5", -2},
                                                        {"2147483648", 2147483648},
                                                        {"1e3", 1000},
                                                        {"9223372036854775807", kMax},
                                                        {"-9223372036854775808", kMin},
                                                        {"18446744073709551615", kMax},
                                                        {"1e300", kMax},
                                                        {"-1e300", kMin},
                                                        {"99999999999999999999", kMax},
                                                        {"-99999999999999999999", kMin},
                                                        {"1e400", kMax},
                                                        {"-1.5E+400", kMin},
                                                        {"1e-400", 0}};
  for (const auto& [json, units] : cases)
    EXPECT_EQ(decoded<CreateTableRequest>("{\"ProvisionedThroughput\":{\"ReadCapacityUnits\":" + json + "}}")
                  .provisioned_throughput->read_capacity_units,
              units)
        << json;
}

TEST(DecodeTest, NumbersBeyondTheParsersBoundsLeaveTheRestAlone) {
  const auto request = decoded<QueryRequest>(
      R"({"TableName":"\"99999999999999999999","X":[1e999,123456789012345678901],"IndexName":"1e400","Limit":5})");
  EXPECT_EQ(request.table_name, "\"99999999999999999999");
  EXPECT_EQ(request.index_name, "1e400");
  EXPECT_EQ(request.limit, 5);
}

TEST(DecodeTest, EnumerationsKeepTextThatNamesNothing) {
  const auto request = decoded<PutItemRequest>(R"({"ReturnValues":"ALL_OLD","ReturnConsumedCapacity":"all"})");
  EXPECT_TRUE(request.return_values == OpenEnum(ReturnValue::AllOld));
  EXPECT_FALSE(request.return_consumed_capacity->known());
  EXPECT_EQ(request.return_consumed_capacity->text(), "all");
}

TEST(DecodeTest, NamesKeepTheOrderOfTheText) {
  const auto request = decoded<UpdateItemRequest>(R"({"AttributeUpdates":{"z":{},"a":{},"m":{"Action":"ADD"}}})");
  std::vector<std::string> names;
  for (const auto& [name, update] : *request.attribute_updates) names.push_back(name);
  EXPECT_THAT(names, testing::ElementsAre("z", "a", "m"));
}

TEST(DecodeTest, Escapes) {
  EXPECT_EQ(value_of(R"({"S":"\"\\\/\b\f\n\r\t\u0000\u001f\u00e9\u2028\ud83d\ude00"})"),
            AttributeValue(std::string("\"\\/\b\f\n\r\t\0\x1f\xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80", 19)));
}

TEST(DecodeTest, ALargeMapInAnyOrder) {
  std::string json;
  for (int i = 5000; i-- > 0;) json += "\"k" + std::to_string(i) + "\":{\"N\":\"" + std::to_string(i) + "\"},";
  const auto request = decoded<PutItemRequest>("{\"Item\":{" + json + "\"k7\":{\"S\":\"last\"}}}");
  ASSERT_EQ(request.item->size(), 5000u);
  EXPECT_EQ(*request.item->find("k4999"), AttributeValue(4999));
  EXPECT_EQ(*request.item->find("k7"), AttributeValue("last"));
}

TEST(DecodeTest, ValuesAtTheNestingLimitAreDecoded) {
  for (const int levels : {32, 33, 64}) {
    std::string value;
    for (int i = 1; i < levels; ++i) value += "{\"L\":[";
    value += "{\"N\":\"1\"}";
    for (int i = 1; i < levels; ++i) value += "]}";
    AttributeValue found = value_of(value);
    int found_levels = 1;
    while (found.is(AttributeType::L)) {
      AttributeValue inner = found.l().at(0);
      found = std::move(inner);
      ++found_levels;
    }
    EXPECT_EQ(found_levels, levels);
  }
}

}  // namespace decode_test
}  // namespace partita::protocol
