#include "peers/client/checks.h"
#include "support/requests.h"

namespace partita::peers {
namespace {

constexpr int kItems = 10;

void load(Database& database, const std::string& table) {
  for (int i = 1; i <= kItems; ++i)
    expect_answer(database.put_item(test::put_request(
                      table, {{"pk", "pages"}, {"sk", i}, {"color", i % 2 == 0 ? "red" : "blue"}, {"text", "x"}})),
                  "put_item");
}

// The sort keys of all pages.
std::vector<std::int64_t> follow(Database& database, QueryRequest request) {
  std::vector<std::int64_t> found;
  do {
    const auto page = expect_answer(database.query(request), "query");
    for (const Item& item : page.items.value()) found.push_back(test::number_in(item, "sk"));
    request.exclusive_start_key = page.last_evaluated_key;
  } while (request.exclusive_start_key);
  return found;
}

void query(Database& database, const std::string& table) {
  load(database, table);
  auto request =
      test::query_request(table, "pk = :p AND sk BETWEEN :a AND :b", {{":p", "pages"}, {":a", 2}, {":b", 8}});
  request.limit = 3;
  expect(follow(database, request) == std::vector<std::int64_t>{2, 3, 4, 5, 6, 7, 8}, "ascending pages");
  request.scan_index_forward = false;
  expect(follow(database, request) == std::vector<std::int64_t>{8, 7, 6, 5, 4, 3, 2}, "descending pages");
}

void query_index(Database& database, const std::string& table) {
  auto request = test::query_request(table, "color = :c", {{":c", "red"}});
  request.index_name = "by_color";
  request.limit = 2;
  expect(follow(database, request) == std::vector<std::int64_t>{2, 4, 6, 8, 10}, "pages of the index");
}

void scan(Database& database, const std::string& table) {
  auto request = test::scan_request(table);
  request.filter_expression = "pk = :p";
  request.expression_attribute_values = AttributeMap{{":p", "pages"}};
  request.limit = 4;
  std::int64_t found = 0;
  request.total_segments = 2;
  for (const int segment : {0, 1}) {
    request.segment = segment;
    do {
      const auto page = expect_answer(database.scan(request), "scan");
      found += page.count;
      request.exclusive_start_key = page.last_evaluated_key;
    } while (request.exclusive_start_key);
  }
  expect(found == kItems, "each item once over two segments");
}

}  // namespace

void add_page_checks(std::vector<Check>& checks) {
  checks.push_back({"query pages", "", query});
  checks.push_back({"query pages of an index", "", query_index});
  checks.push_back({"scan segments with a filter", "", scan});
}

}  // namespace partita::peers
