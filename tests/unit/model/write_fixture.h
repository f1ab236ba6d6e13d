// The fixture that tests of writes share: a database in memory whose calls can be made to fail, and short forms of
// requests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/session.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/open.h>

#include <atomic>
#include <future>

#include "model/core/session.h"
#include "unit/model/faulty_database.h"
#include "unit/model/write_model.h"

namespace partita::model {

inline Error unknown_outcome() { return {ErrorCode::InternalServerError, "the connection broke", {}, {}}; }
inline Error throttled() { return {ErrorCode::ProvisionedThroughputExceededException, "slow down", {}, {}}; }

class WriteTest : public ::testing::Test {
 protected:
  using Kind = model::WriteRequest::Kind;

  void SetUp() override {
    auto opened = open("", {.in_memory = true, .ttl_interval = std::chrono::milliseconds(0)});
    ASSERT_TRUE(opened) << opened.error().message;
    database = std::make_shared<FaultyDatabase>(*std::move(opened));
    SessionOptions options;
    options.retries.attempts = 4;
    SessionDependencies dependencies;
    dependencies.sleep = [this](std::chrono::milliseconds) { ++waits; };
    dependencies.after = [this](std::chrono::milliseconds, std::function<void()> run) {
      ++waits;
      run();
    };
    session = std::make_shared<Session>(database, options, dependencies);
    std::optional<Result<bool>> created;
    create_table_if_missing(session, Mode::Wait, ledger::kTable, [&](Result<bool> answer) { created = answer; });
    ASSERT_TRUE(created && *created) << (*created).error().message;
    waits = 0;
  }

  static model::WriteRequest request(Kind kind, const EntityInfo& entity, AttributeMap values) {
    model::WriteRequest request;
    request.kind = kind;
    request.table = &ledger::kTable;
    request.entity = &entity;
    request.values = std::move(values);
    return request;
  }
  static AttributeMap order_values(std::string id = "O1", std::string status = "PAID") {
    return {{"customerId", "C1"}, {"orderId", id}, {"createdAt", "2026-01-05T10:00:00.000Z"},
            {"status", status},   {"total", 100},  {"version", 0}};
  }
  static AttributeMap order_key(std::string id = "O1") { return {{"customerId", "C1"}, {"orderId", id}}; }
  static AttributeMap customer_values(std::string id, std::string email) {
    return {{"customerId", id}, {"email", email}, {"name", "N"}};
  }
  static model::WriteRequest create_order(std::string id = "O1", std::string status = "PAID") {
    return request(Kind::Create, ledger::kOrder, order_values(std::move(id), std::move(status)));
  }
  static model::WriteRequest update_order(std::vector<Change> changes, std::optional<std::int64_t> version = 1) {
    auto update = request(Kind::Update, ledger::kOrder, order_key());
    update.changes = std::move(changes);
    update.expected_version = version;
    update.any_version = !version;
    return update;
  }
  static model::WriteRequest count(std::int64_t by) {
    auto update = request(Kind::Update, ledger::kCounter, {{"counterId", "1"}});
    update.changes = {{.kind = Change::Kind::Increment, .field = ledger::kCount, .value = by}};
    return update;
  }
  static model::WriteRequest create_counter() {
    return request(Kind::Create, ledger::kCounter, {{"counterId", "1"}, {"count", 0}});
  }
  static model::WriteRequest count_of(std::int64_t value) {
    return request(Kind::Put, ledger::kCounter, {{"counterId", "1"}, {"count", value}});
  }
  static Change set(FieldPosition field, AttributeValue value) { return {.field = field, .value = std::move(value)}; }
  static Change without(FieldPosition field) { return {.kind = Change::Kind::Remove, .field = field}; }

  Result<WriteAnswer> write(model::WriteRequest what) {
    std::optional<Result<WriteAnswer>> answer;
    model::write(session, Mode::Wait, std::move(what), [&](Result<WriteAnswer> got) { answer = std::move(got); });
    return *std::move(answer);
  }
  Result<Cost> transact(std::vector<model::WriteRequest> what) {
    std::optional<Result<Cost>> answer;
    model::transact(session, Mode::Wait, std::move(what), [&](Result<Cost> got) { answer = std::move(got); });
    return *std::move(answer);
  }
  Result<BatchOutcome> batch_write(std::vector<model::WriteRequest> what) {
    std::optional<Result<BatchOutcome>> answer;
    model::batch_write(session, Mode::Wait, std::move(what),
                       [&](Result<BatchOutcome> got) { answer = std::move(got); });
    return *std::move(answer);
  }
  // The stored item; empty if it is absent.
  AttributeMap stored(AttributeMap key) {
    GetItemRequest get;
    get.table_name = "ledger";
    get.key = std::move(key);
    get.consistent_read = true;
    auto answer = database->get_item(get);
    return answer && answer->item ? answer->item->to_map() : AttributeMap();
  }
  AttributeMap stored_order(std::string id = "O1") { return stored({{"PK", "CUST#C1"}, {"SK", "ORDER#" + id}}); }
  AttributeMap stored_sentinel(std::string field, std::string value) {
    const std::string key = "UNIQUE#CUSTOMER#" + field + "#" + value;
    return stored({{"PK", key}, {"SK", key}});
  }
  static AttributeValue in(const AttributeMap& item, std::string_view attribute) {
    const AttributeValue* value = item.find(attribute);
    return value ? *value : AttributeValue();
  }

  std::shared_ptr<FaultyDatabase> database;
  std::shared_ptr<Session> session;
  std::atomic<int> waits = 0;
};

#define ASSERT_OK(expression)                        \
  do {                                               \
    const auto& outcome = (expression);              \
    ASSERT_TRUE(outcome) << outcome.error().message; \
  } while (false)

#define EXPECT_FAILS(expression, expected_code, text)                             \
  do {                                                                            \
    const auto& outcome = (expression);                                           \
    ASSERT_FALSE(outcome);                                                        \
    EXPECT_EQ(describe(outcome.error().code).name, describe(expected_code).name); \
    EXPECT_THAT(outcome.error().message, ::testing::HasSubstr(text));             \
  } while (false)

#define EXPECT_REFUSED(expression, expected_refusal, text)                                    \
  do {                                                                                        \
    const auto& refused = (expression);                                                       \
    EXPECT_FAILS(refused, ErrorCode::ConditionalCheckFailedException, text);                  \
    EXPECT_EQ(static_cast<int>(refused.error().refusal), static_cast<int>(expected_refusal)); \
  } while (false)

}  // namespace partita::model
