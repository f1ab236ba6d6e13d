// Requests to a server that verifies signatures.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "auth/sign.h"
#include "server/answers/router.h"
#include "server/http/gzip.h"
#include "server/http/plain_request.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace keys_test {

using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t kNowMs = 1'767'225'600'000;  // 2026-01-01T00:00:00Z
constexpr std::string_view kMismatch =
    R"({"__type":"com.amazon.coral.service#InvalidSignatureException","message":"The request signature we calculated )"
    R"(does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the )"
    R"(service documentation for details."})";
constexpr std::string_view kUnknown = R"({"__type":"com.amazon.coral.service#UnrecognizedClientException",)"
                                      R"("message":"The security token included in the request is invalid."})";

class KeysTest : public ServerTest {
 protected:
  ServerOptions with_keys() {
    ServerOptions options = defaults();
    options.loops = 1;
    options.auth = Auth::Keys;
    options.keys = store_;
    options.clock = &clock_;
    return options;
  }
  // A POST for `operation` as the project's client signs it. `sent` goes out in place of the signed body.
  std::string signed_post(std::string_view operation, std::string_view body, Credentials by, auth::Headers further = {},
                          std::optional<std::string_view> sent = {}, const std::string& host = "",
                          std::optional<std::int64_t> now_ms = {}) const {
    auth::SigningRequest request;
    request.headers = {{"Host", host.empty() ? fmt::format("127.0.0.1:{}", port()) : host},
                       {"X-Amz-Target", fmt::format("DynamoDB_20120810.{}", operation)},
                       {"Content-Type", "application/x-amz-json-1.0"}};
    request.headers.insert(request.headers.end(), further.begin(), further.end());
    request.body = body;
    request.region = "eu-west-1";
    request.now_ms = now_ms.value_or(clock_.now_ms());
    std::string text = "POST / HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
    for (const auto& [name, value] : auth::sign(request, by)) text += name + ": " + value + "\r\n";
    return text + fmt::format("Content-Length: {}\r\n\r\n{}", sent.value_or(body).size(), sent.value_or(body));
  }

  const Credentials kAlice{"AKIDALICE", "alice"};
  base::ManualClock clock_{kNowMs};
  std::shared_ptr<auth::KeyStore> store_ = std::make_shared<auth::KeyStore>(
      std::make_shared<auth::AccessKeys>(std::vector<auth::AccessKey>{{"AKIDALICE", "alice"}}));
};

TEST_F(KeysTest, OnlyTheOwnerOfAKeyComesIn) {
  start(with_keys());
  Client client(port());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice)).body, kGotItem);
    // Refusals keep the connection and have the fields of all answers.
    const auto wrong = client.exchange(signed_post("GetItem", kGetItem, {"AKIDALICE", "bob"}));
    EXPECT_EQ(wrong.status, 400);
    EXPECT_EQ(wrong.body, kMismatch);
    EXPECT_EQ(wrong.headers.at("content-type"), "application/x-amz-json-1.0");
    EXPECT_TRUE(wrong.headers.contains("x-amz-crc32"));
    EXPECT_EQ(wrong.headers.at("x-amzn-requestid").size(), 52u);
    EXPECT_FALSE(wrong.headers.contains("connection"));
    EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, {"AKIDBOB", "bob"})).body, kUnknown);
    EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice, {}, "{\"TableName\":\"t\"}")).body, kMismatch);
    EXPECT_THAT(client.exchange(post("GetItem", kGetItem)).body, HasSubstr("Signature"));
  }
}

