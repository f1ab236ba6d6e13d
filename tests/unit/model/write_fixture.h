// What tests of writes share: a database in memory whose calls can be made to fail, and short forms of requests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/model/runtime.h>
#include <partita/open.h>

#include <atomic>
#include <deque>
#include <future>
#include <map>
#include <mutex>

#include "model/session.h"
#include "unit/model/write_model.h"

namespace partita::model {

// A failure in place of an answer.
struct InjectedFault {
  Error error = {};
  bool carried_out = false;  // the call does its work all the same
};

// Passes calls on, but for those that a test has a fault for.
class FaultyDatabase : public Database {
 public:
  explicit FaultyDatabase(std::unique_ptr<Database> inner) : inner_(std::move(inner)) {}

  // The next call of `operation` ("put_item") that has no fault yet gets this one.
  void fail_next(const std::string& operation, InjectedFault fault) {
    const std::lock_guard lock(mutex_);
    faults_[operation].push_back(std::move(fault));
  }
  int calls(const std::string& operation) {
    const std::lock_guard lock(mutex_);
    return calls_[operation];
  }
  // Called before each call is carried out.
  std::function<void(const std::string& operation)> before;
  // Transactions as they were sent.
  std::vector<TransactWriteItemsRequest> transactions;

#define PARTITA_OPERATION(function, Name)                                               \
  Result<Name##Response> function(Name##Request request) override {                     \
    const auto fault = next(#function, request);                                        \
    if (fault && !fault->carried_out) return tl::unexpected(fault->error);              \
    auto answer = inner_->function(std::move(request));                                 \
    if (fault) return tl::unexpected(fault->error);                                     \
    return answer;                                                                      \
  }                                                                                     \
  void function(Name##Request request, Completion<Name##Response> done) override {      \
    const auto fault = next(#function, request);                                        \
    if (fault && !fault->carried_out) return done(tl::unexpected(fault->error));        \
    inner_->function(std::move(request), [fault, done = std::move(done)](auto answer) { \
      if (fault) return done(tl::unexpected(fault->error));                             \
      done(std::move(answer));                                                          \
    });                                                                                 \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  template <class Request>
  std::optional<InjectedFault> next(const std::string& operation, const Request& request) {
    if (before) before(operation);
    const std::lock_guard lock(mutex_);
    ++calls_[operation];
    if constexpr (std::is_same_v<Request, TransactWriteItemsRequest>) transactions.push_back(request);
    auto& faults = faults_[operation];
    if (faults.empty()) return std::nullopt;
    InjectedFault fault = std::move(faults.front());
    faults.pop_front();
    return fault;
  }

  const std::unique_ptr<Database> inner_;
  std::mutex mutex_;
  std::map<std::string, std::deque<InjectedFault>> faults_;
  std::map<std::string, int> calls_;
};

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
    Surroundings surroundings;
    surroundings.sleep = [this](std::chrono::milliseconds) { ++waits; };
    surroundings.after = [this](std::chrono::milliseconds, std::function<void()> run) {
      ++waits;
      run();
    };
    session = std::make_shared<Session>(database, options, surroundings);
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
  static Change set(int field, AttributeValue value) { return {.field = field, .value = std::move(value)}; }
  static Change without(int field) { return {.kind = Change::Kind::Remove, .field = field}; }

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
  // The item as it is stored; empty: none.
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

}  // namespace partita::model
