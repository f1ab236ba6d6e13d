// The lines about slow requests.
#include "server/logs/slow_log.h"

#include <gmock/gmock.h>

#include "server/logs/log_rate.h"
#include "server/server.h"

namespace partita::server {
namespace slow_log_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

class SlowLogTest : public testing::Test {
 protected:
  std::string line() {
    answer_.status = 200;
    return slow_request_line({.id = "ID",
                              .operation = operation_,
                              .request = request_,
                              .answer = answer_,
                              .details = details_,
                              .peer = "127.0.0.1:5000",
                              .read_at = kBegin,
                              .answered_at = kBegin + 100ms,
                              .bytes_in = 12,
                              .bytes_out = 345},
                             3);
  }

  static constexpr RequestDetails::Clock::time_point kBegin{1s};
  std::optional<protocol::Operation> operation_ = protocol::Operation::Query;
  Request request_;
  Answer answer_;
  RequestDetails details_{.table = "t",
                          .index = "i",
                          .started = kBegin + 10ms,
                          .completed = kBegin + 95ms,
                          .items_read = 20,
                          .items_returned = 5,
                          .capacity_units = 2.5};
};

TEST_F(SlowLogTest, TellsWhereTheTimeWent) {
  request_.body =
      R"({"TableName":"t","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"secret"}}})";
  request_.authorization = {true, "AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/aws4_request, x"};
  EXPECT_EQ(line(),
            "event=slow_request operation=Query table=t index=i status=200 error=none duration_us=100000 "
            "waiting_us=10000 database_us=85000 answering_us=5000 items_read=20 items_returned=5 bytes_in=12 "
            "bytes_out=345 capacity_units=2.5 caller=AKID? peer=127.0.0.1:5000 id=ID left_out=3 "
            R"(shape={"TableName":"t","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":[":p"]})");
}

TEST_F(SlowLogTest, ARequestWithoutAnOperationWaitedAllTheTime) {
  operation_.reset();
  details_ = {};
  EXPECT_THAT(line(), AllOf(HasSubstr("operation=none table=- index=-"), HasSubstr("waiting_us=100000 database_us=0"),
                            HasSubstr("shape=(no body)"), Not(HasSubstr("capacity_units"))));
}

TEST_F(SlowLogTest, ANameFromAStrangerCannotForgeALine) {
  details_.table = "a b=c\nevent=forged \"";
  request_.authorization = {true, "Credential=A\nB/"};
  EXPECT_THAT(line(), AllOf(HasSubstr("table=a?b?c?event?forged?? "), HasSubstr("caller=A?B? "), Not(HasSubstr("\n"))));
}

TEST(LogRateTest, LeavesOutWhatIsTooMuchForASecond) {
  LogRate rate(2);
  const LogRate::Time begin{1s};
  EXPECT_EQ(rate.admit(begin), 0u);
  EXPECT_EQ(rate.admit(begin + 10ms), 0u);
  EXPECT_EQ(rate.admit(begin + 20ms), std::nullopt);
  EXPECT_EQ(rate.admit(begin + 999ms), std::nullopt);
  EXPECT_EQ(rate.admit(begin + 1s), 2u);
  EXPECT_EQ(rate.admit(begin + 1s), 0u);
}

TEST(RequestDetailsTest, TheCapacityIsNotedAndHiddenFromAClientThatDidNotAsk) {
  RequestDetails details;
  QueryRequest request{.index_name = "i"};
  note_request(details, request);
  EXPECT_EQ(details.index, "i");
  EXPECT_TRUE(request.return_consumed_capacity == ReturnConsumedCapacity::Total);
  QueryResponse response;
  response.scanned_count = 7;
  response.consumed_capacity = ConsumedCapacity{.capacity_units = 1.5};
  response.items.emplace(std::vector<Item>(2));
  note_response(details, response);
  EXPECT_EQ(details.items_read, 7u);
  EXPECT_EQ(details.items_returned, 2u);
  EXPECT_EQ(details.capacity_units, 1.5);
  EXPECT_FALSE(response.consumed_capacity);

  RequestDetails asked;
  GetItemRequest get{.return_consumed_capacity = ReturnConsumedCapacity::Indexes};
  note_request(asked, get);
  EXPECT_TRUE(get.return_consumed_capacity == ReturnConsumedCapacity::Indexes);
  GetItemResponse got;
  got.consumed_capacity = ConsumedCapacity{.capacity_units = 0.5};
  note_response(asked, got);
  EXPECT_TRUE(got.consumed_capacity);

  TransactWriteItemsRequest transaction;
  note_request(details, transaction);
  EXPECT_FALSE(transaction.return_consumed_capacity);
}

}  // namespace slow_log_test
}  // namespace partita::server
