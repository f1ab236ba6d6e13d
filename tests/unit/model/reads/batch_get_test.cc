#include <gtest/gtest.h>
#include <partita/model/runtime/item_reads.h>

#include <future>
#include <set>

#include "model/core/session.h"
#include "unit/model/fake_database.h"
#include "unit/model/sample_model.h"

namespace partita::model {
namespace batch_get_test {

using namespace sample;
using std::chrono::milliseconds;

GetRequest order_request(int number) {
  return {.table = &shop::kTable,
          .entity = &shop::kOrder,
          .values = {{"customerId", "C1"}, {"orderId", "O" + std::to_string(number)}}};
}
GetRequest lot_request(const std::string& number) {
  return {.table = &warehouse::kTable,
          .entity = &warehouse::kLot,
          .values = {{"sku", "S1"}, {"lot", AttributeValue::number(number)}}};
}
std::string id_of(const std::optional<Row>& row, std::string_view attribute = "orderId") {
  return row ? row->attributes().find(attribute)->text() : "none";
}

class BatchGet : public testing::Test {
 protected:
  std::shared_ptr<Database> database_ = open_with_tables();
  std::shared_ptr<Session> session_ = make_session(database_, {.now_ms = [] { return std::int64_t{1'000'000}; }});

  void put_orders(int count) {
    for (int i = 0; i < count; ++i)
      store(*database_, shop::kTable, shop::kOrder,
            order("C1", "O" + std::to_string(i), "2026-01-05T10:00:00.000Z", "OPEN", i));
  }
  Result<BatchRows> go(std::vector<GetRequest> requests) {
    Result<BatchRows> answer = BatchRows{};
    batch_get(session_, Mode::Wait, std::move(requests), true,
              [&](Result<BatchRows> rows) { answer = std::move(rows); });
    return answer;
  }
  Result<BatchRows> go_transact(std::vector<GetRequest> requests) {
    Result<BatchRows> answer = BatchRows{};
    transact_get(session_, Mode::Wait, std::move(requests), [&](Result<BatchRows> rows) { answer = std::move(rows); });
    return answer;
  }
};

TEST_F(BatchGet, AnswersByPositionOverTablesAndChunks) {
  put_orders(150);
  store(*database_, warehouse::kTable, warehouse::kLot,
        {{"sku", "S1"}, {"lot", 1}, {"status", "OPEN"}, {"day", "2026-01-05"}, {"amount", 3}});
  std::vector<GetRequest> requests;
  for (int i = 160; i > 0; --i) requests.push_back(order_request(i - 1));
  requests.push_back(lot_request("1"));
  const auto rows = go(requests).value();
  ASSERT_EQ(rows.rows.size(), 161u);
  for (int i = 160; i > 0; --i)
    EXPECT_EQ(id_of(rows.rows[static_cast<std::size_t>(160 - i)]), i <= 150 ? "O" + std::to_string(i - 1) : "none");
  EXPECT_EQ(id_of(rows.rows[160], "amount"), "3");
  EXPECT_EQ(rows.cost.requests, 2);
  EXPECT_EQ(rows.cost.returned, 151);
  EXPECT_GT(rows.cost.capacity_units, 0);
}

TEST_F(BatchGet, DuplicatesAreReadOnce) {
  put_orders(2);
  store(*database_, warehouse::kTable, warehouse::kLot,
        {{"sku", "S1"}, {"lot", 10}, {"status", "OPEN"}, {"day", "2026-01-05"}, {"amount", 3}});
  const auto rows =
      go({order_request(1), order_request(0), order_request(1), lot_request("10"), lot_request("1E1")}).value();
  EXPECT_EQ(id_of(rows.rows[0]), "O1");
  EXPECT_EQ(id_of(rows.rows[1]), "O0");
  EXPECT_EQ(id_of(rows.rows[2]), "O1");
  EXPECT_EQ(id_of(rows.rows[3], "lot"), "10");
  EXPECT_EQ(id_of(rows.rows[4], "lot"), "10");
  EXPECT_EQ(rows.cost.returned, 3);
}

TEST_F(BatchGet, NothingAskedIsNothingRead) {
  const auto rows = go({}).value();
  EXPECT_TRUE(rows.rows.empty());
  EXPECT_EQ(rows.cost.requests, 0);
  EXPECT_TRUE(go_transact({}).value().rows.empty());
}

TEST_F(BatchGet, HidesWhatHasExpired) {
  AttributeMap values = order("C1", "O0", "2026-01-05T10:00:00.000Z");
  values.set("expiresAt", 1000);
  store(*database_, shop::kTable, shop::kOrder, values);
  EXPECT_EQ(go({order_request(0)})->rows[0].has_value(), false);
  EXPECT_EQ(go_transact({order_request(0)})->rows[0].has_value(), false);
}

TEST_F(BatchGet, AnItemOfAnotherEntityIsReported) {
  AttributeMap item = item_of(shop::kTable, shop::kOrder, order("C1", "O0", "2026-01-05T10:00:00.000Z"));
  item.set("type", "NOTE");
  ASSERT_TRUE(database_->put_item(test::put_request("shop", item)));
  const auto rows = go({order_request(1), order_request(0)}).value();
  EXPECT_FALSE(rows.rows[0] || rows.rows[1]);
  ASSERT_EQ(rows.unreadable.size(), 1u);
  EXPECT_EQ(rows.unreadable[0].position, 1u);
  EXPECT_EQ(rows.unreadable[0].key, (AttributeMap{{"PK", "CUST#C1"}, {"SK", "ORDER#O0"}}));
  EXPECT_EQ(rows.unreadable[0].entity, "NOTE");
  EXPECT_EQ(rows.unreadable[0].reason.message,
            "The item {PK: \"CUST#C1\", SK: \"ORDER#O0\"} of the table shop is of the entity NOTE, not of the "
            "requested entity ORDER");
}

TEST_F(BatchGet, AKeyThatLacksAFieldIsAnError) {
  EXPECT_FALSE(go({{.table = &shop::kTable, .entity = &shop::kOrder, .values = {{"customerId", "C1"}}}}));
  EXPECT_FALSE(go_transact({{.table = &shop::kTable, .entity = &shop::kOrder, .values = {{"customerId", "C1"}}}}));
}

TEST_F(BatchGet, ATransactionReadsItsItemsByPosition) {
  put_orders(3);
  const auto rows = go_transact({order_request(2), order_request(9), order_request(0), order_request(2)}).value();
  EXPECT_EQ(id_of(rows.rows[0]), "O2");
  EXPECT_EQ(id_of(rows.rows[1]), "none");
  EXPECT_EQ(id_of(rows.rows[2]), "O0");
  EXPECT_EQ(id_of(rows.rows[3]), "O2");
  EXPECT_EQ(rows.cost.requests, 1);
  EXPECT_EQ(rows.cost.returned, 2);
  EXPECT_GT(rows.cost.capacity_units, 0);
}

// Answers up to `per_request` keys of a request and leaves the others.
struct SlowDatabase {
  explicit SlowDatabase(std::size_t keys_per_request, Delivery delivery = Delivery::Inline)
      : per_request(keys_per_request), fake(std::make_shared<FakeDatabase>(delivery)) {
    fake->on_batch_get_item = [this](BatchGetItemRequest request) -> Result<BatchGetItemResponse> {
      if (!request.request_items) return invalid("nothing is asked for");
      BatchGetItemResponse response;
      std::size_t answered = 0;
      for (auto& [table, keys] : *request.request_items) {
        std::vector<Item>& items = response.responses.emplace_back(table, std::vector<Item>()).second;
        KeysAndAttributes left{.keys = std::vector<AttributeMap>()};
        for (AttributeMap& key : *keys.keys) {
          if (answered++ < per_request) {
            key.set("type", "ORDER");
            items.emplace_back(key);
          } else {
            left.keys->push_back(key);
          }
        }
        if (!left.keys->empty()) response.unprocessed_keys.emplace_back(table, left);
      }
      return response;
    };
  }
  std::size_t per_request;
  std::shared_ptr<FakeDatabase> fake;
};

std::vector<GetRequest> some_orders(int count) {
  std::vector<GetRequest> requests;
  for (int i = 0; i < count; ++i) requests.push_back(order_request(i));
  return requests;
}

TEST(BatchGetRetries, UnprocessedKeysAreAskedForAgainWithDelays) {
  for (const Mode mode : {Mode::Wait, Mode::Async}) {
    SlowDatabase database(30);
    std::vector<milliseconds> waits;
    auto session = std::make_shared<Session>(
        database.fake, SessionOptions{.retries = {.attempts = 3}},
        SessionDependencies{.sleep = [&](milliseconds delay) { waits.push_back(delay); },
                            .after =
                                [&](milliseconds delay, std::function<void()> run) {
                                  waits.push_back(delay);
                                  run();
                                },
                            .random_bytes = [](std::size_t n) { return std::string(n, '\xff'); }});
    std::optional<BatchRows> rows;
    batch_get(session, mode, some_orders(100), false, [&](Result<BatchRows> answer) { rows = answer.value(); });
    ASSERT_TRUE(rows);
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(id_of(rows->rows[i]), "O" + std::to_string(i));
    EXPECT_EQ(rows->cost.requests, 4);
    EXPECT_EQ(rows->cost.evaluated, 100);
    EXPECT_EQ(waits, std::vector<milliseconds>(3, milliseconds(25))) << "each attempt brought some";
  }
}

TEST(BatchGetRetries, WhatIsLeftIsAnErrorWithThePositions) {
  SlowDatabase database(0);
  std::vector<milliseconds> waits;
  auto session = std::make_shared<Session>(
      database.fake, SessionOptions{.retries = {.attempts = 4}},
      SessionDependencies{.sleep = [&](milliseconds delay) { waits.push_back(delay); },
                          .random_bytes = [](std::size_t n) { return std::string(n, '\xff'); }});
  std::vector<GetRequest> requests = some_orders(3);
  requests.push_back(order_request(1));
  std::optional<Error> error;
  batch_get(session, Mode::Wait, requests, false, [&](Result<BatchRows> answer) { error = answer.error(); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::ProvisionedThroughputExceededException);
  EXPECT_EQ(error->message,
            "The database left 4 of the 4 reads undone in 4 attempts in a row: Error::unfinished has their positions, "
            "so that only they need to be sent again later");
  EXPECT_EQ(error->unfinished, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(waits, (std::vector<milliseconds>{milliseconds(25), milliseconds(50), milliseconds(100)}));
}

TEST(BatchGetRetries, ThrottlingLeavesKeysUnprocessedAndOtherErrorsEndTheBatch) {
  for (const ErrorCode code : {ErrorCode::ProvisionedThroughputExceededException, ErrorCode::ValidationException}) {
    SlowDatabase database(100);
    int failures = 2;
    auto answer = database.fake->on_batch_get_item;
    database.fake->on_batch_get_item = [&](BatchGetItemRequest request) -> Result<BatchGetItemResponse> {
      if (failures-- > 0) return fail(code, "no");
      return answer(std::move(request));
    };
    auto session =
        std::make_shared<Session>(database.fake, SessionOptions{}, SessionDependencies{.sleep = [](milliseconds) {}});
    std::optional<Result<BatchRows>> rows;
    batch_get(session, Mode::Wait, some_orders(5), false, [&](Result<BatchRows> result) { rows = std::move(result); });
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->has_value(), code != ErrorCode::ValidationException);
    if (rows->has_value()) {
      EXPECT_TRUE((*rows)->rows[4]);
    }
  }
}

TEST(BatchGetRetries, BackOffRunsOnTheSessionsTimer) {
  SlowDatabase database(40, Delivery::Threads);
  auto session = make_session(database.fake, {.retries = {.first_delay = milliseconds(1)}});
  std::promise<bool> is_read;
  batch_get(session, Mode::Async, some_orders(400), false,
            [&](const Result<BatchRows>& rows) { is_read.set_value(rows.has_value()); });
  EXPECT_TRUE(is_read.get_future().get());
  session.reset();
  database.fake->join();
}

}  // namespace batch_get_test
}  // namespace partita::model
