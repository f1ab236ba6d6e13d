// DynamoDB's API over HTTP: the answers to requests, before and around the database.
#include <gmock/gmock.h>
#include <zlib.h>

#include <mutex>
#include <set>

#include "unit/server/fixture.h"

namespace partita::server {
namespace api_test {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr std::string_view kNotFound = "<UnknownOperationException/>\n";
constexpr std::string_view kUnknown = R"({"__type":"com.amazon.coral.service#UnknownOperationException"})";
constexpr std::string_view kSerialization = R"({"__type":"com.amazon.coral.service#SerializationException"})";
constexpr std::string_view kMissing = R"({"__type":"com.amazon.coral.service#MissingAuthenticationTokenException",)"
                                      R"("message":"Request is missing Authentication Token"})";

std::string incomplete(std::string_view message) {
  return R"({"__type":"com.amazon.coral.service#IncompleteSignatureException","message":")" + std::string(message) +
         R"("})";
}

std::string request(std::string_view method, std::string_view target, std::string_view headers,
                    std::string_view body = {}) {
  std::string text(method);
  text.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\n").append(headers);
  return text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

class ApiTest : public ServerTest {
 protected:
  HttpAnswer exchange(const std::string& text) {
    Client client(port());
    return client.exchange(text);
  }
};

TEST_F(ApiTest, RequestsAreRefusedInTheServicesOrder) {
  start();
  const std::string target = "X-Amz-Target: DynamoDB_20120810.ListTables\r\n";
  const std::string json = "Content-Type: application/json\r\n";
  struct Case {
    std::string request;
    int status;
    std::string_view body;
  } cases[] = {
      {request("PUT", "/", ""), 404, kNotFound},
      {request("DELETE", "/", ""), 404, kNotFound},
      {request("BREW", "/", ""), 404, kNotFound},
      {request("OPTIONS", "/", "Origin: x\r\n"), 404, kNotFound},
      {request("GET", "/other", ""), 404, kNotFound},
      {request("POST", "/other", target + json + std::string(kSignature), "{}"), 404, kNotFound},
      {request("POST", "/", "", "hi"), 404, kNotFound},
      {request("POST", "/", "Content-Type: whatever\r\n", "hi"), 404, kNotFound},
      {request("POST", "/", "Content-Type: application/jsonasdf\r\n", "hi"), 404, kNotFound},
      {request("POST", "/", json, "hi"), 400, kSerialization},
      {request("POST", "/", json + target, "hi"), 400, kSerialization},
      {request("POST", "/", ""), 400, kUnknown},
      {request("POST", "/", json, "{}"), 400, kUnknown},
      {request("POST", "/", "X-Amz-Target: whatever\r\n"), 400, kUnknown},
      {request("POST", "/", "X-Amz-Target: DynamoDB_20120810.ListTable\r\n"), 400, kUnknown},
      {request("POST", "/", target), 400, kMissing},
      {request("POST", "/", target + json, "{}"), 400, kMissing},
      {request("POST", "/", target + std::string(kSignature)), 400, kSerialization},
      {request("POST", "/", target + json + std::string(kSignature), "hi"), 400, kSerialization},
      {request("POST", "/", target + json + std::string(kSignature), "{}"), 200, R"({"TableNames":["shop"]})"},
  };
  for (const auto& [text, status, body] : cases) {
    const auto answer = exchange(text);
    EXPECT_EQ(answer.status, status) << text;
    EXPECT_EQ(answer.body, body) << text;
  }
}

TEST_F(ApiTest, CredentialsMustHaveTheRightForm) {
  start();
  const std::string date = "Date: a\r\n";
  const auto header = [](std::string value) { return "Authorization: " + value + "\r\n"; };
  struct Case {
    std::string target, headers, body;
  } cases[] = {
      {"/", header("AWS4"), std::string(kMissing)},
      {"/?X-Amz-Algorith", header("X"), std::string(kMissing)},
      {"/?X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-SignedHeaders=c&X-Amz-Date=d", "", std::string(kMissing)},
      {"/?X-Amz-Algorithm", header("X"),
       R"({"__type":"com.amazon.coral.service#InvalidSignatureException","message":)"
       R"("Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."})"},
      {"/", header("AWS4-"),
       incomplete("Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' "
                  "parameter. Authorization header requires 'SignedHeaders' parameter. Authorization header requires "
                  "existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-")},
      {"/", header("AWS4- Signature=b, Credential=a") + date,
       incomplete("Authorization header requires 'SignedHeaders' parameter. "
                  "Authorization=AWS4- Signature=b, Credential=a")},
      {"/?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d", "",
       incomplete("AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
                  "Re-examine the query-string parameters.")},
  };
  for (const auto& [target, headers, body] : cases) {
    const auto answer = exchange(request("POST", target, "X-Amz-Target: DynamoDB_20120810.ListTables\r\n" + headers));
    EXPECT_EQ(answer.status, 400) << headers;
    EXPECT_EQ(answer.body, body) << headers;
  }
}

TEST_F(ApiTest, APresignedRequestIsSigned) {
  start();
  const auto text = request("POST",
                            "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20260101%2Fr%2Fdynamodb%2F"
                            "aws4_request&X-Amz-Signature=c&X-Amz-SignedHeaders=host&X-Amz-Date=d",
                            "X-Amz-Target: DynamoDB_20120810.ListTables\r\n" + std::string(kJson), "{}");
  EXPECT_EQ(exchange(text).status, 200);
}

TEST_F(ApiTest, WithoutAuthNothingNeedBeSigned) {
  auto options = defaults();
  options.auth = Auth::Off;
  start(options);
  EXPECT_EQ(exchange(request("POST", "/", "X-Amz-Target: DynamoDB_20120810.ListTables\r\n" + std::string(kJson), "{}"))
                .status,
            200);
}

TEST_F(ApiTest, TheContentTypeIsAnsweredInKind) {
  start();
  for (const std::string type : {"application/x-amz-json-1.0", "application/x-amz-json-1.1", "application/json"}) {
    for (const std::string& sent : {type, "  " + type + "  ; charset=utf-8", type + ";"}) {
      const auto answer = exchange(request("POST", "/", "Content-Type: " + sent + "\r\n", "hi"));
      EXPECT_EQ(answer.headers.at("content-type"), type) << sent;
      EXPECT_EQ(answer.body, kSerialization) << sent;
    }
  }
}

TEST_F(ApiTest, EveryAnswerHasTheServicesHeaders) {
  start();
  Client client(port());
  std::set<std::string> ids;
  for (const std::string& text : {post("GetItem", kGetItem), post("Nonsense", "{}"), request("GET", "/", ""),
                                  request("PUT", "/", ""), request("GET", "/metrics", "")}) {
    const auto answer = client.exchange(text);
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(answer.body.data()), uInt(answer.body.size()));
    EXPECT_EQ(answer.headers.at("x-amz-crc32"), std::to_string(crc));
    EXPECT_THAT(answer.headers.at("x-amzn-requestid"), MatchesRegex("[0-9A-Z]+"));
    EXPECT_EQ(answer.headers.at("x-amzn-requestid").size(), 52u);
    EXPECT_TRUE(ids.insert(answer.headers.at("x-amzn-requestid")).second);
    EXPECT_THAT(answer.headers.at("date"),
                MatchesRegex("[A-Z][a-z][a-z], [0-9]+ [A-Z][a-z][a-z] [0-9]+ [0-9]+:[0-9]+:[0-9]+ GMT"));
    EXPECT_EQ(answer.headers.at("server"), "Partita");
  }
}

