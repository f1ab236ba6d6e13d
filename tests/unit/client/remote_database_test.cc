// The remote database's life: requests in flight, its thread, its end, its requests, and TLS.
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>

#include "base/completing.h"
#include "support/temporary_directory.h"
#include "unit/client/remote_fixture.h"

namespace partita::client {
namespace remote_database_test {

using RemoteDatabaseTest = RemoteTest;

std::size_t threads_of_this_process() {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

TEST_F(RemoteDatabaseTest, has_a_hundred_requests_in_flight_on_one_thread) {
  constexpr int kRequests = 100;
  ScriptedServer server(std::vector<ScriptedAnswer>(kRequests, {.kind = ScriptedAnswer::Kind::Hold}));
  const std::size_t threads_before = threads_of_this_process();
  const auto database = connect_to(server);
  std::latch answered(kRequests);
  std::atomic<std::size_t> threads_that_complete = 0;
  std::thread::id first;
  for (int i = 0; i < kRequests; ++i)
    database->get_item(get(), [&](Result<GetItemResponse> result) {
      EXPECT_TRUE(result) << result.error().message;
      if (first != std::this_thread::get_id()) ++threads_that_complete;
      first = std::this_thread::get_id();
      answered.count_down();
    });
  ASSERT_TRUE(server.wait_for(kRequests));  // none of which is answered yet
  EXPECT_FALSE(answered.try_wait());
  EXPECT_EQ(threads_of_this_process(), threads_before + 1);
  server.release();
  answered.wait();
  EXPECT_EQ(threads_that_complete, 1u);
}

TEST_F(RemoteDatabaseTest, lets_requests_wait_for_a_connection) {
  ScriptedServer server(std::vector<ScriptedAnswer>(20, ScriptedAnswer{}));
  const auto database = connect_to(server, {.max_connections = 2});
  std::latch answered(20);
  for (int i = 0; i < 20; ++i)
    database->get_item(get(), [&](Result<GetItemResponse> result) {
      EXPECT_TRUE(result);
      answered.count_down();
    });
  answered.wait();
  for (const auto& request : server.seen()) EXPECT_LT(request.connection, 2u);
}

TEST_F(RemoteDatabaseTest, keeps_its_connection) {
  ScriptedServer server({ok(), ok(), ok()});
  const auto database = connect_to(server);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(database->get_item(get()));
  for (const auto& request : server.seen()) EXPECT_EQ(request.connection, 0u);
}

TEST_F(RemoteDatabaseTest, sends_nothing_that_is_not_utf_8) {
  ScriptedServer server({ok()});
  const auto database = connect_to(server);
  const auto refused = database->get_item(test::get_request("t", {{"pk", "a\xff"}}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ValidationException);
  EXPECT_EQ(refused.error().message, "One or more parameter values were invalid: Key.pk is not valid UTF-8");
  int answers = 0;
  database->put_item(test::put_request("t", {{"pk", "a"}, {"\xff", 1}}), [&](const Result<PutItemResponse>& answer) {
    ++answers;
    EXPECT_EQ(answer ? "sent" : answer.error().message,
              "One or more parameter values were invalid: Item.\\xff is not valid UTF-8");
  });
  EXPECT_EQ(answers, 1);
  EXPECT_TRUE(database->get_item(get()));
  EXPECT_EQ(server.seen().size(), 1u);
}

TEST_F(RemoteDatabaseTest, waits_at_its_end_for_what_is_under_way) {
  ScriptedServer server({{.kind = ScriptedAnswer::Kind::Hold}});
  std::atomic<bool> answered = false;
  auto database = connect_to(server);
  database->get_item(get(), [&](Result<GetItemResponse> result) {
    EXPECT_TRUE(result);
    answered = true;
  });
  ASSERT_TRUE(server.wait_for(1));
  EXPECT_FALSE(answered);
  std::thread releaser([&] { server.release(); });
  database.reset();
  EXPECT_TRUE(answered);
  releaser.join();
}

TEST_F(RemoteDatabaseTest, refuses_to_wait_in_a_completion_and_starts_further_requests_there) {
  ScriptedServer server({ok(), ok()});
  auto database = connect_to(server);
  std::atomic<bool> done = false;
  database->get_item(get(), [&](Result<GetItemResponse>) {
    const auto waited = database->get_item(get());
    ASSERT_FALSE(waited);
    EXPECT_NE(waited.error().message.find("a completion must not wait"), std::string::npos);
    database->put_item(put(), [&](Result<PutItemResponse> result) {
      EXPECT_TRUE(result);
      done = true;
    });
  });
  while (server.seen().size() < 2) std::this_thread::yield();
  database.reset();
  EXPECT_TRUE(done);
}

TEST_F(RemoteDatabaseTest, marks_its_completions) {
  ScriptedServer server({ok()});
  auto database = connect_to(server);
  std::atomic<int> marked = 0;
  const auto count = [&](const auto&) { marked += base::Completing::here(); };
  database->get_item(get(), count);
  database->get_item({.table_name = "t\xff", .key = {{{"pk", "a"}}}}, count);
  database.reset();
  EXPECT_EQ(marked, 2);
  EXPECT_FALSE(base::Completing::here());
}

TEST_F(RemoteDatabaseTest, sends_what_the_service_wants_to_see) {
  ScriptedServer server({ok()});
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  const auto request = server.seen().front();
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/");
  EXPECT_EQ(request.body, R"({"TableName":"t","Key":{"pk":{"S":"a"}}})");
  EXPECT_EQ(request.headers.at("x-amz-target"), "DynamoDB_20120810.GetItem");
  EXPECT_EQ(request.headers.at("content-type"), "application/x-amz-json-1.0");
  EXPECT_EQ(request.headers.at("host"), server.url().substr(7));
  EXPECT_EQ(request.headers.at("user-agent").find("partita/"), 0u);
  EXPECT_EQ(request.headers.at("x-amz-date"), "20150830T123600Z");
  EXPECT_EQ(request.headers.count("accept-encoding"), 0u);
  EXPECT_EQ(request.headers.count("expect"), 0u);
}

std::string gzip(std::string text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(text.size() + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST_F(RemoteDatabaseTest, reads_compressed_answers_whose_checksum_is_over_the_bytes_sent) {
  const std::string body = gzip(R"({"Item":{"pk":{"S":"a"}}})");
  const std::string checksum =
      std::to_string(crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
  ScriptedServer server({{.body = body, .headers = {{"Content-Encoding", "gzip"}, {"x-amz-crc32", checksum}}}});
  const auto answer = connect_to(server, {.accept_gzip = true})->get_item(get());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->item);
  EXPECT_EQ(server.seen().front().headers.at("accept-encoding"), "gzip");
}

TEST_F(RemoteDatabaseTest, wants_nothing_of_an_answer_that_says_nothing) {
  ScriptedServer server(std::vector<ScriptedAnswer>{{.body = ""}, {.body = R"("")"}, {.body = "{}"}});
  const auto database = connect_to(server);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(database->tag_resource({.resource_arn = "arn"}));
}

TEST_F(RemoteDatabaseTest, says_when_an_answer_is_none_of_dynamodbs) {
  ScriptedServer server({{.body = "<html>"}, {.body = "<html>"}});
  const auto database = connect_to(server);
  EXPECT_EQ(database->get_item(get()).error().code, ErrorCode::InternalServerError);
  EXPECT_EQ(database->update_item(add_one()).error().code, ErrorCode::OutcomeUnknown);
}

TEST_F(RemoteDatabaseTest, talks_only_to_those_whose_certificate_it_can_verify) {
  const auto identity = test::make_self_signed();
  ScriptedServer server({ok(), ok()}, identity);
  const auto refused = connect_to(server)->get_item(get());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ServiceUnavailable);
  EXPECT_NE(refused.error().message.find("certificate"), std::string::npos) << refused.error().message;
  EXPECT_EQ(retries_, 0);
  EXPECT_TRUE(server.seen().empty());

  const test::TemporaryDirectory directory;
  const std::string bundle = directory.string() + "/ca.pem";
  std::ofstream(bundle) << identity.certificate;
  EXPECT_TRUE(connect_to(server, {.ca_bundle = bundle})->get_item(get()));
  variables_["AWS_CA_BUNDLE"] = bundle;
  EXPECT_TRUE(connect_to(server)->get_item(get()));

  std::ofstream(bundle) << test::make_self_signed().certificate;
  EXPECT_FALSE(connect_to(server)->get_item(get()));
  EXPECT_FALSE(connect_to(server, {.ca_bundle = directory.string() + "/missing"})->get_item(get()));
  EXPECT_EQ(retries_, 0);
}

}  // namespace remote_database_test
}  // namespace partita::client
