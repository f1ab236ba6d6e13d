// For every request and response, each direction must read the text that the other one writes.
#include "protocol/codec.h"
#include "protocol/json/strict_body.h"
#include "unit/protocol/sample.h"

namespace partita::protocol {
namespace round_trip_test {

template <class Request>
std::string request_json(const Request& request) {
  std::string out;
  encode_request(request, out);
  return out;
}
template <class Response>
std::string response_json(const Response& response) {
  std::string out;
  encode_response(response, out);
  return out;
}

template <class Request>
void expect_request_round_trip(const Request& request) {
  const std::string json = request_json(request);
  const auto decoded = decode_request<Request>(json);
  ASSERT_TRUE(decoded) << decoded.error().message << "\n" << json;
  EXPECT_EQ(request_json(*decoded), json);
}

// The newer layer of the service refuses a request without its required members before anything else.
template <class Request>
void expect_round_trip_of_empty_request() {
  if constexpr (kStrictMembers<Request>.empty())
    expect_request_round_trip(Request{});
  else
    EXPECT_EQ(decode_request<Request>("{}").error().message, "missing field `TableName` at line 1 column 2");
}

template <class Response>
void expect_response_round_trip(const Response& response) {
  const std::string json = response_json(response);
  const auto decoded = decode_response<Response>(json);
  ASSERT_TRUE(decoded) << decoded.error().message << "\n" << json;
  EXPECT_EQ(response_json(*decoded), json);
}

#define PARTITA_OPERATION(function, Name)                 \
  TEST(RoundTripTest, Name) {                             \
    expect_round_trip_of_empty_request<Name##Request>();  \
    expect_request_round_trip(sample<Name##Request>());   \
    expect_response_round_trip(Name##Response{});         \
    expect_response_round_trip(sample<Name##Response>()); \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

TEST(RoundTripTest, ASampleIsNotEmpty) {
  const std::string json = request_json(sample<TransactWriteItemsRequest>());
  for (const char* name : {"\"ConditionCheck\"", "\"Put\"", "\"Delete\"", "\"Update\"", "\"ClientRequestToken\""})
    EXPECT_NE(json.find(name), std::string::npos) << name;
}

TEST(ResponseTest, AbsentMembersAreLeftOut) {
  EXPECT_EQ(response_json(GetItemResponse{}), "{}");
  EXPECT_EQ(response_json(PutItemResponse{}), "{}");
  EXPECT_EQ(response_json(QueryResponse{}), R"({"Count":0,"ScannedCount":0})");
  EXPECT_EQ(response_json(BatchWriteItemResponse{}), R"({"UnprocessedItems":{}})");
  EXPECT_EQ(response_json(ListTablesResponse{}), R"({"TableNames":[]})");
  EXPECT_EQ(response_json(TagResourceResponse{}), "");
}

TEST(ResponseTest, AnItemIsWrittenFromItsBytes) {
  EXPECT_EQ(response_json(GetItemResponse{Item(every_type()), {}}), [] {
    const std::string scalars = R"("b":{"B":"AP8Q"},"bs":{"BS":["eA==","eXo="]},"empty":{"S":""},"f":{"BOOL":false},)";
    const std::string more = R"("n":{"N":"-12.5"},"ns":{"NS":["1","2"]},"null":{"NULL":true},"s":{"S":"text"},)";
    const std::string last = R"("ss":{"SS":["a","b"]},"t":{"BOOL":true})";
    const std::string inner = "{" + scalars + more + last + "}";
    const std::string nested = R"("l":{"L":[{"M":)" + inner + R"(},{"S":"x"},{"L":[]}]},"m":{"M":)" + inner + "},";
    return R"({"Item":{)" + scalars + nested + more + last + "}}";
  }());
  EXPECT_EQ(response_json(GetItemResponse{Item(), {}}), R"({"Item":{}})");
}

TEST(ResponseTest, CapacityUnitsHaveAFraction) {
  PutItemResponse response;
  response.consumed_capacity = ConsumedCapacity{.table_name = "t", .capacity_units = 1, .read_capacity_units = 0.5};
  EXPECT_EQ(response_json(response),
            R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":1.0,"ReadCapacityUnits":0.5}})");
}

TEST(ResponseTest, TimesArePlainDecimals) {
  DescribeTableResponse response;
  response.table.creation_date_time = 1363729002.358;
  EXPECT_EQ(response_json(response), R"({"Table":{"CreationDateTime":1363729002.358}})");
}

TEST(ResponseTest, ItemsThatNoDatabaseCanHoldAreRefused) {
  const std::string values[] = {
      "{}",           R"({"S":"a","BOOL":true})", R"({"N":"abc"})",        R"({"NULL":false})",
      R"({"SS":[]})", R"({"SS":["a","a"]})",      R"({"NS":["1","1.0"]})", R"({"L":[{"M":{"x":{"N":""}}}]})"};
  for (const std::string& value : values) {
    const auto response = decode_response<GetItemResponse>(R"({"Item":{"a":)" + value + "}}");
    ASSERT_FALSE(response) << value;
    EXPECT_EQ(response.error().code, ErrorCode::SerializationException);
  }
}

}  // namespace round_trip_test
}  // namespace partita::protocol