// The service itself was seen to send these sums for these bodies.
TEST_F(ApiTest, ChecksumsAreTheServices) {
  start();
  EXPECT_EQ(exchange(request("GET", "/", "")).headers.at("x-amz-crc32"), "3128867991");
  EXPECT_EQ(exchange(request("PUT", "/", "")).headers.at("x-amz-crc32"), "3552371480");
  EXPECT_EQ(exchange(request("POST", "/", "")).headers.at("x-amz-crc32"), "1368724161");
  EXPECT_EQ(exchange(request("POST", "/", kJson, "hi")).headers.at("x-amz-crc32"), "3948637019");
}

TEST_F(ApiTest, GetIsAHealthCheck) {
  auto options = defaults();
  options.region = "eu-west-1";
  start(options);
  const auto answer = exchange(request("GET", "/", ""));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "healthy: dynamodb.eu-west-1.amazonaws.com ");
}

TEST_F(ApiTest, GetSaysWhetherTheDatabaseCanWrite) {
  bool writes = true;
  auto options = defaults();
  options.can_write = [&] { return writes; };
  start(options);
  EXPECT_EQ(exchange(request("GET", "/", "")).status, 200);
  writes = false;
  const auto answer = exchange(request("GET", "/", ""));
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(answer.body, HasSubstr("unhealthy"));
  EXPECT_EQ(answer.headers.at("retry-after"), "1");
  EXPECT_EQ(exchange(post("GetItem", kGetItem)).status, 200);
  writes = true;
  EXPECT_EQ(exchange(request("GET", "/", "")).status, 200);
}

