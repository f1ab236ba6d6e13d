// The number of elements that is read of a list whose length is limited, and the answer to a null among texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/codec.h"
#include "value/limits.h"

namespace partita::protocol {
namespace element_limits_test {

// [element,element,...]
std::string list_of(std::size_t count, const std::string& element) {
  std::string json = "[";
  for (std::size_t i = 0; i < count; ++i) json.append(i == 0 ? "" : ",").append(element);
  return json + "]";
}

template <class Request>
Request decoded(const std::string& json) {
  auto request = decode_request<Request>(json);
  EXPECT_TRUE(request) << request.error().message;
  return request ? std::move(*request) : Request{};
}

template <class Request>
Error fault_of(const std::string& json) {
  const auto request = decode_request<Request>(json);
  EXPECT_FALSE(request) << json;
  return request ? Error{} : request.error();
}

TEST(ElementLimits, OneElementMoreThanAnOperationMayHaveIsRead) {
  const std::string many = list_of(3000, "{}");
  EXPECT_EQ(decoded<TransactWriteItemsRequest>("{\"TransactItems\":" + many + "}").transact_items->size(), 101u);
  EXPECT_EQ(decoded<TransactGetItemsRequest>("{\"TransactItems\":" + many + "}").transact_items->size(), 101u);
  EXPECT_EQ(decoded<BatchGetItemRequest>("{\"RequestItems\":{\"t\":{\"Keys\":" + many + "}}}")
                .request_items->front()
                .second.keys->size(),
            101u);
  EXPECT_EQ(
      decoded<BatchWriteItemRequest>("{\"RequestItems\":{\"t\":" + many + "}}").request_items->front().second.size(),
      26u);
  EXPECT_EQ(decoded<QueryRequest>("{\"AttributesToGet\":" + list_of(3000, "\"a\"") + "}").attributes_to_get->size(),
            256u);
  const auto table = decoded<CreateTableRequest>("{\"KeySchema\":" + many + ",\"AttributeDefinitions\":" + many +
                                                 ",\"GlobalSecondaryIndexes\":" + many +
                                                 ",\"LocalSecondaryIndexes\":" + many + ",\"Tags\":" + many + "}");
  EXPECT_EQ(table.key_schema->size(), limits::kReadKeySchemaElements + 1);
  EXPECT_EQ(table.attribute_definitions->size(), limits::kReadAttributeDefinitions + 1);
  EXPECT_EQ(table.global_secondary_indexes->size(), 21u);
  EXPECT_EQ(table.local_secondary_indexes->size(), 6u);
  EXPECT_EQ(table.tags->size(), 51u);
}

TEST(ElementLimits, AsManyTablesAreReadAsABatchMayHaveItemsAndOneMore) {
  std::string tables = "{";
  for (int i = 0; i < 3000; ++i) tables.append(i == 0 ? "" : ",").append("\"t" + std::to_string(i) + "\":null");
  tables += "}";
  EXPECT_EQ(decoded<BatchGetItemRequest>("{\"RequestItems\":" + tables + "}").request_items->size(), 101u);
  EXPECT_EQ(decoded<BatchWriteItemRequest>("{\"RequestItems\":" + tables + "}").request_items->size(), 26u);
}

TEST(ElementLimits, ALimitHoldsOnlyForItsOwnList) {
  const auto request = decoded<TransactWriteItemsRequest>(
      "{\"TransactItems\":[{\"Put\":{\"Item\":{\"l\":{\"L\":" + list_of(300, "{\"S\":\"a\"}") + "}}}}]}");
  EXPECT_EQ(request.transact_items->front().put->item->find("l")->l().size(), 300u);
  const auto keys = decoded<BatchGetItemRequest>(
      "{\"RequestItems\":{\"t\":{\"Keys\":[{\"k\":{\"SS\":" + list_of(300, "\"a\"") + "}}]}}}");
  EXPECT_EQ(keys.request_items->front().second.keys->front().find("k")->set().size(), 300u);
}

TEST(ElementLimits, ANullIsNoElementOfASet) {
  const auto item = [](const std::string& value) {
    return fault_of<GetItemRequest>("{\"Key\":{\"a\":{\"L\":[" + value + "]}}}");
  };
  for (const std::string type : {"SS", "NS", "BS"}) {
    const Error fault = item("{\"" + type + "\":[\"YQ==\",null]}");
    EXPECT_EQ(fault.code, ErrorCode::ValidationException) << type;
    EXPECT_THAT(fault.message, testing::StartsWith("One or more parameter values were invalid: ")) << type;
    EXPECT_THAT(fault.message, testing::HasSubstr("null")) << type;
  }
  EXPECT_EQ(item("{\"SS\":[\"a\",null]}").message,
            "One or more parameter values were invalid: An string set may not have a null string as a member");
}

TEST(ElementLimits, ANullIsNoText) {
  const auto expect = [](const Error& fault, const std::string& place) {
    EXPECT_EQ(fault.code, ErrorCode::ValidationException);
    EXPECT_EQ(fault.message, "1 validation error detected: Value null at '" + place +
                                 "' failed to satisfy constraint: Member must not be null");
  };
  expect(fault_of<GetItemRequest>(R"({"AttributesToGet":["a",null]})"), "attributesToGet.2.member");
  expect(fault_of<UntagResourceRequest>(R"({"TagKeys":[null]})"), "tagKeys.1.member");
  expect(fault_of<PutItemRequest>(R"({"ExpressionAttributeNames":{"#a":null}})"), "expressionAttributeNames.#a.member");
}

TEST(ElementLimits, ANullTypeTakesBackTheSameTypeBeforeIt) {
  const auto request = decoded<PutItemRequest>(R"({"Item":{"a":{"S":"x","S":null},"b":{"S":"x","N":null}}})");
  EXPECT_TRUE(request.item->find("a")->is(AttributeType::None));
  EXPECT_EQ(*request.item->find("b"), AttributeValue("x"));
}

}  // namespace element_limits_test
}  // namespace partita::protocol
