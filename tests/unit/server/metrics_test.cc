// The server's counters and logs.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <mutex>
#include <set>

#include "server/metrics/metrics_text.h"
#include "server/subject/table_of.h"
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
  for (
      const char* line :
      {"# TYPE partita_requests_total counter",
       R"x(partita_requests_total{operation="GetItem",table="(other)",class="success",outcome="ok"} 2)x",
       R"x(partita_requests_total{operation="Query",table="(other)",class="user_error",outcome="ResourceNotFoundException"} 1)x",
       R"x(partita_requests_total{operation="none",table="(none)",class="user_error",outcome="UnknownOperationException"} 1)x",
       "# TYPE partita_request_duration_seconds histogram",
       R"x(partita_request_duration_seconds_count{operation="GetItem",table="(other)"} 2)x",
       R"x(partita_request_duration_seconds_bucket{operation="GetItem",table="(other)",le="+Inf"} 2)x",
       "partita_open_connections 2"})
    EXPECT_THAT(answer.body, HasSubstr(std::string(line) + "\n"));
  EXPECT_THAT(answer.body, Not(HasSubstr("PutItem")));
}

TEST_F(MetricsTest, ExistingTablesHaveCountsOfTheirOwnUntilTheyAreDeleted) {
  std::mutex mutex;
  std::set<std::string, std::less<>> tables = {"t", "other", "third"};
  auto options = defaults();
  options.labelled_tables = 2;
  options.has_table = [&](std::string_view name) {
    const std::lock_guard lock(mutex);
    return tables.contains(name);
  };
  database_.on_transact_write_items = [](TransactWriteItemsRequest, Completion<TransactWriteItemsResponse> done) {
    done(TransactWriteItemsResponse{});
  };
  start(options);
  Client client(port()), second(port());
  const auto get = [&](std::string_view table) {
    client.exchange(post("GetItem", fmt::format(R"({{"TableName":"{}","Key":{{"id":{{"S":"1"}}}}}})", table)));
  };
  for (const char* table : {"t", "arn:aws:dynamodb:us-east-1:123456789012:table/t", "other", "none", "third"})
    get(table);
  second.exchange(post("GetItem", kGetItem));
  client.exchange(post("TransactWriteItems", R"({"TransactItems":[{"Delete":{"TableName":"t","Key":{"id":{"S":"1"}}}},
      {"Delete":{"TableName":"other","Key":{"id":{"S":"1"}}}}]})"));
  const auto count = [](std::string_view table, int value) {
    return HasSubstr(
        fmt::format("partita_requests_total{{operation=\"GetItem\",table=\"{}\",class=\"success\","
                    "outcome=\"ok\"}} {}\n",
                    table, value));
  };
  auto body = client.exchange(kMetrics).body;
  EXPECT_THAT(body, testing::AllOf(count("t", 3), count("other", 1), count("(other)", 2)));
  EXPECT_THAT(body, Not(HasSubstr("table=\"none\"")));
  EXPECT_THAT(body, HasSubstr(R"x(operation="TransactWriteItems",table="(several)")x"));
  {
    const std::lock_guard lock(mutex);
    tables.erase("t");
  }
  EXPECT_THAT(client.exchange(kMetrics).body, Not(HasSubstr(R"(table="t")")));
  // The place of the deleted table is free for another one, in the loop that knew the old table too.
  get("third");
  body = client.exchange(kMetrics).body;
  EXPECT_THAT(body, testing::AllOf(count("third", 1), count("(other)", 2), Not(HasSubstr(R"x(table="t")x"))));
}

TEST_F(MetricsTest, ACollectorThatAsksForOpenMetricsGetsIt) {
  start();
  Client client(port());
  client.exchange(post("GetItem", kGetItem));
  const auto answer = client.exchange(
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
      "Accept: application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5\r\n\r\n");
  EXPECT_EQ(answer.headers.at("content-type"), "application/openmetrics-text; version=1.0.0; charset=utf-8");
  EXPECT_THAT(answer.body, HasSubstr("# TYPE partita_requests counter\npartita_requests_total{"));
  EXPECT_TRUE(answer.body.ends_with("\n# EOF\n"));
}

TEST(MetricsWriterTest, TextsAreEscaped) {
  MetricsWriter writer(MetricsFormat::Prometheus);
  writer.begin({"partita_test_bytes", "a \\ and\na line", MetricType::Gauge});
  writer.add("", {{"table", "a\"b\\\n"}}, 0.5);
  writer.add("", {}, 1e300);
  EXPECT_EQ(writer.take(),
            "# HELP partita_test_bytes a \\\\ and\\na line\n# TYPE partita_test_bytes gauge\n"
            "partita_test_bytes{table=\"a\\\"b\\\\\\n\"} 0.5\npartita_test_bytes 1e+300\n");
}

