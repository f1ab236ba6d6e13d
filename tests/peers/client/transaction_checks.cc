#include "peers/client/checks.h"
#include "support/requests.h"

namespace partita::peers {
namespace {

AttributeMap key(int sort) { return {{"pk", "transactions"}, {"sk", sort}}; }

void write_and_get(Database& database, const std::string& table) {
  expect_answer(
      database.transact_write_items(test::transact_request(
          {test::transact_put(table, key(1)), test::transact_update(table, key(2), "ADD hits :one", {{":one", 1}})})),
      "transact_write_items");
  TransactGetItemsRequest request;
  request.transact_items.emplace();
  for (const int sort : {1, 2, 3})
    request.transact_items->push_back({.get = Get{.key = key(sort), .table_name = table}});
  const auto answer = expect_answer(database.transact_get_items(request), "transact_get_items");
  expect(answer.responses.size() == 3, "three answers");
  expect(answer.responses[0].item && answer.responses[1].item && !answer.responses[2].item, "two of three items");
}

void cancellation(Database& database, const std::string& table) {
  auto conditional = test::transact_put(table, key(1));
  conditional.put->condition_expression = "attribute_not_exists(pk)";
  const auto error = expect_error(
      database.transact_write_items(test::transact_request({test::transact_put(table, key(4)), conditional})),
      ErrorCode::TransactionCanceledException, "a transaction with a false condition");
  expect(error.cancellation_reasons.size() == 2, "a reason for each member");
  expect(error.cancellation_reasons[0].code == "None", "no reason for the first");
  expect(error.cancellation_reasons[1].code == "ConditionalCheckFailed", "the condition for the second");
  expect(!expect_answer(database.get_item(test::get_request(table, key(4))), "get_item").item, "nothing was written");
}

void token(Database& database, const std::string& table) {
  auto request = test::transact_request({test::transact_update(table, key(5), "ADD hits :one", {{":one", 1}})});
  request.client_request_token = "one-token-" + table;
  expect_answer(database.transact_write_items(request), "the first time");
  expect_answer(database.transact_write_items(request), "the second time");
  const auto item = expect_answer(database.get_item(test::get_request(table, key(5))), "get_item").item;
  expect(item && test::number_in(*item, "hits") == 1, "the same token is one transaction");
}

}  // namespace

void add_transaction_checks(std::vector<Check>& checks) {
  checks.push_back({"transactions", "transactions", write_and_get});
  checks.push_back({"cancelled transactions", "transactions", cancellation});
  checks.push_back({"client request tokens", "tokens", token});
}

}  // namespace partita::peers
