#include "peers/client/checks.h"
#include "support/requests.h"

namespace partita::peers {
namespace {

AttributeMap key(const std::string& partition, int sort) { return {{"pk", partition}, {"sk", sort}}; }

AttributeMap read(Database& database, const std::string& table, const AttributeMap& item_key) {
  auto request = test::get_request(table, item_key);
  request.consistent_read = true;
  const auto answer = expect_answer(database.get_item(request), "get_item");
  return answer.item ? answer.item->to_map() : AttributeMap{};
}

void every_type(Database& database, const std::string& table) {
  AttributeMap item = key("types", 1);
  item.set("s", "Grüße \"\\ \n 日本 😀");
  item.set("n", AttributeValue::number("-12345678901234567890.123456789"));
  item.set("b", AttributeValue::binary(std::string("\0\xff\x7f", 3)));
  item.set("t", true);
  item.set("none", AttributeValue::null());
  item.set("ss", AttributeValue::string_set({"a", "b"}));
  item.set("ns", AttributeValue::number_set({"1", "2.5"}));
  item.set("bs", AttributeValue::binary_set({"x", "y"}));
  item.set("m", AttributeMap{{"l", AttributeValue::list({1, "two", AttributeMap{{"three", 3}}})}});
  expect_answer(database.put_item(test::put_request(table, item)), "put_item");
  AttributeMap found = read(database, table, key("types", 1));
  // An endpoint may return the elements of a set in any order.
  for (const char* name : {"ss", "ns", "bs"}) {
    AttributeValue* const set = found.find(name);
    expect(set != nullptr, "the set " + std::string(name));
    std::sort(set->set().begin(), set->set().end());
  }
  expect(found == item, "the item as it was written");
  expect(read(database, table, key("types", 2)).empty(), "nothing where nothing was put");
}

void conditions(Database& database, const std::string& table) {
  auto request = test::put_request(table, key("conditions", 1));
  request.condition_expression = "attribute_not_exists(pk)";
  expect_answer(database.put_item(request), "the first put_item");
  expect_error(database.put_item(request), ErrorCode::ConditionalCheckFailedException, "the second put_item");
  auto removal = test::delete_request(table, key("conditions", 1));
  removal.return_values = ReturnValue::AllOld;
  expect(expect_answer(database.delete_item(removal), "delete_item").attributes.has_value(), "the old item");
  expect(read(database, table, key("conditions", 1)).empty(), "nothing after delete_item");
}

void updates(Database& database, const std::string& table) {
  auto request = test::update_request(table, key("updates", 1), "SET #n = :n, tags = :t ADD hits :one",
                                      {{":n", "name"}, {":t", AttributeValue::string_set({"x"})}, {":one", 1}});
  request.expression_attribute_names.emplace()["#n"] = "name";
  expect_answer(database.update_item(request), "the first update_item");
  request = test::update_request(table, key("updates", 1), "SET hits = hits + :ten REMOVE tags", {{":ten", 10}});
  request.return_values = ReturnValue::AllNew;
  const auto answer = expect_answer(database.update_item(request), "the second update_item");
  AttributeMap expected = key("updates", 1);
  expected.set("name", "name");
  expected.set("hits", 11);
  expect(answer.attributes && answer.attributes->to_map() == expected, "the item after both");
}

void refusals(Database& database, const std::string& table) {
  expect_error(database.put_item(test::put_request(table, {{"pk", "no sort key"}})), ErrorCode::ValidationException,
               "an item without its sort key");
  expect_error(database.get_item(test::get_request("there-is-no-such-table", key("a", 1))),
               ErrorCode::ResourceNotFoundException, "a table that is not there");
}

}  // namespace

void add_item_checks(std::vector<Check>& checks) {
  checks.push_back({"put and get every type", "", every_type});
  checks.push_back({"conditions", "", conditions});
  checks.push_back({"updates", "", updates});
  checks.push_back({"refusals", "", refusals});
}

}  // namespace partita::peers
