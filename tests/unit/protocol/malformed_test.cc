// JSON of the wrong shape, with the service's texts.
#include <gtest/gtest.h>

#include "protocol/codec.h"

namespace partita::protocol {
namespace malformed_test {

constexpr char kCast[] =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class "
    "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of "
    "loader 'bootstrap')";
constexpr char kStructure[] = "Start of structure or map found where not expected";

template <class Request>
std::string fault_of(const std::string& json) {
  const auto request = decode_request<Request>(json);
  if (request) return "accepted";
  EXPECT_EQ(request.error().code, ErrorCode::SerializationException) << json;
  return request.error().message;
}

struct Case {
  std::string json;
  std::string fault;
};

TEST(MalformedTest, TextThatIsNotJson) {
  const std::string bodies[] = {"",
                                " ",
                                "{",
                                "{}}",
                                "hello",
                                R"({"TableName":"a",})",
                                R"({"TableName" "a"})",
                                R"({'TableName':'a'})",
                                R"({"TableName":"a)",
                                R"({"Unknown":[1 2]})",
                                R"({"Unknown":truth})",
                                R"({"Limit":01})",
                                R"({"Limit":-})",
                                R"({"Limit":1.})",
                                R"({"Limit":1e})",
                                R"({"Limit":99999999999999999999e})",
                                R"({"Limit":99999999999999999999.})",
                                R"({"Limit":099999999999999999999})",
                                R"({"TableName":"\ud800"})",
                                R"({"TableName":"\x"})",
                                "{\"TableName\":\"a\nb\"}",
                                "{\"TableName\":\"\xff\"}",
                                "{\"TableName\":\"\xc0\xaf\"}",
                                "{\"TableName\":\"\xed\xa0\x80\"}",
                                std::string("{}\0", 3)};
  for (const std::string& body : bodies) EXPECT_EQ(fault_of<GetItemRequest>(body), "") << body;
}

TEST(MalformedTest, TextThatIsNoObject) {
  EXPECT_EQ(fault_of<GetItemRequest>("[]"), "Start of list found where not expected");
  EXPECT_EQ(fault_of<GetItemRequest>("\"a\""), "Unexpected value type in payload");
  EXPECT_EQ(fault_of<GetItemRequest>("1"), "Unexpected value type in payload");
}

TEST(MalformedTest, Strings) {
  const Case cases[] = {
      {"true", "TRUE_VALUE cannot be converted to String"},
      {"false", "FALSE_VALUE cannot be converted to String"},
      {"23", "NUMBER_VALUE cannot be converted to String"},
      {"-2147483648", "NUMBER_VALUE cannot be converted to String"},
      {"123456789012345678901234567890", "NUMBER_VALUE cannot be converted to String"},
      {"34.56", "DECIMAL_VALUE cannot be converted to String"},
      {"1e999", "DECIMAL_VALUE cannot be converted to String"},
      {"[]", "Unrecognized collection type class java.lang.String"},
      {"{}", kStructure},
  };
  for (const auto& [value, fault] : cases) {
    EXPECT_EQ(fault_of<GetItemRequest>("{\"TableName\":" + value + "}"), fault);
    EXPECT_EQ(fault_of<GetItemRequest>("{\"ReturnConsumedCapacity\":" + value + "}"), fault);
    EXPECT_EQ(fault_of<GetItemRequest>("{\"AttributesToGet\":[" + value + "]}"), fault);
    EXPECT_EQ(fault_of<GetItemRequest>("{\"ExpressionAttributeNames\":{\"#a\":" + value + "}}"), fault);
  }
}

// Members that the service supports and Partita does not must be refused and not ignored.
TEST(MalformedTest, MembersThatPartitaLacks) {
  const auto decoded = [](std::string_view json) { return decode_request<UpdateTableRequest>(json); };
  for (const std::string name : {"ReplicaUpdates", "GlobalTableWitnessUpdates", "DisassociationProtectionEnabled"}) {
    const auto refused = decoded(R"({"TableClass":"STANDARD",")" + name + R"(":[]})");
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, ErrorCode::NotImplemented);
    EXPECT_EQ(refused.error().message, name + " is not implemented by Partita yet: send the request without it");
    EXPECT_TRUE(decoded(R"({"TableClass":"STANDARD",")" + name + R"(":null})"));
  }
  EXPECT_FALSE(decode_request<CreateTableRequest>(R"({"GlobalTableSourceArn":"a"})"));
  EXPECT_TRUE(decode_request<CreateTableRequest>(R"({"ReplicaUpdates":[]})"));
}