// A clock that is wrong on purpose. The policies and the audit log have the right one.
TEST_F(KeysTest, AClientThatTakesTheTimeOfTheAnswerGetsIn) {
  base::SkewedClock skewed(clock_);
  ServerOptions options = with_keys();
  options.skewed_clock = &skewed;
  start(options);
  Client client(port());
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice)).body, kGotItem);
  struct Case {
    std::chrono::seconds ahead;
    std::string fault, date;
  };
  for (const Case& c : {Case{std::chrono::minutes(6), "Signature expired: 20260101T000000Z is now earlier than ",
                             "Thu, 01 Jan 2026 00:06:00 GMT"},
                        Case{-std::chrono::minutes(6), "Signature not yet current: 20260101T000000Z is still later ",
                             "Wed, 31 Dec 2025 23:54:00 GMT"}}) {
    skewed.set_ahead(c.ahead);
    const auto refused = client.exchange(signed_post("GetItem", kGetItem, kAlice));
    EXPECT_THAT(refused.body, HasSubstr(c.fault));
    EXPECT_EQ(refused.headers.at("date"), c.date);
    const auto corrected =
        signed_post("GetItem", kGetItem, kAlice, {}, {}, "", clock_.now_ms() + c.ahead.count() * 1000);
    EXPECT_EQ(client.exchange(corrected).body, kGotItem);
  }
  skewed.set_ahead({});
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice)).headers.at("date"),
            "Thu, 01 Jan 2026 00:00:00 GMT");
}

// Boost.Beast's parser reads these.
// A proxy with TLS on the same machine passes on the name that the client signed.
TEST_F(KeysTest, ASignedRequestMayNameAnyHost) {
  start(with_keys());
  Client client(port());
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice, {}, {}, "db.example.com")).body, kGotItem);
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, {"AKIDALICE", "bob"}, {}, {}, "db.example.com")).body,
            kMismatch);
  EXPECT_EQ(client.exchange("GET / HTTP/1.1\r\nHost: db.example.com\r\n\r\n").status, 403);
}

TEST_F(KeysTest, RequestsInOtherFormsAreVerifiedToo) {
  start(with_keys());
  Client client(port());
  const auto with_query = [](std::string request, std::string_view target) {
    return request.replace(request.find("/ "), 2, std::string(target) + " ");
  };
  const auto request = signed_post("GetItem", kGetItem, kAlice, {{"Origin", "http://localhost"}});
  EXPECT_EQ(client.exchange(request).body, kGotItem);
  EXPECT_EQ(client.exchange(with_query(request, "/?a=b")).body, kMismatch);
  // In several pieces and in chunks.
  std::string chunked = request.substr(0, request.find("Content-Length"));
  chunked += "Transfer-Encoding: chunked\r\n\r\n";
  client.send(chunked.substr(0, 60));
  client.send(chunked.substr(60));
  client.send(fmt::format("5\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", kGetItem.substr(0, 5), kGetItem.size() - 5,
                          kGetItem.substr(5)));
  EXPECT_EQ(client.read().body, kGotItem);
}

TEST_F(KeysTest, ACompressedBodyIsVerifiedAsSent) {
  start(with_keys());
  Client client(port());
  std::string compressed;
  Gzip gzip;
  ASSERT_TRUE(gzip.deflate(kGetItem, compressed));
  const auth::Headers kEncoding = {{"Content-Encoding", "gzip"}};
  EXPECT_EQ(client.exchange(signed_post("GetItem", compressed, kAlice, kEncoding)).body, kGotItem);
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice, kEncoding, compressed)).body, kMismatch);
  // The body of a refused request is not looked at.
  EXPECT_EQ(client.exchange(signed_post("GetItem", "not gzip", {"AKIDBOB", "bob"}, kEncoding)).body, kUnknown);
  EXPECT_THAT(client.exchange(signed_post("GetItem", "not gzip", kAlice, kEncoding)).body, HasSubstr("not gzip"));
}

