// The remote database's behaviour after a failed attempt.
#include <fstream>

#include "support/temporary_directory.h"
#include "unit/client/remote_fixture.h"

namespace partita::client {
namespace retries_test {

using Retries = RemoteTest;

TEST_F(Retries, a_500_is_retried_for_a_read) {
  ScriptedServer server({internal_error(), internal_error(), {.body = R"({"Item":{"pk":{"S":"a"}}})"}});
  const auto answer = connect_to(server)->get_item(get());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->item);
  EXPECT_EQ(server.seen().size(), 3u);
  EXPECT_EQ(retries_, 2);
}

TEST_F(Retries, end_after_four_attempts_with_the_last_error) {
  ScriptedServer server({internal_error(), internal_error(), internal_error(), internal_error(), ok()});
  const auto answer = connect_to(server)->get_item(get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::InternalServerError);
  EXPECT_EQ(answer.error().message, "luck");
  EXPECT_EQ(server.seen().size(), 4u);
}

TEST_F(Retries, are_as_many_as_the_options_or_the_environment_say) {
  variables_["AWS_MAX_ATTEMPTS"] = "2";
  ScriptedServer two({internal_error(), internal_error()});
  EXPECT_FALSE(connect_to(two)->get_item(get()));
  EXPECT_EQ(two.seen().size(), 2u);
  ScriptedServer one({internal_error()});
  EXPECT_FALSE(connect_to(one, {.max_attempts = 1})->get_item(get()));
  EXPECT_EQ(one.seen().size(), 1u);
}

TEST_F(Retries, are_not_made_for_what_would_fail_again) {
  for (const char* type :
       {"ConditionalCheckFailedException", "ResourceNotFoundException", "NobodyKnowsThisException"}) {
    ScriptedServer server({ScriptedAnswer::error(400, type, "no")});
    EXPECT_FALSE(connect_to(server)->put_item(put()));
    EXPECT_EQ(server.seen().size(), 1u) << type;
  }
}

TEST_F(Retries, after_throttling_are_made_for_every_write) {
  ScriptedServer server({ScriptedAnswer::error(400, "ProvisionedThroughputExceededException"),
                         ScriptedAnswer::error(400, "ThrottlingException"), ok()});
  EXPECT_TRUE(connect_to(server)->update_item(add_one()));
  EXPECT_EQ(server.seen().size(), 3u);
}

TEST_F(Retries, wait_as_long_as_the_endpoint_asks) {
  ScriptedAnswer throttled = ScriptedAnswer::error(400, "ThrottlingException", "slow down");
  throttled.headers["x-amz-retry-after"] = "7";
  ScriptedServer server({throttled, ok()});
  std::vector<std::string> lines;
  EXPECT_TRUE(
      connect_to(server, {.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); }})->get_item(get()));
  EXPECT_EQ(lines, std::vector<std::string>{"GetItem is sent again in 7 ms, after attempt 1: slow down"});
}

TEST_F(Retries, of_a_broken_connection_are_made_for_reads_and_writes_that_may_happen_twice) {
  ScriptedServer server({ScriptedAnswer::breaks(), ok(), {.kind = ScriptedAnswer::Kind::BreakOff}, ok()});
  const auto database = connect_to(server);
  EXPECT_TRUE(database->get_item(get()));
  EXPECT_TRUE(database->put_item(put()));
  EXPECT_EQ(server.seen().size(), 4u);
}

TEST_F(Retries, are_not_made_in_silence_where_a_write_may_have_happened) {
  for (const ScriptedAnswer& answer : {ScriptedAnswer::breaks(), ScriptedAnswer{.kind = ScriptedAnswer::Kind::BreakOff},
                                       internal_error(), ScriptedAnswer{.headers = {{"x-amz-crc32", "1"}}}}) {
    ScriptedServer server({answer, ok()});
    const auto result = connect_to(server)->update_item(add_one());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::OutcomeUnknown) << result.error().message;
    EXPECT_EQ(result.error().message.find("The outcome of UpdateItem is unknown. "), 0u) << result.error().message;
    EXPECT_EQ(server.seen().size(), 1u);
  }
}

// libcurl by itself would send the request again on a new connection.
TEST_F(Retries, are_not_made_in_silence_when_a_kept_connection_closes) {
  ScriptedServer server({ok(), ScriptedAnswer::breaks(), ok()});
  const auto database = connect_to(server);
  ASSERT_TRUE(database->get_item(get()));
  const auto result = database->update_item(add_one());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::OutcomeUnknown);
  const auto seen = server.seen();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].connection, seen[1].connection);
}

