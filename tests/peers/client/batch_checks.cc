#include <atomic>
#include <latch>

#include "peers/client/checks.h"
#include "support/requests.h"

namespace partita::peers {
namespace {

constexpr int kBatch = 25;
constexpr int kInFlight = 100;

void write_and_get(Database& database, const std::string& table) {
  std::vector<WriteRequest> writes;
  std::vector<AttributeMap> keys;
  for (int i = 0; i < kBatch; ++i) {
    writes.push_back({.put_request = PutRequest{.item = AttributeMap{{"pk", "batch"}, {"sk", i}}}});
    keys.push_back({{"pk", "batch"}, {"sk", i}});
  }
  BatchWriteItemRequest write{.request_items = NamedList<std::vector<WriteRequest>>{{table, writes}}};
  while (!write.request_items->empty())
    write.request_items = expect_answer(database.batch_write_item(write), "batch_write_item").unprocessed_items;
  BatchGetItemRequest get{.request_items = NamedList<KeysAndAttributes>{{table, {.keys = keys}}}};
  std::size_t found = 0;
  while (!get.request_items->empty()) {
    const auto answer = expect_answer(database.batch_get_item(get), "batch_get_item");
    for (const auto& [name, items] : answer.responses) found += items.size();
    get.request_items = answer.unprocessed_keys;
  }
  expect(found == kBatch, "all that was written");
}

void in_flight(Database& database, const std::string& table) {
  std::latch answered(kInFlight);
  std::atomic<int> failed = 0;
  for (int i = 0; i < kInFlight; ++i)
    database.update_item(test::update_request(table, {{"pk", "flight"}, {"sk", 1}}, "ADD hits :one", {{":one", 1}}),
                         [&](const Result<UpdateItemResponse>& result) {
                           if (!result) ++failed;
                           answered.count_down();
                         });
  answered.wait();
  expect(failed == 0, std::to_string(failed) + " of a hundred updates in flight failed");
  auto request = test::get_request(table, {{"pk", "flight"}, {"sk", 1}});
  request.consistent_read = true;
  const auto item = expect_answer(database.get_item(request), "get_item").item;
  expect(item && test::number_in(*item, "hits") == kInFlight, "each update once");
}

}  // namespace

void add_batch_checks(std::vector<Check>& checks) {
  checks.push_back({"batches", "", write_and_get});
  checks.push_back({"a hundred updates of one item in flight", "", in_flight});
}

}  // namespace partita::peers
