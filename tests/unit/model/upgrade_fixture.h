// Upgrades of a shop's table on a database whose clock the test moves.
#pragma once

#include <gmock/gmock.h>

#include <future>

#include "client/embedded_database.h"
#include "model/core/session.h"
#include "model/core/spell.h"
#include "model/tables/missing_index.h"
#include "model/tables/table_changes.h"
#include "storage/memory/memory_store.h"
#include "unit/model/fake_database.h"
#include "unit/model/upgrade_model.h"

namespace partita::model {
namespace upgrade_test {

using namespace literals;
using namespace upgrade_model;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

inline const UpgradeOptions kEverything{.drop_indexes = true, .move_items = true, .disable_ttl = true};

inline Order order(const std::string& customer, const std::string& id, const std::string& sku = "CABLE") {
  return {customer, id, sku, "2026-03-01T10:00:00Z"_utc, "new", std::nullopt};
}

// A database whose tables and indexes take a second for each change. Waiting moves its clock.
class Shops {
 public:
  Shops() {
    create_table_if_missing(session(database), Mode::Wait, v1::Shop::info(), [](const auto& done) { must(done); });
  }

  template <class Table>
  db<Table> as() const {
    return db<Table>(database);
  }
  std::shared_ptr<Session> session(std::shared_ptr<Database> on, SessionOptions with = {}) {
    return std::make_shared<Session>(
        std::move(on), std::move(with),
        SessionDependencies{.sleep = [this](milliseconds delay) { wait(delay); },
                            .after = [this](milliseconds delay, std::function<void()> run) { wait(delay), run(); }});
  }

  Result<UpgradePlan> plan(const TableInfo& table, Mode mode = Mode::Wait) {
    std::promise<Result<UpgradePlan>> answer;
    plan_upgrade(session(database), mode, {&table},
                 [&](Result<UpgradePlan> plan) { answer.set_value(std::move(plan)); });
    return answer.get_future().get();
  }
  Result<UpgradeReport> upgrade_on(std::shared_ptr<Database> on, const TableInfo& table, UpgradeOptions with,
                                   Mode mode = Mode::Wait) {
    std::promise<Result<UpgradeReport>> answer;
    upgrade(session(std::move(on)), mode, {&table}, std::move(with),
            [&](Result<UpgradeReport> report) { answer.set_value(std::move(report)); });
    return answer.get_future().get();
  }
  Result<UpgradeReport> run(const TableInfo& table, UpgradeOptions with = {}, Mode mode = Mode::Wait) {
    return upgrade_on(database, table, std::move(with), mode);
  }

  void put(AttributeMap item) {
    PutItemRequest request;
    request.table_name = "shop";
    request.item = std::move(item);
    must(database->put_item(std::move(request)));
  }
  // Puts items as version 1 writes them (two orders and a customer) and two items that belong to no entity.
  void load() {
    const auto old = as<v1::Shop>();
    for (const Order& one : {order("C1", "O1"), order("C2", "O2", "PLUG")}) must(old.create(one).run());
    must(old.create(Customer{"C1", "ada@example.org"}).run());
    put({{"PK", "X"}, {"SK", "Y"}, {"note", "another program's"}});
    put({{"PK", "CUST#C9"}, {"SK", "ORDER#O9"}, {"type", "ORDER"}, {"customer", "C9"}});
  }

  // All items and the table's description, as text.
  std::vector<std::string> state() const {
    std::vector<std::string> lines;
    ScanRequest scan;
    scan.table_name = "shop";
    const auto page = database->scan(std::move(scan)).value();
    for (const Item& item : *page.items) {
      std::map<std::string, std::string> parts;
      for (const auto& [name, value] : item.to_map()) parts[name] = spell(value);
      std::string& line = lines.emplace_back();
      for (const auto& [name, value] : parts) line += name + ": " + value + ", ";
    }
    std::sort(lines.begin(), lines.end());
    const auto table = database->describe_table({.table_name = "shop"}).value().table;
    for (const GlobalSecondaryIndexDescription& index : *table.global_secondary_indexes)
      lines.push_back(*index.index_name + ' ' + std::string(index.index_status->text()) + ' ' +
                      std::to_string(*index.item_count) + ' ' + std::string(index.projection->projection_type->text()));
    std::sort(lines.begin(), lines.end());
    const auto ttl = database->describe_time_to_live({.table_name = "shop"}).value().time_to_live_description;
    lines.push_back("expires by " + ttl.attribute_name.value_or("nothing"));
    return lines;
  }

  void wait(milliseconds delay) {
    clock->advance_ms(delay.count());
    engine::Context& context = database->engine().context();
    ASSERT_TRUE(context.jobs.run_due(context));
  }

  template <class T>
  static void must(const Result<T>& done) {
    ASSERT_TRUE(done) << done.error().message;
  }

  std::shared_ptr<base::ManualClock> clock = std::make_shared<base::ManualClock>(1'767'225'600'000);
  std::shared_ptr<client::EmbeddedDatabase> database = [this] {
    engine::EngineOptions engine;
    engine.table_delay = milliseconds(1000);
    engine.background_jobs = false;
    engine.clock = clock;
    auto made = client::EmbeddedDatabase::open(storage::make_memory_store(), std::move(engine)).value();
    return made;
  }();
};

// Passes every call on. `before` can replace the answer.
struct Watched {
  explicit Watched(std::shared_ptr<Database> inner) {
#define PARTITA_OPERATION(operation, Name)                                                                       \
  fake->on_##operation = [ this, inner ](Name##Request request) -> Result<Name##Response> {                      \
    const auto answer = before(#operation);                                                                      \
    if (answer == Answer::Fails) return fail(ErrorCode::AccessDeniedException, "the machine stopped");           \
    auto result = inner->operation(std::move(request));                                                          \
    if (answer == Answer::FailsAfterwards) return fail(ErrorCode::AccessDeniedException, "the machine stopped"); \
    return result;                                                                                               \
  };
#include <partita/operations.def>
#undef PARTITA_OPERATION
  }
  enum class Answer { Comes, Fails, FailsAfterwards };
  std::function<Answer(const std::string& operation)> before = [this](const std::string& operation) {
    ++calls[operation];
    return Answer::Comes;
  };
  std::map<std::string, int> calls;
  std::shared_ptr<FakeDatabase> fake = std::make_shared<FakeDatabase>();
};

class Upgrades : public testing::TestWithParam<Mode> {
 protected:
  Shops shops;
};

}  // namespace upgrade_test
}  // namespace partita::model
