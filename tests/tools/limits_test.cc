// Limits on purpose over HTTP: the errors for a client, and options that `partita serve` refuses.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>

#include <string>

#include "client/embedded_database.h"
#include "run_command.h"
#include "serve/engine_metrics.h"
#include "server/server.h"
#include "support/requests.h"

namespace partita {
namespace limits_test {

using ::testing::HasSubstr;

class ServedLimits : public ::testing::Test {
 protected:
  void serve(OpenOptions options) {
    options.in_memory = true;
    database_ = client::EmbeddedDatabase::open("", options, clock_).value();
    server::ServerOptions server;
    server.port = 0;
    server_ = server::Server::start(*database_, server).value();
    remote_ = connect(server_->url(), {.max_attempts = 1}).value();
  }
  void create_table(std::int64_t write_units) {
    CreateTableRequest table = test::create_request("items", "pk:S");
    table.billing_mode = BillingMode::Provisioned;
    table.provisioned_throughput = ProvisionedThroughput{5, write_units};
    const auto created = remote_->create_table(table);
    ASSERT_TRUE(created) << created.error().message;
  }
  void TearDown() override {
    remote_.reset();
    if (server_) server_->stop();
  }

  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(1'800'000'000'000);
  std::unique_ptr<client::EmbeddedDatabase> database_;
  std::unique_ptr<server::Server> server_;
  std::unique_ptr<Database> remote_;
};

TEST_F(ServedLimits, a_remote_client_gets_the_reasons_of_throttling) {
  serve({.throttling = Throttling::Capacity, .throttle_burst = std::chrono::seconds(1)});
  create_table(2);
  const auto put = test::put_request("items", {{"pk", "a"}});
  ASSERT_TRUE(remote_->put_item(put));
  ASSERT_TRUE(remote_->put_item(put));
  const auto refused = remote_->put_item(put);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ProvisionedThroughputExceededException);
  ASSERT_EQ(refused.error().throttling_reasons.size(), 1u);
  EXPECT_EQ(refused.error().throttling_reasons[0].reason, "TableWriteProvisionedThroughputExceeded");
  EXPECT_EQ(refused.error().throttling_reasons[0].resource, "arn:aws:dynamodb:us-east-1:123456789012:table/items");
  const auto metrics = tools::engine_metrics(*database_);
  const auto found = std::ranges::find_if(metrics, [](const server::Metric& metric) {
    return metric.name == "partita_throttled_requests_total" && metric.labels.back().second == "write";
  });
  ASSERT_NE(found, metrics.end());
  EXPECT_EQ(found->value, 1);
  clock_->advance_ms(1000);
  EXPECT_TRUE(remote_->put_item(put));
}

TEST_F(ServedLimits, an_index_lags_by_the_clock) {
  serve({.index_delay = std::chrono::milliseconds(50)});
  const auto created =
      remote_->create_table(test::create_request("items", "pk:S", "", {{.name = "by_g", .partition = {"g:S"}}}));
  ASSERT_TRUE(created) << created.error().message;
  ASSERT_TRUE(remote_->put_item(test::put_request("items", {{"pk", "a"}, {"g", "x"}})));
  auto query = test::query_request("items", "g = :g", {{":g", "x"}});
  query.index_name = "by_g";
  EXPECT_EQ(remote_->query(query)->count, 0);
  EXPECT_EQ(remote_->scan(test::scan_request("items"))->count, 1);
  clock_->advance_ms(100);
  EXPECT_EQ(remote_->query(query)->count, 1);
}

TEST(ServeLimits, NameTheFaultOfAnOption) {
  const auto said = [](const std::string& option) {
    // If the option is accepted, the command refuses --log-level, which it checks last.
    return run_command(fmt::format("serve --memory {} --log-level=none", option)).output;
  };
  EXPECT_THAT(said("--transactions=fail"), HasSubstr("--transactions: 'fail' is not one of conflict|wait"));
  EXPECT_THAT(said("--transactions=conflict --index-delay=100 --delay-eventual-reads"), HasSubstr("--log-level"));
  for (const char* given : {"-1", "3600001", "soon"})
    EXPECT_THAT(said(fmt::format("--index-delay={}", given)), HasSubstr("--index-delay:")) << given;
  EXPECT_THAT(said("--throttle=on"), HasSubstr("--throttle: 'on' is not one of capacity|off"));
  EXPECT_THAT(said("--throttle=capacity --throttle-burst=3600"), HasSubstr("--log-level"));
  for (const char* given : {"0", "3601", "many"})
    EXPECT_THAT(said(fmt::format("--throttle-burst={}", given)), HasSubstr("--throttle-burst:")) << given;
}

TEST(OpenLimits, RefuseABurstOutOfItsRange) {
  for (const int seconds : {0, 3601}) {
    const auto opened = open("", {.in_memory = true, .throttle_burst = std::chrono::seconds(seconds)});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().message, "the burst of a throttled database has 1 to 3600 seconds");
  }
}

}  // namespace limits_test
}  // namespace partita