TEST(MalformedTest, Booleans) {
  const Case cases[] = {
      {"\"23\"", "Unexpected token received from parser"},
      {"23", "NUMBER_VALUE cannot be converted to Boolean"},
      {"34.56", "DECIMAL_VALUE cannot be converted to Boolean"},
      {"[]", "Unrecognized collection type class java.lang.Boolean"},
      {"{}", kStructure},
      {"\"true\"", "accepted"},
      {"\"No\"", "accepted"},
  };
  for (const auto& [value, fault] : cases)
    EXPECT_EQ(fault_of<GetItemRequest>("{\"ConsistentRead\":" + value + "}"), fault);
}

TEST(MalformedTest, Integers) {
  const Case cases[] = {
      {"\"23\"", "STRING_VALUE cannot be converted to "},
      {"true", "TRUE_VALUE cannot be converted to "},
      {"false", "FALSE_VALUE cannot be converted to "},
      {"[]", "Unrecognized collection type class java.lang."},
  };
  for (const auto& [value, fault] : cases) {
    EXPECT_EQ(fault_of<QueryRequest>("{\"Limit\":" + value + "}"), fault + "Integer");
    EXPECT_EQ(fault_of<ScanRequest>("{\"Segment\":" + value + "}"), fault + "Integer");
    EXPECT_EQ(fault_of<ScanRequest>("{\"TotalSegments\":" + value + "}"), fault + "Integer");
    EXPECT_EQ(fault_of<CreateTableRequest>("{\"ProvisionedThroughput\":{\"ReadCapacityUnits\":" + value + "}}"),
              fault + "Long");
  }
  EXPECT_EQ(fault_of<QueryRequest>(R"({"Limit":{}})"), kStructure);
}

// Java's Integer takes the nearest number of 32 bits and drops a fraction.
TEST(MalformedTest, IntegersSaturateAndDropFractions) {
  const std::pair<std::string, std::int64_t> cases[] = {
      {"2147483648", 2147483647},
      {"-4294967296", -2147483648},
      {"1e300", 2147483647},
      {"2.9", 2},
      {"-0.9", 0},
      {"-2.9", -2},
  };
  for (const auto& [text, expected] : cases) {
    const auto request =
        decode_request<ScanRequest>("{\"Limit\":" + text + ",\"Segment\":" + text + ",\"TotalSegments\":" + text + "}");
    ASSERT_TRUE(request) << text;
    EXPECT_EQ(request->limit, expected) << text;
    EXPECT_EQ(request->segment, expected) << text;
    EXPECT_EQ(request->total_segments, expected) << text;
  }
}

TEST(MalformedTest, ListsMapsAndStructs) {
  const std::string scalars[] = {"\"23\"", "true", "23", "34.56"};
  for (const std::string& scalar : scalars) {
    EXPECT_EQ(fault_of<GetItemRequest>("{\"AttributesToGet\":" + scalar + "}"), "Unexpected field type");
    EXPECT_EQ(fault_of<GetItemRequest>("{\"Key\":" + scalar + "}"), "Unexpected field type");
    EXPECT_EQ(fault_of<CreateTableRequest>("{\"ProvisionedThroughput\":" + scalar + "}"), "Unexpected field type");
    EXPECT_EQ(fault_of<CreateTableRequest>("{\"KeySchema\":[" + scalar + "]}"), "Unexpected value type in payload");
    EXPECT_EQ(fault_of<GetItemRequest>("{\"Key\":{\"a\":" + scalar + "}}"), "Unexpected value type in payload");
    EXPECT_EQ(fault_of<UpdateItemRequest>("{\"AttributeUpdates\":{\"a\":{\"Value\":" + scalar + "}}}"),
              "Unexpected field type");
    EXPECT_EQ(fault_of<BatchGetItemRequest>("{\"RequestItems\":{\"t\":{\"Keys\":[" + scalar + "]}}}"), kCast);
    EXPECT_EQ(fault_of<BatchWriteItemRequest>("{\"RequestItems\":{\"t\":" + scalar + "}}"), kCast);
  }
  EXPECT_EQ(fault_of<GetItemRequest>(R"({"AttributesToGet":{}})"), kStructure);
  EXPECT_EQ(fault_of<BatchWriteItemRequest>(R"({"RequestItems":{"t":{}}})"), kStructure);
}

