#include "protocol/error_json.h"

#include <gtest/gtest.h>

#include "protocol/codec.h"

namespace partita::protocol {
namespace error_json_test {

std::string encoded(const Error& error) {
  std::string out;
  encode_error(error, out);
  return out;
}

TEST(ErrorJsonTest, WritesTypeAndMessage) {
  EXPECT_EQ(encoded({ErrorCode::ResourceNotFoundException, "Requested resource not found", {}, {}}),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
            R"("message":"Requested resource not found"})");
}

TEST(ErrorJsonTest, SpellsSomeMessagesWithACapital) {
  EXPECT_EQ(encoded({ErrorCode::SerializationException, "Unexpected field type", {}, {}}),
            R"({"__type":"com.amazon.coral.service#SerializationException","Message":"Unexpected field type"})");
}

TEST(ErrorJsonTest, LeavesOutAnEmptyMessage) {
  EXPECT_EQ(encoded({ErrorCode::SerializationException, "", {}, {}}),
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST(ErrorJsonTest, CarriesTheItemThatFailedACondition) {
  EXPECT_EQ(encoded({ErrorCode::ConditionalCheckFailedException,
                     "The conditional request failed",
                     Item(AttributeMap{{"id", "a"}, {"n", 7}}),
                     {}}),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("Message":"The conditional request failed","Item":{"id":{"S":"a"},"n":{"N":"7"}}})");
}

TEST(ErrorJsonTest, SpellsTheMessageWithACapitalAsTheModelOfTheApiDoes) {
  for (const ErrorCode code : {ErrorCode::TransactionCanceledException, ErrorCode::TransactionInProgressException,
                               ErrorCode::IdempotentParameterMismatchException})
    EXPECT_TRUE(encoded({code, "why"}).ends_with(R"(,"Message":"why"})")) << encoded({code, "why"});
  for (const ErrorCode code : {ErrorCode::ConditionalCheckFailedException, ErrorCode::TransactionConflictException,
                               ErrorCode::DuplicateItemException, ErrorCode::ValidationException})
    EXPECT_TRUE(encoded({code, "why"}).ends_with(R"(,"message":"why"})")) << encoded({code, "why"});
}

Error cancelled() {
  Error error{ErrorCode::TransactionCanceledException, "Transaction cancelled", {}, {}};
  const Item item(AttributeMap{{"id", "a"}});
  error.cancellation_reasons = {{"None", {}, {}}, {"ConditionalCheckFailed", "The conditional request failed", item}};
  return error;
}

TEST(ErrorJsonTest, CarriesTheReasonsOfACancelledTransaction) {
  EXPECT_EQ(encoded(cancelled()), R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
                                  R"("Message":"Transaction cancelled","CancellationReasons":[{"Code":"None"},)"
                                  R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed",)"
                                  R"("Item":{"id":{"S":"a"}}}]})");
}

Error throttled(ErrorCode code) {
  Error error{code, "Slow down"};
  error.throttling_reasons = {{"TableWriteProvisionedThroughputExceeded", "arn:t"}, {"IndexReadX", "arn:t/index/i"}};
  return error;
}

constexpr const char* kReasons = R"([{"reason":"TableWriteProvisionedThroughputExceeded","resource":"arn:t"},)"
                                 R"({"reason":"IndexReadX","resource":"arn:t/index/i"}]})";

TEST(ErrorJsonTest, SpellsTheReasonsOfThrottlingInTwoWays) {
  EXPECT_EQ(encoded(throttled(ErrorCode::ProvisionedThroughputExceededException)),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",)"
            R"("message":"Slow down","ThrottlingReasons":)" +
                std::string(kReasons));
  EXPECT_EQ(encoded(throttled(ErrorCode::RequestLimitExceeded)),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#RequestLimitExceeded",)"
            R"("message":"Slow down","ThrottlingReasons":)" +
                std::string(kReasons));
  EXPECT_EQ(encoded(throttled(ErrorCode::ThrottlingException)),
            R"({"__type":"com.amazon.coral.availability#ThrottlingException",)"
            R"("message":"Slow down","throttlingReasons":)" +
                std::string(kReasons));
}

TEST(ErrorJsonTest, ReadsBothSpellingsOfTheReasonsOfThrottling) {
  for (const ErrorCode code : {ErrorCode::ProvisionedThroughputExceededException, ErrorCode::ThrottlingException}) {
    const Error read = decode_error(400, encoded(throttled(code)));
    ASSERT_EQ(read.throttling_reasons.size(), 2u);
    EXPECT_EQ(read.throttling_reasons[1].reason, "IndexReadX");
    EXPECT_EQ(read.throttling_reasons[1].resource, "arn:t/index/i");
  }
}

TEST(ErrorJsonTest, ReadsItsOwnOutput) {
  const std::string json = encoded(cancelled());
  EXPECT_EQ(encoded(decode_error(400, json)), json);
}

TEST(ErrorJsonTest, KnowsATypeByTheNameAfterTheHash) {
  const Error error = decode_error(400, R"({"__type":"ResourceInUseException","Message":"Table already exists"})");
  EXPECT_EQ(error.code, ErrorCode::ResourceInUseException);
  EXPECT_EQ(error.message, "Table already exists");
}

TEST(ErrorJsonTest, KeepsTheTextOfAnUnknownError) {
  const std::string bodies[] = {"<html>Bad gateway</html>", R"({"__type":"x#NeverHeardOf","message":"m"})", "{}", "[]"};
  for (const std::string& body : bodies) {
    const Error error = decode_error(502, body);
    EXPECT_EQ(error.code, ErrorCode::InternalServerError) << body;
    EXPECT_EQ(error.message, "HTTP status 502: " + body);
  }
}

}  // namespace error_json_test
}  // namespace partita::protocol
