#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "client/embedded_database.h"
#include "model/missing_index.h"
#include "model/session.h"
#include "model/spell.h"
#include "model/table_changes.h"
#include "storage/open_store.h"
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

const UpgradeOptions kEverything{.drop_indexes = true, .move_items = true, .disable_ttl = true};

Order order(const std::string& customer, const std::string& id, const std::string& sku = "CABLE") {
  return {customer, id, sku, "2026-03-01T10:00:00Z"_utc, "new", std::nullopt};
}

// A database whose tables and indexes take a second for each change; waiting moves its clock.
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
        Surroundings{.sleep = [this](milliseconds delay) { wait(delay); },
                     .after = [this](milliseconds delay, std::function<void()> run) { wait(delay), run(); }});
  }

  Result<UpgradePlan> plan(const TableInfo& table, Mode mode = Mode::Wait) {
    std::promise<Result<UpgradePlan>> answer;
    plan_upgrade(session(database), mode, {&table}, [&](Result<UpgradePlan> plan) { answer.set_value(std::move(plan)); });
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
  // As version 1 writes them: two orders and a customer; and two items that are nobody's.
  void load() {
    const auto old = as<v1::Shop>();
    for (const Order& one : {order("C1", "O1"), order("C2", "O2", "PLUG")}) must(old.create(one).run());
    must(old.create(Customer{"C1", "ada@example.org"}).run());
    put({{"PK", "X"}, {"SK", "Y"}, {"note", "a stranger's"}});
    put({{"PK", "CUST#C9"}, {"SK", "ORDER#O9"}, {"type", "ORDER"}, {"customer", "C9"}});
  }

  // All items and what the table is, as text.
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

// Passes every call on, through `before`, which can put an answer in its place.
struct Watched {
  explicit Watched(std::shared_ptr<Database> inner) {
#define PARTITA_OPERATION(operation, Name)                                                    \
  fake->on_##operation = [this, inner](Name##Request request) -> Result<Name##Response> {     \
    const auto answer = before(#operation);                                                   \
    if (answer == Answer::Fails) return fail(ErrorCode::AccessDeniedException, "the machine stopped"); \
    auto result = inner->operation(std::move(request));                                       \
    if (answer == Answer::FailsAfterwards) return fail(ErrorCode::AccessDeniedException, "the machine stopped"); \
    return result;                                                                            \
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
INSTANTIATE_TEST_SUITE_P(Modes, Upgrades, testing::Values(Mode::Wait, Mode::Async), [](const auto& mode) {
  return mode.param == Mode::Wait ? "wait" : "async";
});

TEST_P(Upgrades, the_plan_says_what_has_to_happen_and_changes_nothing) {
  shops.load();
  const auto before = shops.state();
  const auto plan = shops.plan(v2::Shop::info(), GetParam()).value();
  EXPECT_EQ(to_text(plan),
            "shop: drop index legacy (the model has none of that name)\n"
            "shop: rewrite 3 items (nothing keeps 1 unique value yet: until then other items may get it too)\n"
            "shop: add index by_sku (GSI2PK HASH, GSI2SK RANGE; ALL)\n"
            "shop: enable time to live by expires\n"
            "left alone, of no entity of the model: 1 item\n"
            "left alone, not as their entity requires: 1 item\n");
  EXPECT_EQ(plan.items.read, 5);
  EXPECT_EQ(shops.state(), before);
}

TEST_P(Upgrades, the_items_of_the_earlier_version_are_found_through_the_new_index) {
  shops.load();
  const auto report = shops.run(v2::Shop::info(), kEverything, GetParam()).value();
  EXPECT_EQ(to_text(report),
            "done: shop: drop index legacy (the model has none of that name)\n"
            "done: shop: rewrite 3 items\n"
            "done: shop: add index by_sku (GSI2PK HASH, GSI2SK RANGE; ALL)\n"
            "done: shop: enable time to live by expires\n"
            "left alone, of no entity of the model: 1 item\n"
            "left alone, not as their entity requires: 1 item\n");
  const auto now = shops.as<v2::Shop>();
  EXPECT_EQ(now.query<v2::OfSku>("sku"_f = "CABLE").value().items, std::vector{order("C1", "O1")});
  EXPECT_EQ(now.query<v2::OfSku>("sku"_f = "PLUG").value().items, std::vector{order("C2", "O2", "PLUG")});
  const auto taken = now.create(Customer{"C3", "ada@example.org"}).run();
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().refusal, Refusal::UniqueValueTaken);
}

TEST_P(Upgrades, a_table_that_is_right_is_only_read) {
  shops.load();
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  EXPECT_THAT(shops.plan(v2::Shop::info(), GetParam()).value().steps, IsEmpty());
  Watched watched(shops.database);
  const auto report = shops.upgrade_on(watched.fake, v2::Shop::info(), kEverything, GetParam()).value();
  EXPECT_THAT(report.done, IsEmpty());
  EXPECT_THAT(report.left, IsEmpty());
  EXPECT_EQ(watched.calls, (std::map<std::string, int>{
                               {"describe_table", 2}, {"describe_time_to_live", 1}, {"scan", 1}, {"get_item", 2}}));
}

TEST_P(Upgrades, a_missing_table_is_created) {
  ASSERT_TRUE(shops.database->delete_table({.table_name = "shop"}));
  shops.wait(milliseconds(2000));
  EXPECT_EQ(to_text(shops.plan(v2::Shop::info(), GetParam()).value()), "shop: create the table\n");
  EXPECT_EQ(to_text(shops.run(v2::Shop::info(), {}, GetParam()).value()), "done: shop: create the table\n");
  EXPECT_EQ(to_text(shops.plan(v2::Shop::info(), GetParam()).value()), "nothing to do\n");
}

TEST_P(Upgrades, what_nobody_asked_for_is_left) {
  shops.load();
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  const auto before = shops.state();
  const auto report = shops.run(v3::Shop::info(), {}, GetParam()).value();
  EXPECT_THAT(report.done, IsEmpty());
  EXPECT_EQ(to_text(report),
            "left: shop: move 3 items (needs UpgradeOptions::move_items)\n"
            "left: shop: drop and add index by_state (projection of index by_state: wanted INCLUDE (sku), the table has "
            "ALL; needs UpgradeOptions::drop_indexes)\n"
            "left alone, of no entity of the model: 1 item\n"
            "left alone, not as their entity requires: 1 item\n");
  EXPECT_EQ(shops.state(), before);

  const auto back = shops.run(v1::Shop::info(), {}, GetParam()).value();
  EXPECT_THAT(to_text(back), AllOf(HasSubstr("left: shop: drop index by_sku"),
                                   HasSubstr("left: shop: disable time to live by expires")));
}

TEST_P(Upgrades, primary_keys_change_and_indexes_are_replaced_where_that_is_asked_for) {
  shops.load();
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  const auto report = shops.run(v3::Shop::info(), kEverything, GetParam()).value();
  EXPECT_THAT(report.left, IsEmpty()) << to_text(report);
  EXPECT_EQ(report.items.moved, 3);
  EXPECT_EQ(to_text(shops.plan(v3::Shop::info()).value()),
            "nothing to do\nleft alone, of no entity of the model: 1 item\n"
            "left alone, not as their entity requires: 1 item\n");
  const auto now = shops.as<v3::Shop>();
  EXPECT_EQ(now.get<v3::OrderE>("id"_f = "O1").value(), order("C1", "O1"));
  EXPECT_EQ(now.get<v3::CustomerE>("customer"_f = "C1").value(), (Customer{"C1", "ada@example.org"}));
  // The sentinel went along: the address is taken, and is released with its owner.
  EXPECT_FALSE(now.create(Customer{"C3", "ada@example.org"}).run());
  ASSERT_TRUE(now.run(remove<v3::CustomerE>("customer"_f = "C1").read_first()).run());
  EXPECT_TRUE(now.create(Customer{"C3", "ada@example.org"}).run());
  EXPECT_FALSE(shops.as<v2::Shop>().get<v2::OrderE>("customer"_f = "C1", "id"_f = "O1").value());
}

TEST_P(Upgrades, a_move_keeps_what_the_model_does_not_know_and_replaces_nobody) {
  shops.load();
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  shops.put({{"PK", "CUST#C7"}, {"SK", "ORDER#O7"}, {"type", "PURCHASE"}, {"customer", "C7"}, {"id", "O7"}, {"sku", "S"},
             {"created", "2026-03-01T10:00:00.000Z"}, {"state", "new"}, {"extra", "kept"}});
  // Two items that would get one key: ids were unique for a customer only.
  Shops::must(shops.as<v2::Shop>().create(order("C8", "O1")).run());
  const auto report = shops.run(v3::Shop::info(), kEverything, GetParam()).value();
  EXPECT_EQ(report.items.to_move, 5);
  EXPECT_EQ(report.items.moved, 4);
  EXPECT_EQ(report.left, (std::vector<UpgradeStep>{
                             {UpgradeStep::Kind::MoveItems, "shop", "", "the findings say why", 1}}));
  EXPECT_THAT(shops.state(), Contains(AllOf(HasSubstr("PK: \"ORDER#O7\""), HasSubstr("extra: \"kept\""))));
  EXPECT_THAT(shops.state(), Contains(HasSubstr("PK: \"CUST#C8\""))) << "its new key is taken";
  int refused = 0;
  for (const Finding& finding : report.findings) refused += finding.detail.find("not repaired") != std::string::npos;
  EXPECT_GE(refused, 1);
}

// ---- a crash at any request

TEST_P(Upgrades, after_a_crash_at_any_request_another_upgrade_ends_with_the_same) {
  const auto prepare = [](Shops& on) { on.load(); };
  // From version 1 to 3 in one go: indexes are dropped, replaced and added, items rewritten and moved.
  prepare(shops);
  Watched counted(shops.database);
  int calls = 0;
  counted.before = [&](const std::string&) { return ++calls, Watched::Answer::Comes; };
  ASSERT_TRUE(shops.upgrade_on(counted.fake, v3::Shop::info(), kEverything, GetParam()));
  const auto wanted = shops.state();
  ASSERT_GT(calls, 20);
  for (const auto how : {Watched::Answer::Fails, Watched::Answer::FailsAfterwards})
    for (int at = 1; at <= calls; ++at) {
      Shops again;
      prepare(again);
      Watched stopping(again.database);
      int call = 0;
      stopping.before = [&](const std::string&) {
        ++call;
        return call < at ? Watched::Answer::Comes : call == at ? how : Watched::Answer::Fails;
      };
      EXPECT_FALSE(again.upgrade_on(stopping.fake, v3::Shop::info(), kEverything, GetParam())) << at;
      const auto report = again.run(v3::Shop::info(), kEverything, GetParam());
      ASSERT_TRUE(report) << at << ": " << report.error().message;
      EXPECT_THAT(report->left, IsEmpty()) << at << '\n' << to_text(*report);
      ASSERT_EQ(again.state(), wanted) << at;
    }
}

TEST_P(Upgrades, progress_is_told_and_can_end_it_anywhere) {
  shops.load();
  int told = 0;
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  const auto wanted = shops.state();
  for (int stop_at = 1;; ++stop_at) {
    Shops again;
    again.load();
    told = 0;
    UpgradeOptions stopping = kEverything;
    stopping.progress = [&](const UpgradeReport&) { return ++told < stop_at; };
    const auto report = again.run(v2::Shop::info(), stopping, GetParam()).value();
    if (!report.stopped) break;
    EXPECT_EQ(told, stop_at) << "nothing is told after the end";
    ASSERT_TRUE(again.run(v2::Shop::info(), kEverything, GetParam()));
    ASSERT_EQ(again.state(), wanted) << stop_at;
  }
  EXPECT_GT(told, 4);
}

// ---- others at work

TEST_P(Upgrades, an_item_that_changes_meanwhile_is_judged_again_and_loses_nothing) {
  shops.load();
  Watched watched(shops.database);
  int interruptions = 0;
  // A program of the earlier version changes the order each time before it is rewritten, three times.
  watched.before = [&](const std::string& operation) {
    if (operation == "update_item" && ++interruptions <= 3)
      Shops::must(shops.as<v1::Shop>()
                      .run(update<v1::OrderE>("customer"_f = "C1", "id"_f = "O1")
                               .set("state"_f = "paid" + std::to_string(interruptions))
                               .set("created"_f = "2026-04-01T00:00:00Z"_utc))
                      .run());
    return Watched::Answer::Comes;
  };
  const auto report = shops.upgrade_on(watched.fake, v2::Shop::info(), kEverything, GetParam()).value();
  EXPECT_THAT(report.left, IsEmpty()) << to_text(report);
  EXPECT_GT(interruptions, 3);
  Order wanted = order("C1", "O1");
  wanted.state = "paid3";
  wanted.created = "2026-04-01T00:00:00Z"_utc;
  EXPECT_EQ(shops.as<v2::Shop>().query<v2::OfSku>("sku"_f = "CABLE").value().items, std::vector{wanted});
  EXPECT_EQ(shops.as<v2::Shop>().verify().value().count(Finding::Kind::Stale), 0);
}

TEST_P(Upgrades, a_write_between_the_read_and_the_move_is_not_lost) {
  shops.load();
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  Watched watched(shops.database);
  int interruptions = 0;
  watched.before = [&](const std::string& operation) {
    if (operation == "transact_write_items" && ++interruptions == 1) {
      for (const auto& [customer, id] : {std::pair("C1", "O1"), std::pair("C2", "O2")})
        Shops::must(shops.as<v2::Shop>()
                        .run(update<v2::OrderE>("customer"_f = customer, "id"_f = id).set("sku"_f = "LAMP"))
                        .run());
    }
    return Watched::Answer::Comes;
  };
  const auto report = shops.upgrade_on(watched.fake, v3::Shop::info(), kEverything, GetParam()).value();
  EXPECT_THAT(report.left, IsEmpty()) << to_text(report);
  EXPECT_EQ(shops.as<v3::Shop>().get<v3::OrderE>("id"_f = "O1").value()->sku, "LAMP");
  EXPECT_EQ(shops.as<v3::Shop>().get<v3::OrderE>("id"_f = "O2").value()->sku, "LAMP");
}

// Programs with the earlier keys and with the new ones, at work on a table of version 2 that becomes one of version 3.
class Writers {
 public:
  explicit Writers(const Shops& shops) : before_(shops.as<v2::Shop>()), now_(shops.as<v3::Shop>()) {}

  // Each changes what it finds, under the one key or the other, and never both.
  void change(const std::string& value) {
    const bool by_old_key = before_.run(update<v2::OrderE>("customer"_f = "C1", "id"_f = "O1").set("sku"_f = value)).run().has_value();
    const bool by_new_key = now_.run(update<v3::OrderE>("id"_f = "O1").set("sku"_f = value)).run().has_value();
    EXPECT_NE(by_old_key, by_new_key) << "the order is under both keys, or under none";
    const std::string next = value + "@example.org";
    const bool old_mail = before_.run(update<v2::CustomerE>("customer"_f = "C1").set("email"_f = next).given("email"_f = mail)).run().has_value();
    const bool new_mail = now_.run(update<v3::CustomerE>("customer"_f = "C1").set("email"_f = next).given("email"_f = mail)).run().has_value();
    EXPECT_NE(old_mail, new_mail) << "the customer is under both keys, or under none";
    sku = value;
    mail = next;
  }
  void remove_all() {
    before_.run(remove<v2::OrderE>("customer"_f = "C1", "id"_f = "O1")).value();
    now_.run(remove<v3::OrderE>("id"_f = "O1")).value();
    before_.run(remove<v2::CustomerE>("customer"_f = "C1").read_first()).value();
    now_.run(remove<v3::CustomerE>("customer"_f = "C1").read_first()).value();
    removed = true;
  }
  // After the upgrade.
  void expect_kept() const {
    EXPECT_FALSE(before_.get<v2::OrderE>("customer"_f = "C1", "id"_f = "O1").value());
    EXPECT_FALSE(before_.get<v2::CustomerE>("customer"_f = "C1").value());
    const auto order = now_.get<v3::OrderE>("id"_f = "O1").value();
    const auto customer = now_.get<v3::CustomerE>("customer"_f = "C1").value();
    ASSERT_EQ(order.has_value(), !removed);
    ASSERT_EQ(customer.has_value(), !removed);
    if (!removed) {
      EXPECT_EQ(order->sku, sku);
      EXPECT_EQ(customer->email, mail);
      EXPECT_FALSE(now_.create(Customer{"C3", mail}).run());
    }
    EXPECT_TRUE(now_.create(Customer{"C4", removed ? mail : "ada@example.org"}).run()) << "the first address is free";
    const auto report = now_.verify().value();
    for (const Finding& finding : report.findings)
      EXPECT_THAT(finding.kind, testing::AnyOf(Finding::Kind::Foreign, Finding::Kind::Phantom)) << finding.detail;
  }

  std::string sku = "CABLE", mail = "ada@example.org";
  bool removed = false;

 private:
  const db<v2::Shop> before_;
  const db<v3::Shop> now_;
};

// At each request of the upgrade in turn: others write before it, and in half of the rounds the upgrade ends there, with the
// request carried out or not, and another one follows.
TEST_P(Upgrades, items_that_move_under_load_lose_no_write_and_leave_no_copy) {
  int calls = 1;
  for (const bool removes : {false, true})
    for (const auto how : {Watched::Answer::Comes, Watched::Answer::Fails, Watched::Answer::FailsAfterwards}) {
      for (int at = 1; at <= calls; ++at) {
        SCOPED_TRACE(testing::Message() << "request " << at << ", " << static_cast<int>(how) << (removes ? ", removed" : ""));
        Shops on;
        on.load();
        ASSERT_TRUE(on.run(v2::Shop::info(), kEverything));
        Writers writers(on);
        Watched watched(on.database);
        int call = 0;
        watched.before = [&](const std::string&) {
          ++call;
          if (call >= at && call < at + 2) removes ? writers.remove_all() : writers.change("at" + std::to_string(call));
          return call < at ? Watched::Answer::Comes : call == at ? how : how == Watched::Answer::Comes ? how : Watched::Answer::Fails;
        };
        const auto first = on.upgrade_on(watched.fake, v3::Shop::info(), kEverything, GetParam());
        calls = std::max(calls, call);
        if (call < at) continue;  // fewer had to be repeated than in a round before
        if (how == Watched::Answer::Comes) {
          ASSERT_TRUE(first) << first.error().message;
          EXPECT_THAT(first->left, IsEmpty()) << to_text(*first);
        } else {
          if (!removes) writers.change("between");
          const auto second = on.run(v3::Shop::info(), kEverything, GetParam());
          ASSERT_TRUE(second) << second.error().message;
          EXPECT_THAT(second->left, IsEmpty()) << to_text(*second);
        }
        writers.expect_kept();
        if (HasFailure()) return;
      }
      EXPECT_GT(calls, 10);
    }
}

TEST_P(Upgrades, an_item_that_never_rests_is_left_and_said) {
  shops.load();
  Watched watched(shops.database);
  int round = 0;
  watched.before = [&](const std::string& operation) {
    if (operation == "update_item")
      Shops::must(shops.as<v1::Shop>()
                      .run(update<v1::OrderE>("customer"_f = "C1", "id"_f = "O1")
                               .set("state"_f = "s" + std::to_string(++round))
                               .given("created"_f = "2026-03-01T10:00:00Z"_utc))
                      .run());
    return Watched::Answer::Comes;
  };
  const auto report = shops.upgrade_on(watched.fake, v2::Shop::info(), kEverything, GetParam()).value();
  ASSERT_THAT(report.left, SizeIs(1));
  EXPECT_EQ(to_text(report.left[0]), "shop: rewrite 1 item (the findings say why)");
}

TEST_P(Upgrades, somebody_elses_change_of_the_table_is_waited_for) {
  shops.load();
  // Their index is being made when ours begins, so that the database refuses a second one.
  const auto wanted = create_table_request(*shops.session(shops.database), v2::Shop::info());
  const auto there = shops.database->describe_table({.table_name = "shop"}).value().table;
  ASSERT_TRUE(shops.database->update_table(add_index_request(wanted, missing_indexes(wanted, there).front(), there)));
  const auto report = shops.run(v2::Shop::info(), kEverything, GetParam()).value();
  EXPECT_EQ(to_text(report),
            "done: shop: drop index legacy (the model has none of that name)\n"
            "done: shop: rewrite 3 items\n"
            "done: shop: enable time to live by expires\n"
            "left alone, of no entity of the model: 1 item\n"
            "left alone, not as their entity requires: 1 item\n");
}

// Between the look at the table and the request, somebody else's upgrade does the same.
TEST_P(Upgrades, a_step_that_somebody_else_has_done_is_done) {
  shops.load();
  Watched watched(shops.database);
  bool first = true;
  watched.before = [&](const std::string& operation) {
    if (operation == "update_table" && std::exchange(first, false))
      Shops::must(shops.database->update_table(drop_index_request("shop", "legacy")));
    return Watched::Answer::Comes;
  };
  const auto report = shops.upgrade_on(watched.fake, v2::Shop::info(), kEverything, GetParam());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->left, IsEmpty());
  EXPECT_EQ(shops.database->describe_table({.table_name = "shop"}).value().table.global_secondary_indexes->size(), 2u);
}

// ---- time to live

TEST_P(Upgrades, time_to_live_by_another_attribute_is_changed_in_two_steps) {
  ASSERT_TRUE(shops.database->update_time_to_live({"shop", TimeToLiveSpecification{true, "old"}}));
  const std::string why = "(the model's items expire by expires; needs UpgradeOptions::disable_ttl)";
  EXPECT_THAT(to_text(shops.run(v2::Shop::info(), {}, GetParam()).value()),
              HasSubstr("left: shop: disable time to live by old " + why));
  // The database needs a while between two changes, as the service does: another upgrade does the second.
  UpgradeReport report;
  for (int round = 0; round < 3; ++round) {
    report = shops.run(v2::Shop::info(), kEverything, GetParam()).value();
    shops.wait(milliseconds(1000));
  }
  EXPECT_EQ(to_text(report), "nothing to do\n");
  EXPECT_EQ(shops.state().back(), "expires by expires");
}

// ---- what cannot be changed, and what is sent

TEST_P(Upgrades, a_table_with_other_keys_is_refused_before_anything_is_done) {
  static constexpr std::string_view sort_key = "sort";
  TableInfo other = v2::Shop::info();
  other.sort = sort_key;
  const auto before = shops.state();
  EXPECT_THAT(to_text(shops.plan(other, GetParam()).value()),
              HasSubstr("shop: only another table can have what the model says (keys: wanted partition key PK, sort key "
                        "sort, the table has partition key PK, sort key SK"));
  const auto report = shops.run(other, kEverything, GetParam());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::ValidationException);
  EXPECT_THAT(report.error().message, HasSubstr("Table shop cannot become what the model says"));
  EXPECT_EQ(shops.state(), before);
}

TEST(UpgradeRequests, an_index_whose_key_has_another_type_is_replaced) {
  Shops shops;
  const auto wanted = create_table_request(*shops.session(shops.database), v1::Shop::info());
  auto there = shops.database->describe_table({.table_name = "shop"}).value().table;
  for (AttributeDefinition& definition : *there.attribute_definitions)
    if (definition.attribute_name == "GSI9SK") definition.attribute_type = ScalarAttributeType::N;
  const auto changes = table_changes(wanted, there);
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(to_text(changes[0]),
            "shop: drop and add index legacy (type of attribute GSI9SK: wanted S, the table has N)");
}

// ---- memory

TEST_P(Upgrades, findings_are_bounded_and_counts_are_not) {
  for (int i = 0; i < 150; ++i) shops.put({{"PK", "X" + std::to_string(i)}, {"SK", "Y"}});
  const auto plan = shops.plan(v2::Shop::info(), GetParam()).value();
  EXPECT_EQ(plan.items.unknown, 150);
  EXPECT_EQ(plan.findings.size(), kUpgradeFindings);
}

TEST(UpgradeTables, those_of_a_db_are_taken_one_after_the_other) {
  Shops shops;
  shops.load();
  struct Basket : table<"basket", primary<"PK", "SK">, holds<v1::CustomerE>> {};
  std::vector<std::string> names;
  std::optional<Result<UpgradeReport>> report;
  UpgradeOptions options = kEverything;
  options.progress = [&](const UpgradeReport& so_far) {
    EXPECT_GE(so_far.done.size(), names.size()) << "what was done to the first table stays in the report";
    names.assign(so_far.done.size(), "");
    return true;
  };
  upgrade(shops.session(shops.database), Mode::Wait, {&v2::Shop::info(), &Basket::info()}, options,
          [&](Result<UpgradeReport> all) { report = std::move(all); });
  ASSERT_TRUE(report && *report);
  EXPECT_THAT(to_text(**report), AllOf(HasSubstr("done: shop: add index by_sku"), HasSubstr("done: basket: create the table")));
}

}  // namespace upgrade_test
}  // namespace partita::model