TEST(LoopMetricsTest, ALatencyIsCountedBelowTheBoundThatItReaches) {
  TableLabels labels(0, {});
  LoopMetrics metrics(labels);
  const auto record = [&](std::chrono::nanoseconds latency) {
    metrics.record(nullptr, protocol::Operation::GetItem, std::nullopt, latency);
  };
  record(std::chrono::microseconds(10));
  record(std::chrono::nanoseconds(10'001));
  record(std::chrono::seconds(10));
  record(std::chrono::seconds(11));
  const std::array<const LoopMetrics*, 1> loops = {&metrics};
  const std::string text = metrics_text(MetricsFormat::Prometheus, loops, {});
  const auto bucket = [](std::string_view bound, int count) {
    return HasSubstr(fmt::format("_bucket{{operation=\"GetItem\",table=\"(none)\",le=\"{}\"}} {}\n", bound, count));
  };
  EXPECT_THAT(
      text, testing::AllOf(bucket("1e-05", 1), bucket("2e-05", 2), bucket("5", 2), bucket("10", 3), bucket("+Inf", 4)));
  EXPECT_THAT(text, HasSubstr("_sum{operation=\"GetItem\",table=\"(none)\"} 21.00002"));
}

TEST(OutcomeClassTest, SaysWhatAnOperatorMustKnow) {
  EXPECT_EQ(class_of(std::nullopt), "success");
  EXPECT_EQ(class_of(ErrorCode::ValidationException), "user_error");
  EXPECT_EQ(class_of(ErrorCode::ConditionalCheckFailedException), "condition");
  EXPECT_EQ(class_of(ErrorCode::ProvisionedThroughputExceededException), "throttle");
  EXPECT_EQ(class_of(ErrorCode::AccessDeniedException), "auth_failure");
  EXPECT_EQ(class_of(ErrorCode::ServiceUnavailable), "server_fault");
  EXPECT_EQ(class_of(ErrorCode::Corruption), "server_fault");
}

TEST(TableOfTest, FindsTheOneTableOfARequest) {
  EXPECT_EQ(std::string(table_of(GetItemRequest{.table_name = "t"})), "t");
  EXPECT_EQ(table_of(GetItemRequest{}), kNoTable);
  EXPECT_EQ(table_of(TagResourceRequest{.resource_arn = "arn:aws:dynamodb:r:1:table/t/index/i"}), "t");
  EXPECT_EQ(table_of(TagResourceRequest{.resource_arn = "arn:aws:s3:::bucket"}), kNoTable);
  EXPECT_EQ(table_of(GetRecordsRequest{.shard_iterator = "arn:aws:dynamodb:r:1:table/t/stream/l|1|x"}), "t");
  EXPECT_EQ(table_of(ListTablesRequest{}), kNoTable);
  BatchGetItemRequest batch;
  batch.request_items.emplace();
  batch.request_items->emplace_back("t", KeysAndAttributes{});
  EXPECT_EQ(table_of(batch), "t");
  batch.request_items->emplace_back("u", KeysAndAttributes{});
  EXPECT_EQ(table_of(batch), kSeveralTables);
  const auto statement = [](const char* text) {
    return std::string(table_of(ExecuteStatementRequest{.statement = text}));
  };
  EXPECT_EQ(statement("SELECT * FROM t WHERE pk = 'from u'"), "t");
  EXPECT_EQ(statement("select \"from\" from \"t\".\"i\" where a='b'"), "t");
  EXPECT_EQ(statement("DELETE  FROM\n\"my.table\" WHERE pk=?"), "my.table");
  EXPECT_EQ(statement("INSERT INTO t VALUE {'from':'x'}"), "t");
  EXPECT_EQ(statement("update t set a=1"), "t");
  EXPECT_EQ(statement("SELECT 'from t"), kNoTable);
  EXPECT_EQ(statement("SELECT * FROM"), kNoTable);
  EXPECT_EQ(statement(""), kNoTable);
  EXPECT_EQ(table_of(ExecuteTransactionRequest{
                .transact_statements = std::vector<ParameterizedStatement>{{.statement = "UPDATE t SET a=1"},
                                                                           {.statement = "DELETE FROM u"}}}),
            kSeveralTables);
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