TEST_F(Retries, that_run_out_leave_the_outcome_of_a_write_unknown) {
  const auto throttled = ScriptedAnswer::error(400, "ThrottlingException");
  ScriptedServer server({ScriptedAnswer::breaks(), throttled, throttled, throttled});
  const auto result = connect_to(server)->put_item(put());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::OutcomeUnknown);
}

// The write may have been executed by an attempt whose answer was lost. A later refusal does not tell the outcome of
// that attempt.
TEST_F(Retries, that_are_refused_leave_the_outcome_of_a_write_unknown) {
  const ScriptedAnswer refusals[] = {
      ScriptedAnswer::error(400, "ThrottlingException"),
      ScriptedAnswer::error(503, "ThrottlingException"),
      ScriptedAnswer::error(429, "NobodyKnowsThisException"),
      ScriptedAnswer::error(400, "TransactionConflictException"),
      ScriptedAnswer::error(400, "LimitExceededException"),
      ScriptedAnswer::error(500, "InternalServerError", "There was not enough memory for the operation; try again"),
      ScriptedAnswer::error(400, "AccessDeniedException"),
      ScriptedAnswer::error(400, "ExpiredTokenException"),
      ScriptedAnswer::error(400, "InvalidSignatureException", "Signature expired: 1 is now earlier than 2"),
      ScriptedAnswer::error(400, "ResourceNotFoundException"),
      ScriptedAnswer::error(400, "ValidationException"),
  };
  for (const ScriptedAnswer& refusal : refusals) {
    ScriptedServer server({ScriptedAnswer::breaks(), refusal, refusal, refusal});
    const auto result = connect_to(server)->put_item(put());
    ASSERT_FALSE(result) << refusal.body;
    EXPECT_EQ(result.error().code, ErrorCode::OutcomeUnknown) << refusal.body;
    // Without the lost answer it is the error of the call, unless it leaves the outcome unknown by itself.
    if (refusal.status == 500) continue;
    ScriptedServer plain({refusal, refusal, refusal, refusal});
    const auto refused = connect_to(plain)->put_item(put());
    ASSERT_FALSE(refused) << refusal.body;
    EXPECT_NE(refused.error().code, ErrorCode::OutcomeUnknown) << refusal.body;
    // A read has no outcome.
    ScriptedServer read({ScriptedAnswer::breaks(), refusal, refusal, refusal});
    const auto item = connect_to(read)->get_item(get());
    ASSERT_FALSE(item) << refusal.body;
    EXPECT_EQ(item.error().code, refused.error().code) << refusal.body;
  }
}

// The repetition of a transaction has its token. So it would succeed if an earlier attempt had been executed.
TEST_F(Retries, of_a_transaction_show_that_it_did_not_happen_if_an_item_stops_it) {
  const auto cancelled = [](const std::string& reason) {
    return ScriptedAnswer{
        .status = 400,
        .body =
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"cancelled","CancellationReasons":[{"Code":"None"},{"Code":")" +
            reason + R"("}]})"};
  };
  const auto request = test::transact_request({test::transact_put("t", {{"pk", "a"}})});
  for (const auto& [reason, code] : {std::pair("ConditionalCheckFailed", ErrorCode::TransactionCanceledException),
                                     {"ValidationError", ErrorCode::TransactionCanceledException},
                                     {"TransactionConflict", ErrorCode::OutcomeUnknown},
                                     {"ThrottlingError", ErrorCode::OutcomeUnknown}}) {
    ScriptedServer server({ScriptedAnswer::breaks(), cancelled(reason)});
    const auto result = connect_to(server)->transact_write_items(request);
    ASSERT_FALSE(result) << reason;
    EXPECT_EQ(result.error().code, code) << reason;
    ScriptedServer plain({cancelled(reason)});
    const auto refused = connect_to(plain)->transact_write_items(request);
    ASSERT_FALSE(refused) << reason;
    EXPECT_EQ(refused.error().code, ErrorCode::TransactionCanceledException) << reason;
  }
}