TEST(MalformedTest, ListsWhereMapsOrStructsBelong) {
  const std::string java = "com.amazonaws.dynamodb.v20120810.";
  const std::string map = "Unrecognized collection type java.util.Map<java.lang.String, ";
  const std::string struct_ = "Unrecognized collection type class " + java;
  EXPECT_EQ(fault_of<GetItemRequest>(R"({"Key":[]})"), map + java + "AttributeValue>");
  EXPECT_EQ(fault_of<GetItemRequest>(R"({"Key":{"a":[]}})"), struct_ + "AttributeValue");
  EXPECT_EQ(fault_of<GetItemRequest>(R"({"Key":{"a":{"M":[]}}})"), map + java + "AttributeValue>");
  EXPECT_EQ(fault_of<GetItemRequest>(R"({"ExpressionAttributeNames":[]})"), map + "java.lang.String>");
  EXPECT_EQ(fault_of<UpdateItemRequest>(R"({"Expected":[]})"), map + java + "ExpectedAttributeValue>");
  EXPECT_EQ(fault_of<UpdateItemRequest>(R"({"Expected":{"a":[]}})"), struct_ + "ExpectedAttributeValue");
  EXPECT_EQ(fault_of<QueryRequest>(R"({"QueryFilter":[]})"), map + java + "Condition>");
  EXPECT_EQ(fault_of<BatchGetItemRequest>(R"({"RequestItems":[]})"), map + java + "KeysAndAttributes>");
  EXPECT_EQ(fault_of<BatchGetItemRequest>(R"({"RequestItems":{"t":{"Keys":[[]]}}})"), map + java + "AttributeValue>");
  EXPECT_EQ(fault_of<BatchWriteItemRequest>(R"({"RequestItems":[]})"),
            map + "java.util.List<" + java + "WriteRequest>>");
  EXPECT_EQ(fault_of<BatchWriteItemRequest>(R"({"RequestItems":{"t":[[]]}})"), struct_ + "WriteRequest");
  EXPECT_EQ(fault_of<CreateTableRequest>(R"({"ProvisionedThroughput":[]})"), struct_ + "ProvisionedThroughput");
  EXPECT_EQ(fault_of<UpdateTableRequest>(R"({"GlobalSecondaryIndexUpdates":[{"Delete":[]}]})"),
            struct_ + "DeleteGlobalSecondaryIndexAction");
}

TEST(MalformedTest, Binary) {
  const Case cases[] = {
      {"true", "only base-64-encoded strings are convertible to bytes"},
      {"23", "only base-64-encoded strings are convertible to bytes"},
      {"[]", "Unrecognized collection type class java.nio.ByteBuffer"},
      {"{}", kStructure},
      {"\"23456\"", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"},
      {"\"=+/=\"", "Invalid last non-pad Base64 character dectected"},
      {"\"+/+=\"", "Invalid last non-pad Base64 character dectected"},
      {"\"a===\"", "Invalid last non-pad Base64 character dectected"},
      {"\"====\"", "Invalid last non-pad Base64 character dectected"},
      {"\"ab!d\"", "Invalid last non-pad Base64 character dectected"},
      {"\"AA==\"", "accepted"},
      {"\"\"", "accepted"},
  };
  for (const auto& [value, fault] : cases) {
    EXPECT_EQ(fault_of<GetItemRequest>("{\"Key\":{\"a\":{\"B\":" + value + "}}}"), fault) << value;
    EXPECT_EQ(fault_of<GetItemRequest>("{\"Key\":{\"a\":{\"L\":[{\"BS\":[" + value + "]}]}}}"), fault) << value;
  }
}

std::string nested_lists(int levels) {
  std::string value;
  for (int i = 0; i < levels; ++i) value += "{\"L\":[";
  for (int i = 0; i < levels; ++i) value += "]}";
  return value;
}

constexpr const char* kTooDeep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";

TEST(MalformedTest, ValuesNestedTooDeepForTheParserAreRefusedHere) {
  for (const int levels : {600, 10'000, 1'000'000}) {
    const auto request = decode_request<PutItemRequest>("{\"Item\":{\"a\":" + nested_lists(levels) + "}}");
    ASSERT_FALSE(request);
    EXPECT_EQ(request.error().code, ErrorCode::ValidationException);
    EXPECT_EQ(request.error().message, kTooDeep);
  }
}

// A request is cut off below the level that the validators need to know. An answer must be whole.
TEST(MalformedTest, ValuesNestedTooDeepAreCutOffInRequestsOnly) {
  const auto request = decode_request<PutItemRequest>("{\"Item\":{\"a\":" + nested_lists(400) + "}}");
  ASSERT_TRUE(request);
  const AttributeValue* value = request->item->find("a");
  int levels = 1;
  for (; value->is(AttributeType::L) && !value->l().empty(); value = &value->l()[0]) ++levels;
  EXPECT_EQ(levels, 65);
  EXPECT_TRUE(value->is(AttributeType::None));
  const auto response = decode_response<QueryResponse>("{\"LastEvaluatedKey\":{\"a\":" + nested_lists(400) + "}}");
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().message, kTooDeep);
}

TEST(MalformedTest, FaultsOfValidationAreWordedByTheOperation) {
  const std::string text =
      "One or more parameter values were invalid: An string set may not have a null string as a member";
  const auto put = decode_request<PutItemRequest>("{\"Item\":{\"a\":{\"SS\":[null]}}}");
  EXPECT_EQ(put.error().message, "1 validation error detected: " + text);
  const auto get = decode_request<GetItemRequest>("{\"Key\":{\"a\":{\"SS\":[null]}}}");
  EXPECT_EQ(get.error().message, text);
}

}  // namespace malformed_test
}  // namespace partita::protocol
