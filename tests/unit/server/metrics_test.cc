// The server's counters and logs.
#include <gmock/gmock.h>

#include <mutex>

#include "unit/server/fixture.h"

namespace partita::server {
namespace metrics_test {

using testing::HasSubstr;
using testing::Not;

class MetricsTest : public ServerTest {
 protected:
  static constexpr std::string_view kMetrics = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
};

TEST_F(MetricsTest, RequestsAreCountedByOperationAndOutcome) {
  database_.on_query = [](QueryRequest, Completion<QueryResponse> done) {
    done(fail(ErrorCode::ResourceNotFoundException, "Requested resource not found"));
  };
  start();
  Client client(port()), other(port());
  client.exchange(post("GetItem", kGetItem));
  other.exchange(post("GetItem", kGetItem));
  client.exchange(post("Query", R"({"TableName":"t"})"));
  client.exchange(post("Nonsense", "{}"));
  const auto answer = client.exchange(kMetrics);
  EXPECT_EQ(answer.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const char* line :
       {"# TYPE partita_requests_total counter", R"(partita_requests_total{operation="GetItem",outcome="ok"} 2)",
        R"(partita_requests_total{operation="Query",outcome="ResourceNotFoundException"} 1)",
        R"(partita_requests_total{operation="none",outcome="UnknownOperationException"} 1)",
        "# TYPE partita_request_duration_seconds histogram",
        R"(partita_request_duration_seconds_count{operation="GetItem"} 2)",
        R"(partita_request_duration_seconds_bucket{operation="GetItem",le="+Inf"} 2)", "partita_open_connections 2"})
    EXPECT_THAT(answer.body, HasSubstr(std::string(line) + "\n"));
  EXPECT_THAT(answer.body, Not(HasSubstr("PutItem")));
}

TEST_F(MetricsTest, BytesAreCounted) {
  auto options = defaults();
  options.loops = 1;
  start(options);
  Client client(port());
  const std::string request = post("GetItem", kGetItem);
  client.exchange(request);
  const auto body = client.exchange(kMetrics).body;
  EXPECT_THAT(body,
              HasSubstr("partita_received_bytes_total " + std::to_string(request.size() + kMetrics.size()) + "\n"));
  EXPECT_THAT(body, Not(HasSubstr("partita_sent_bytes_total 0\n")));
}

TEST_F(MetricsTest, OtherLayersAddTheirs) {
  auto options = defaults();
  options.extra_metrics = [] {
    return std::vector<Metric>{{"partita_engine_commits_total", "Batches committed", Metric::Type::Counter, 7},
                               {"partita_cache_bytes", "Bytes cached", Metric::Type::Gauge, 12}};
  };
  start(options);
  const auto body = Client(port()).exchange(kMetrics).body;
  EXPECT_THAT(body, HasSubstr("# HELP partita_engine_commits_total Batches committed\n"));
  EXPECT_THAT(body, HasSubstr("\npartita_engine_commits_total 7\n"));
  EXPECT_THAT(body, HasSubstr("# TYPE partita_cache_bytes gauge\npartita_cache_bytes 12\n"));
}

TEST_F(MetricsTest, ARequestIsALineOfTheLog) {
  std::mutex mutex;
  std::vector<std::string> lines;
  auto options = defaults();
  options.log_requests = true;
  options.log = [&](LogLevel, std::string_view line) {
    const std::lock_guard lock(mutex);
    if (!line.starts_with("event=tls_certificate")) lines.emplace_back(line);
  };
  start(options);
  const auto answer = Client(port()).exchange(post("GetItem", kGetItem));
  server_->stop();
  EXPECT_THAT(lines,
              testing::ElementsAre(HasSubstr("event=listening"),
                                   testing::AllOf(HasSubstr("event=request operation=GetItem status=200 error=none"),
                                                  HasSubstr("id=" + answer.headers.at("x-amzn-requestid"))),
                                   HasSubstr("event=stopped")));
}

TEST_F(MetricsTest, AFailureOfTheServerIsAWarning) {
  std::mutex mutex;
  std::vector<std::string> warnings;
  auto options = defaults();
  options.log = [&](LogLevel level, std::string_view line) {
    const std::lock_guard lock(mutex);
    if (level == LogLevel::Warning) warnings.emplace_back(line);
  };
  start(options);
  Client client(port());
  client.exchange(post("GetItem", kGetItem));
  client.exchange(post("Scan", R"({"TableName":"t"})"));
  server_->stop();
  EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("operation=Scan status=500 error=InternalServerError")));
}

}  // namespace metrics_test
}  // namespace partita::server