TEST_F(KeysTest, TheOrderOfRefusals) {
  start(with_keys());
  Client client(port());
  const auto answer = [&](const std::string& request) { return client.exchange(request).body; };
  const Credentials kBob{"AKIDBOB", "bob"};
  EXPECT_EQ(answer(signed_post("Nonsense", "{}", kBob)),
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
  EXPECT_EQ(answer(signed_post("CreateGlobalTable", "{}", kBob)), kUnknown);
  EXPECT_THAT(answer(signed_post("CreateGlobalTable", "{}", kAlice)), HasSubstr("not implemented"));
  EXPECT_EQ(answer(signed_post("GetItem", "{", kBob)), kUnknown);
  EXPECT_THAT(answer(signed_post("GetItem", "{", kAlice)), HasSubstr("SerializationException"));
  EXPECT_EQ(answer(signed_post("GetItem", "", kBob)), kUnknown);
  EXPECT_THAT(answer(signed_post("GetItem", "", kAlice)), HasSubstr("SerializationException"));
}

TEST_F(KeysTest, HealthAndMetricsNeedNoKey) {
  start(with_keys());
  Client client(port());
  EXPECT_THAT(client.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").body, HasSubstr("healthy"));
  const auto refusals = [&] {
    const std::string body = client.exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body;
    const std::string_view name = "\npartita_signature_refusals_total ";
    const auto at = body.find(name);
    return at == body.npos ? "absent" : body.substr(at + name.size(), 1);
  };
  EXPECT_EQ(refusals(), "0");
  client.exchange(signed_post("GetItem", kGetItem, {"AKIDBOB", "bob"}));
  client.exchange(signed_post("GetItem", kGetItem, {"AKIDALICE", "bob"}));
  client.exchange(signed_post("GetItem", kGetItem, kAlice));
  EXPECT_EQ(refusals(), "2");
}

TEST_F(KeysTest, KeysMayChangeWhileTheServerRuns) {
  start(with_keys());
  Client client(port());
  const Credentials kNew{"AKIDALICE", "changed"};
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kNew)).body, kMismatch);
  store_->publish(std::make_shared<auth::AccessKeys>(std::vector<auth::AccessKey>{{"AKIDALICE", "changed"}}));
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kNew)).body, kGotItem);
  EXPECT_EQ(client.exchange(signed_post("GetItem", kGetItem, kAlice)).body, kMismatch);
}

TEST_F(KeysTest, TheClockIsTheServers) {
  start(with_keys());
  Client client(port());
  const std::string request = signed_post("GetItem", kGetItem, kAlice);
  clock_.advance_ms(299'999);
  EXPECT_EQ(client.exchange(request).body, kGotItem);
  clock_.advance_ms(1'001);
  EXPECT_THAT(client.exchange(request).body,
              HasSubstr("Signature expired: 20260101T000000Z is now earlier than 20260101T000001Z "
                        "(20260101T000501Z - 5 min.)"));
}

TEST_F(KeysTest, SignaturesAreExplainedOnRequest) {
  auto options = with_keys();
  options.explain_signatures = auth::Explain::Yes;
  start(options);
  Client client(port());
  const auto body = client.exchange(signed_post("GetItem", kGetItem, {"AKIDALICE", "bob"})).body;
  EXPECT_THAT(body, HasSubstr(R"(The Canonical String for this request should have been\n'POST\n/\n\ncontent-type:)"));
  EXPECT_THAT(body, HasSubstr(R"(The String-to-Sign should have been\n'AWS4-HMAC-SHA256\n20260101T000000Z\n)"));
  EXPECT_THAT(body, Not(HasSubstr("alice")));
}

// A request that waits for memory is routed again, and its body may be inflated by then.
TEST_F(KeysTest, ARequestIsVerifiedOnce) {
  start(with_keys());
  std::string compressed;
  Gzip gzip;
  ASSERT_TRUE(gzip.deflate(kGetItem, compressed));
  Request request;
  request.keeps_fields = true;
  const std::string input = signed_post("GetItem", compressed, kAlice);
  ASSERT_EQ(read_plain_request(input, 1 << 16, 1 << 16, request), input.size());
  request.content_encoding = "gzip";
  auth::Verifier verifier(*store_, clock_);
  const Policy policy{.auth = Auth::Keys, .region = {}, .max_body_bytes = 1 << 16, .can_write = {}};
  const auto route_again = [&] {
    Answer answer;
    return route(
        request, policy, &verifier, [](std::size_t) { return true; }, answer);
  };
  EXPECT_EQ(route_again(), protocol::Operation::GetItem);
  EXPECT_EQ(request.body, kGetItem);
  EXPECT_EQ(route_again(), protocol::Operation::GetItem);
  // The next request of the connection begins again.
  request.clear();
  EXPECT_EQ(request.fields.size(), 0u);
  ASSERT_EQ(read_plain_request(input, 1 << 16, 1 << 16, request), input.size());
  request.body = kGetItem;
  EXPECT_EQ(route_again(), std::nullopt);
}

}  // namespace keys_test
}  // namespace partita::server
