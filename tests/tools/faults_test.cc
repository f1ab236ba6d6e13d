// Faults on purpose over HTTP: a server that fails by rules, and files of rules that `partita serve` refuses.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>

#include <fstream>
#include <future>
#include <string>
#include <thread>

#include "client/faults/database_with_faults.h"
#include "run_command.h"
#include "served_database.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace faults_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ServedFaults : public ServedDatabase {
 protected:
  // The URL of a server in front of the database, which fails by `rules`.
  std::string serve(std::vector<Fault> rules) {
    auto made = client::DatabaseWithFaults::make(*database_, {.rules = std::move(rules), .seed = 11},
                                                 {.cut_error = client::CutError::OutcomeUnknown});
    EXPECT_TRUE(made) << made.error().message;
    faulty_ = std::move(*made);
    server::ServerOptions options;
    options.port = 0;
    faulty_server_ = server::Server::start(*faulty_, options).value();
    return faulty_server_->url();
  }
  void TearDown() override {
    faulty_server_.reset();
    faulty_.reset();
    ServedDatabase::TearDown();
  }
  std::int64_t count() {
    const auto page = database_->scan(test::scan_request("items"));
    return page ? page->count : -1;
  }

  std::unique_ptr<client::DatabaseWithFaults> faulty_;
  std::unique_ptr<server::Server> faulty_server_;
};

constexpr int kOnce = 1;

TEST_F(ServedFaults, a_cut_connection_leaves_the_outcome_of_a_write_unknown) {
  ASSERT_TRUE(database_->create_table(test::create_request("items", "pk:S")));
  const auto remote =
      connect(
          serve({{.operations = {"PutItem"}, .count = 1, .connection = FaultConnection::Cut},
                 {.operations = {"PutItem"}, .count = 1, .when = FaultTime::After, .connection = FaultConnection::Cut},
                 {.operations = {"Scan"}, .count = 1, .connection = FaultConnection::Cut}}),
          {.max_attempts = kOnce})
          .value();
  EXPECT_EQ(remote->put_item(test::put_request("items", {{"pk", "before"}})).error().code, ErrorCode::OutcomeUnknown);
  EXPECT_EQ(count(), 0);
  EXPECT_EQ(remote->put_item(test::put_request("items", {{"pk", "after"}})).error().code, ErrorCode::OutcomeUnknown);
  EXPECT_EQ(count(), 1);
  const auto read = remote->scan(test::scan_request("items"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::InternalServerError);
  EXPECT_THAT(read.error().message, HasSubstr("No answer from "));
  EXPECT_TRUE(remote->scan(test::scan_request("items")));
  EXPECT_THAT(faulty_->times_acted(), ElementsAre(1, 1, 1));
}

TEST_F(ServedFaults, errors_have_the_form_of_the_service) {
  ASSERT_TRUE(database_->create_table(test::create_request("items", "pk:S")));
  const auto remote =
      connect(serve({{.operations = {"TransactWriteItems"}, .error = ErrorCode::TransactionConflictException},
                     {.operations = {"PutItem"}, .error = ErrorCode::RequestLimitExceeded},
                     {.operations = {"BatchWriteItem"}, .key = {{"pk", "b"}}, .unprocessed = 1},
                     {.operations = {"GetItem"}, .delay = std::chrono::milliseconds(1)}}),
              {.max_attempts = kOnce})
          .value();
  const auto cancelled =
      remote->transact_write_items(test::transact_request({test::transact_put("items", {{"pk", "a"}})}));
  ASSERT_EQ(cancelled.error().code, ErrorCode::TransactionCanceledException);
  EXPECT_EQ(cancelled.error().cancellation_reasons.at(0).code, "TransactionConflict");
  EXPECT_EQ(remote->put_item(test::put_request("items", {{"pk", "a"}})).error().code, ErrorCode::RequestLimitExceeded);
  const auto write = [](const char* key) {
    return WriteRequest{.put_request = PutRequest{.item = AttributeMap{{"pk", key}}}};
  };
  const auto partial = remote->batch_write_item({.request_items = {{{"items", {write("a"), write("b")}}}}});
  ASSERT_TRUE(partial);
  ASSERT_EQ(partial->unprocessed_items.size(), 1u);
  EXPECT_EQ(*partial->unprocessed_items[0].second.at(0).put_request->item->find("pk"), AttributeValue("b"));
  EXPECT_EQ(count(), 1);
  EXPECT_TRUE(remote->get_item(test::get_request("items", {{"pk", "a"}}))->item);
}

// An endless delay must not keep a server from stopping.
TEST_F(ServedFaults, ended_delays_let_the_server_stop) {
  ASSERT_TRUE(database_->create_table(test::create_request("items", "pk:S")));
  const auto remote = connect(serve({{.delay = std::chrono::hours(1)}}), {.max_attempts = kOnce}).value();
  std::promise<bool> answered;
  remote->put_item(test::put_request("items", {{"pk", "a"}}),
                   [&](const Result<PutItemResponse>& result) { answered.set_value(result.has_value()); });
  while (faulty_->times_acted()[0] == 0) std::this_thread::yield();
  EXPECT_EQ(count(), 0);
  faulty_->end_delays();
  EXPECT_TRUE(answered.get_future().get());
  EXPECT_EQ(count(), 1);
}

TEST(FaultsOption, a_wrong_file_is_refused_with_the_rule) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "faults.json";
  const auto said = [&] {
    const Outcome outcome = run_command("serve --memory --port 0 --faults " + file);
    EXPECT_NE(outcome.exit_code, 0);
    return outcome.output;
  };
  EXPECT_THAT(said(), HasSubstr("The file of faults '" + file + "' cannot be read"));
  std::ofstream(file) << R"({"rules": [{"delay_ms": 1}, {"operation": "PutItem"}]})";
  EXPECT_THAT(said(), HasSubstr(file + ": Rule 2: 'operation' is not a member of a rule; the members are operations"));
  std::ofstream(file) << R"({"rules": [{"operations": ["Scan"], "unprocessed": 0.5}]})";
  EXPECT_THAT(said(), HasSubstr(file + ": Rule 1: Scan has no unprocessed members"));
}

}  // namespace faults_test
}  // namespace partita