TEST_F(ApiTest, ProbesNeedNoCredentials) {
  bool writes = true;
  auto options = defaults();
  options.can_write = [&] { return writes; };
  start(options);
  const auto expect = [&](const std::string& path, int status, const std::string& body) {
    const auto answer = exchange(request("GET", path, ""));
    EXPECT_EQ(answer.status, status) << path;
    EXPECT_EQ(answer.body, body) << path;
    EXPECT_EQ(answer.headers.at("content-type"), "text/plain; charset=utf-8");
  };
  expect("/healthz", 200, "ok\n");
  expect("/readyz", 200, "ok\n");
  expect("/readyz?verbose", 200, "ok\n");
  writes = false;
  expect("/healthz", 200, "ok\n");
  expect("/readyz", 503, "not ready: the store cannot write; the server's log has the reason\n");
  EXPECT_EQ(exchange(request("POST", "/readyz", kJson, "{}")).status, 404);
}

TEST_F(ApiTest, DescribeEndpointsNamesTheHostThatTheRequestCameTo) {
  database_.on_describe_endpoints = [](DescribeEndpointsRequest, Completion<DescribeEndpointsResponse> done) {
    done(DescribeEndpointsResponse{.endpoints = {{.address = "dynamodb.us-east-1.amazonaws.com"}}});
  };
  start();
  const auto address_for = [&](std::string_view host, std::string_view version = "1.1") {
    std::string bytes = "POST / HTTP/";
    bytes.append(version).append("\r\n").append(host).append("X-Amz-Target: DynamoDB_20120810.DescribeEndpoints\r\n");
    bytes.append(kJson).append(kSignature).append("Content-Length: 2\r\n\r\n{}");
    return exchange(bytes).body;
  };
  const auto endpoint = [](const std::string& host) {
    return R"({"Endpoints":[{"Address":")" + std::string(all_over_tls() ? "https" : "http") + "://" + host + R"("}]})";
  };
  EXPECT_EQ(address_for("Host: localhost:8123\r\n"), endpoint("localhost:8123"));
  EXPECT_EQ(address_for("Host: [::1]:81\r\n"), endpoint("[::1]:81"));
  EXPECT_EQ(address_for("", "1.0"), endpoint("127.0.0.1:" + std::to_string(port())));
}

TEST_F(ApiTest, ErrorsOfTheDatabaseReachTheClient) {
  database_.on_get_item = [](GetItemRequest, Completion<GetItemResponse> done) {
    done(fail(ErrorCode::ResourceNotFoundException, "Requested resource not found"));
  };
  start();
  const auto answer = exchange(post("GetItem", kGetItem));
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
                         R"("message":"Requested resource not found"})");
  EXPECT_EQ(exchange(post("Scan", R"({"TableName":"t"})")).status, 500);
}

