// The embedded database's life: opening, reopening, read-only, and its end.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/completing.h"
#include "client/embedded_database.h"
#include "storage/memory/memory_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/watched_store.h"

namespace partita::client {
namespace embedded_database_life_test {

using test::create_request;
using test::get_request;
using test::put_request;

TEST(EmbeddedDatabaseLife, keeps_what_was_written) {
  const test::TemporaryDirectory directory;
  {
    const auto database = partita::open(directory / "data").value();
    ASSERT_TRUE(database->create_table(create_request("items", "pk:S")));
    ASSERT_TRUE(database->put_item(put_request("items", {{"pk", "a"}, {"n", 1}})));
  }
  const auto database = partita::open(directory / "data").value();
  EXPECT_EQ(test::number_in(*database->get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 1);
}

TEST(EmbeddedDatabaseLife, opened_read_only_answers_reads_and_refuses_writes) {
  const test::TemporaryDirectory directory;
  {
    const auto database = partita::open(directory / "data").value();
    ASSERT_TRUE(database->create_table(create_request("items", "pk:S")));
    ASSERT_TRUE(database->put_item(put_request("items", {{"pk", "a"}})));
  }
  const auto database = partita::open(directory / "data", {.read_only = true}).value();
  EXPECT_TRUE(database->get_item(get_request("items", {{"pk", "a"}}))->item);
  EXPECT_EQ(database->scan(test::scan_request("items"))->count, 1);
  for (const Result<void>& refused :
       {database->put_item(put_request("items", {{"pk", "b"}})).transform([](const auto&) {}),
        database->create_table(create_request("other", "pk:S")).transform([](const auto&) {}),
        database->delete_table({.table_name = "items"}).transform([](const auto&) {})}) {
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("read-only"), std::string::npos) << refused.error().message;
  }
  EXPECT_EQ(database->scan(test::scan_request("items"))->count, 1);
}

TEST(EmbeddedDatabaseLife, its_arns_have_the_account_that_it_was_opened_with) {
  const test::TemporaryDirectory directory;
  auto request = create_request("items", "pk:S");
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewImage};
  const auto arns = [](const TableDescription& table) { return *table.table_arn + " " + *table.latest_stream_arn; };
  const std::string label =
      *partita::open(directory / "data")->get()->create_table(request)->table_description.latest_stream_label;
  for (const char* account : {"111122223333", "123456789012"}) {
    const auto database = partita::open(directory / "data", {.account = account}).value();
    const std::string arn = std::string("arn:aws:dynamodb:us-east-1:") + account + ":table/items";
    EXPECT_EQ(arns(database->describe_table({.table_name = arn})->table), arn + " " + arn + "/stream/" + label);
  }
  for (const char* wrong : {"", "12345678901", "12345678901a"}) {
    const auto refused = partita::open("", {.in_memory = true, .account = wrong});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the account '" + std::string(wrong) + "' is not a number of 12 digits");
  }
}

TEST(EmbeddedDatabaseLife, in_memory_is_not_read_only) {
  const auto refused = partita::open("", {.in_memory = true, .read_only = true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a database in memory cannot be read-only: it begins empty");
}

TEST(EmbeddedDatabaseLife, a_directory_is_open_once_at_a_time) {
  const test::TemporaryDirectory directory;
  const auto database = partita::open(directory / "data").value();
  const auto second = partita::open(directory / "data");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::DataDirectoryInUse);
}

TEST(EmbeddedDatabaseLife, marks_its_completions) {
  const test::TemporaryDirectory directory;
  auto database = partita::open(directory / "data").value();
  ASSERT_TRUE(database->create_table(create_request("items", "pk:S")));
  std::atomic<int> marked = 0;
  const auto count = [&](const auto&) { marked += base::Completing::here(); };
  database->put_item(put_request("items", {{"pk", "a"}}), count);
  database->scan(test::scan_request("items"), count);
  database.reset();
  EXPECT_EQ(marked, 2);
  EXPECT_FALSE(base::Completing::here());
}

TEST(EmbeddedDatabaseLife, its_end_waits_for_the_operations_under_way) {
  constexpr int kWrites = 50;
  const auto watch = std::make_shared<test::WatchedStore::Watch>();
  auto database =
      EmbeddedDatabase::open(std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch), {}).value();
  ASSERT_TRUE(database->create_table(create_request("items", "pk:S")));
  watch->close_gate();
  std::atomic<int> answered = 0;
  for (int i = 0; i < kWrites; ++i)
    database->put_item(put_request("items", {{"pk", "a"}, {"n", i}}), [&](Result<PutItemResponse> result) {
      EXPECT_TRUE(result);
      ++answered;
    });
  EXPECT_EQ(answered, 0);
  std::thread opener([&] { watch->open_gate(); });
  database.reset();
  EXPECT_EQ(answered, kWrites);
  opener.join();
}

}  // namespace embedded_database_life_test
}  // namespace partita::client
