#include <algorithm>
#include <chrono>
#include <thread>

#include "peers/client/checks.h"
#include "support/requests.h"

namespace partita::peers {
namespace {

constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::milliseconds kPause{20};

void create(Database& database, const std::string& table) {
  const auto request =
      test::create_request(table, "pk:S", "sk:N", {{.name = "by_color", .partition = {"color:S"}, .sort = {"sk:N"}}});
  expect_answer(database.create_table(request), "create_table");
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const auto described = expect_answer(database.describe_table({.table_name = table}), "describe_table");
    if (described.table.table_status == TableStatus::Active) break;
    expect(std::chrono::steady_clock::now() < deadline, "the table never became ACTIVE");
    std::this_thread::sleep_for(kPause);
  }
  expect_error(database.create_table(request), ErrorCode::ResourceInUseException, "the table created twice");
}

void describe_and_list(Database& database, const std::string& table) {
  const auto described = expect_answer(database.describe_table({.table_name = table}), "describe_table");
  expect(described.table.key_schema && described.table.key_schema->size() == 2, "the key schema");
  expect(described.table.global_secondary_indexes && described.table.global_secondary_indexes->size() == 1,
         "the index");
  std::vector<std::string> names;
  ListTablesRequest request;
  do {
    const auto page = expect_answer(database.list_tables(request), "list_tables");
    names.insert(names.end(), page.table_names.begin(), page.table_names.end());
    request.exclusive_start_table_name = page.last_evaluated_table_name;
  } while (request.exclusive_start_table_name);
  expect(std::count(names.begin(), names.end(), table) == 1, "the table in the list");
  expect_error(database.describe_table({.table_name = "there-is-no-such-table"}), ErrorCode::ResourceNotFoundException,
               "a table that is not there");
}

void tag(Database& database, const std::string& table) {
  const auto described = expect_answer(database.describe_table({.table_name = table}), "describe_table");
  const std::string arn = described.table.table_arn.value();
  expect_answer(database.tag_resource({.resource_arn = arn, .tags = {{{.key = "team", .value = "shop"}}}}),
                "tag_resource");
  const auto tags = expect_answer(database.list_tags_of_resource({.resource_arn = arn}), "list_tags_of_resource");
  expect(tags.tags.size() == 1 && tags.tags.front().value == "shop", "the tag");
}

void time_to_live(Database& database, const std::string& table) {
  expect_answer(database.update_time_to_live(test::time_to_live_request(table, "expires", true)),
                "update_time_to_live");
  const auto described = expect_answer(database.describe_time_to_live({.table_name = table}), "describe_time_to_live");
  expect(described.time_to_live_description.attribute_name == "expires", "the attribute");
}

void remove(Database& database, const std::string& table) {
  expect_answer(database.delete_table({.table_name = table}), "delete_table");
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (database.describe_table({.table_name = table})) {
    expect(std::chrono::steady_clock::now() < deadline, "the table never went");
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

void add_table_checks(std::vector<Check>& checks) {
  checks.push_back({"create a table with an index", "", create});
  checks.push_back({"describe and list tables", "", describe_and_list});
  checks.push_back({"tags", "tags", tag});
  checks.push_back({"time to live", "ttl", time_to_live});
}

void add_last_checks(std::vector<Check>& checks) { checks.push_back({"delete the table", "", remove}); }

}  // namespace partita::peers