TEST_F(ApiTest, AFailureOfTheServerNamesNoPath) {
  const std::string path = "/var/lib/partita/000012.sst";
  struct Case {
    Error error;
    std::string text;
  };
  const std::vector<Case> cases = {
      {{ErrorCode::InternalServerError, "reading failed: IO error: While open: " + path}, "Internal server error"},
      {{ErrorCode::Corruption, "stored data is corrupt: " + path}, "Internal server error"},
      {{ErrorCode::DataDirectoryUnreadable, "cannot be opened: " + path}, "Internal server error"},
      {{ErrorCode::InternalServerError, "the disk is full: While appending to file: data/7.log"},
       "Internal server error: the server's disk is full, so it refuses writes until there is room"},
      {{ErrorCode::InternalServerError, "There was not enough memory for the operation; try again"},
       "There was not enough memory for the operation; try again"},
      {{ErrorCode::ValidationException, "The name a/b is wrong"}, "The name a/b is wrong"},
  };
  std::mutex mutex;
  std::vector<std::string> failures;
  auto options = defaults();
  options.log = [&](LogLevel level, std::string_view line) {
    const std::lock_guard lock(mutex);
    if (level == LogLevel::Error) failures.emplace_back(line);
  };
  Error next;
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) { done(unexpected(next)); };
  start(options);
  for (const Case& one : cases) {
    next = one.error;
    const auto answer = exchange(post("GetItem", kGetItem));
    EXPECT_THAT(answer.body, HasSubstr("\"message\":\"" + one.text + "\"}"));
  }
  server_->stop();
  ASSERT_EQ(failures.size(), 4u);
  for (std::size_t i = 0; i < failures.size(); ++i)
    EXPECT_THAT(failures[i],
                testing::AllOf(HasSubstr("event=failure id="), HasSubstr("reason=" + cases[i].error.message)));
}

TEST_F(ApiTest, AnOperationThatPartitaLacksIsNamed) {
  start();
  const auto answer = exchange(post("CreateGlobalTable", "{}"));
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, HasSubstr("UnknownOperationException"));
  EXPECT_THAT(answer.body, HasSubstr("CreateGlobalTable"));
}

TEST_F(ApiTest, OnLoopbackTheHostMustBeLoopback) {
  start();
  for (const std::string host :
       {"evil.example", "evil.example:80", "10.0.0.1", "[::2]", "localhost.evil.example", "127.0.0.1.x", ""}) {
    const auto answer = exchange("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    EXPECT_EQ(answer.status, 403) << host;
    EXPECT_THAT(answer.body, HasSubstr("loopback")) << host;
  }
  for (const std::string host : {"localhost", "LOCALHOST:1", "127.0.0.1:8000", "127.9.9.9", "[::1]", "[::1]:80"})
    EXPECT_EQ(exchange("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status, 200) << host;
  EXPECT_EQ(exchange("GET / HTTP/1.1\r\n\r\n").status, 400);
}

TEST_F(ApiTest, CorsLetsPagesOfAnyOriginCall) {
  auto options = defaults();
  options.cors = Cors::On;
  start(options);
  const auto preflight = exchange(request("OPTIONS", "/",
                                          "Origin: https://app.example\r\nAccess-Control-Request-Headers: a, b\r\n"
                                          "Access-Control-Request-Method: POST\r\n"));
  EXPECT_EQ(preflight.status, 200);
  EXPECT_EQ(preflight.headers.at("access-control-allow-origin"), "*");
  EXPECT_EQ(preflight.headers.at("access-control-allow-headers"), "a, b");
  EXPECT_EQ(preflight.headers.at("access-control-allow-methods"), "POST");
  EXPECT_EQ(preflight.headers.at("access-control-max-age"), "172800");
  EXPECT_EQ(preflight.headers.at("content-length"), "0");
  EXPECT_EQ(exchange(post("GetItem", kGetItem, "Origin: x\r\n")).headers.at("access-control-allow-origin"), "*");
  EXPECT_FALSE(exchange(post("GetItem", kGetItem)).headers.contains("access-control-allow-origin"));
  EXPECT_EQ(exchange(request("OPTIONS", "/", "")).status, 404);
}

TEST_F(ApiTest, AHeadLongerThanItsRoomIsSentWhole) {
  auto options = defaults();
  options.cors = Cors::On;
  start(options);
  const std::string asked(5000, 'h');
  const auto answer =
      exchange(request("OPTIONS", "/", "Origin: x\r\nAccess-Control-Request-Headers: " + asked + "\r\n"));
  EXPECT_EQ(answer.headers.at("access-control-allow-headers"), asked);
}

}  // namespace api_test
}  // namespace partita::server