// The source has credentials for the first attempts only.
TEST_F(Retries, that_find_no_credentials_leave_the_outcome_of_a_write_unknown) {
  const test::TemporaryDirectory directory;
  std::ofstream(directory / "answer")
      << R"({"Version":1,"AccessKeyId":"id","SecretAccessKey":"secret","SessionToken":"token"})";
  std::ofstream(directory / "config") << "[profile p]\ncredential_process = sh -c 'cat \"" << directory / "answer"
                                      << "\" && rm \"" << directory / "answer"
                                      << "\"'\n";
  variables_ = {{"AWS_CONFIG_FILE", directory / "config"}, {"AWS_SHARED_CREDENTIALS_FILE", directory / "none"}};
  ScriptedServer server({ScriptedAnswer::breaks(), ScriptedAnswer::error(400, "ExpiredTokenException")});
  const auto result = connect_to(server, {.profile = "p"})->put_item(put());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::OutcomeUnknown) << result.error().message;
  EXPECT_EQ(server.seen().size(), 2u);
}

TEST_F(Retries, of_a_transaction_carry_one_token) {
  ScriptedServer server({ScriptedAnswer::breaks(), ok(), ok()});
  const auto database = connect_to(server);
  const auto request = test::transact_request({test::transact_put("t", {{"pk", "a"}})});
  ASSERT_TRUE(database->transact_write_items(request));
  ASSERT_TRUE(database->transact_write_items(request));
  const auto seen = server.seen();
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_NE(seen[0].body.find("ClientRequestToken"), std::string::npos);
  EXPECT_EQ(seen[0].body, seen[1].body);
  EXPECT_NE(seen[0].body, seen[2].body);
}

TEST_F(Retries, follow_an_answer_whose_checksum_is_wrong) {
  ScriptedServer server({{.headers = {{"x-amz-crc32", "1"}}}, {.headers = {{"x-amz-crc32", "2745614147"}}}});
  EXPECT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(server.seen().size(), 2u);
}

TEST_F(Retries, follow_an_answer_that_does_not_come_in_time) {
  ScriptedServer server({{.kind = ScriptedAnswer::Kind::Hold}, ok()});
  EXPECT_TRUE(connect_to(server, {.request_timeout = std::chrono::milliseconds(100)})->get_item(get()));
  ScriptedServer slow({{.kind = ScriptedAnswer::Kind::Hold}});
  const auto write = connect_to(slow, {.request_timeout = std::chrono::milliseconds(50)})->update_item(add_one());
  ASSERT_FALSE(write);
  EXPECT_EQ(write.error().code, ErrorCode::OutcomeUnknown);
}

TEST_F(Retries, cannot_reach_what_is_not_there) {
  std::string url;
  {
    const ScriptedServer gone;
    url = gone.url();
  }
  const auto database = connect(url, {}, {.jitter = [this] { return ++retries_, 0.0; }}).value();
  const auto write = database->update_item(add_one());
  ASSERT_FALSE(write);
  EXPECT_EQ(write.error().code, ErrorCode::ServiceUnavailable);
  EXPECT_EQ(write.error().message.find("Cannot reach " + url + "/: "), 0u) << write.error().message;
  EXPECT_EQ(retries_, 3);
}

TEST_F(Retries, use_the_endpoints_clock_once_it_refuses_ours) {
  const ScriptedAnswer expired{
      .status = 400,
      .body =
          R"({"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature expired: 20150830T123600Z is now earlier than 20150830T133100Z"})",
      .headers = {{"Date", "Sun, 30 Aug 2015 13:36:00 GMT"}}};
  ScriptedServer server({expired, ok(), ok()});
  const auto database = connect_to(server);
  EXPECT_TRUE(database->update_item(add_one()));
  EXPECT_TRUE(database->get_item(get()));
  const auto seen = server.seen();
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].headers.at("x-amz-date"), "20150830T123600Z");
  EXPECT_EQ(seen[1].headers.at("x-amz-date"), "20150830T133600Z");
  EXPECT_EQ(seen[2].headers.at("x-amz-date"), "20150830T133600Z");

  ScriptedServer stubborn({expired, expired, ok()});
  const auto answer = connect_to(stubborn)->get_item(get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::InvalidSignatureException);
  EXPECT_EQ(stubborn.seen().size(), 2u);
}

TEST_F(Retries, stop_while_everything_fails) {
  constexpr int kCalls = 100;
  std::vector<ScriptedAnswer> script(kCalls * 4, internal_error());
  ScriptedServer server(std::move(script));
  const auto database = connect_to(server);
  for (int i = 0; i < kCalls; ++i) EXPECT_FALSE(database->get_item(get()));
  EXPECT_EQ(server.seen().size(), kCalls + 500u / 14u);
}

}  // namespace retries_test
}  // namespace partita::client
