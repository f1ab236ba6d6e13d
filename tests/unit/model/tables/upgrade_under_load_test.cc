// Upgrades of a table to which programs write, and which other processes upgrade too.
#include "unit/model/upgrade_fixture.h"

namespace partita::model {
namespace upgrade_test {

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

// Programs with the earlier keys and with the new ones, which write to a table of version 2 while it becomes one of
// version 3.
class Writers {
 public:
  explicit Writers(const Shops& shops) : before_(shops.as<v2::Shop>()), now_(shops.as<v3::Shop>()) {}

  // Each program changes the item that it finds. Exactly one of the two keys must find it.
  void change(const std::string& value) {
    const bool by_old_key =
        before_.run(update<v2::OrderE>("customer"_f = "C1", "id"_f = "O1").set("sku"_f = value)).run().has_value();
    const bool by_new_key = now_.run(update<v3::OrderE>("id"_f = "O1").set("sku"_f = value)).run().has_value();
    EXPECT_NE(by_old_key, by_new_key) << "the order is under both keys, or under none";
    const std::string next = value + "@example.org";
    const bool old_mail =
        before_.run(update<v2::CustomerE>("customer"_f = "C1").set("email"_f = next).given("email"_f = mail))
            .run()
            .has_value();
    const bool new_mail =
        now_.run(update<v3::CustomerE>("customer"_f = "C1").set("email"_f = next).given("email"_f = mail))
            .run()
            .has_value();
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
  // Checks the items after the upgrade.
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

// At each request of the upgrade in turn, others write before it. In some rounds the upgrade ends there, with the
// request performed or not, and another upgrade follows.
TEST_P(Upgrades, items_that_move_under_load_lose_no_write_and_leave_no_copy) {
  int calls = 1;
  for (const bool removes : {false, true})
    for (const auto how : {Watched::Answer::Comes, Watched::Answer::Fails, Watched::Answer::FailsAfterwards}) {
      for (int at = 1; at <= calls; ++at) {
        SCOPED_TRACE(testing::Message() << "request " << at << ", " << static_cast<int>(how)
                                        << (removes ? ", removed" : ""));
        Shops on;
        on.load();
        ASSERT_TRUE(on.run(v2::Shop::info(), kEverything));
        Writers writers(on);
        Watched watched(on.database);
        int call = 0;
        watched.before = [&](const std::string&) {
          ++call;
          if (call >= at && call < at + 2) removes ? writers.remove_all() : writers.change("at" + std::to_string(call));
          return call < at                       ? Watched::Answer::Comes
                 : call == at                    ? how
                 : how == Watched::Answer::Comes ? how
                                                 : Watched::Answer::Fails;
        };
        const auto first = on.upgrade_on(watched.fake, v3::Shop::info(), kEverything, GetParam());
        calls = std::max(calls, call);
        if (call < at) continue;  // fewer requests had to be repeated than in an earlier round
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
  // Another index is being made when the upgrade begins, so the database refuses a second one.
  const auto wanted = create_table_request(*shops.session(shops.database), v2::Shop::info());
  const auto there = shops.database->describe_table({.table_name = "shop"}).value().table;
  ASSERT_TRUE(shops.database->update_table(add_index_request(wanted, missing_indexes(wanted, there).front(), there)));
  const auto report = shops.run(v2::Shop::info(), kEverything, GetParam()).value();
  EXPECT_EQ(to_text(report),
            "done: shop: drop index legacy (the model has no index of that name)\n"
            "done: shop: rewrite 3 items\n"
            "done: shop: enable time to live by expires\n"
            "left unchanged, because they belong to no entity of the model: 1 item\n"
            "left unchanged, although they are not as their entity requires: 1 item\n");
}

// Between the look at the table and the request, another upgrade makes the same change.
TEST_P(Upgrades, a_step_that_somebody_else_has_done_is_done) {
  shops.load();
  Watched watched(shops.database);
  bool first = true;
  watched.before = [&](const std::string& operation) {
    if (operation == "update_table" && std::exchange(first, false))
      Shops::must(shops.database->update_table(drop_index_request({.table_name = "shop"}, "legacy")));
    return Watched::Answer::Comes;
  };
  const auto report = shops.upgrade_on(watched.fake, v2::Shop::info(), kEverything, GetParam());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->left, IsEmpty());
  EXPECT_EQ(shops.database->describe_table({.table_name = "shop"}).value().table.global_secondary_indexes->size(), 2u);
}

}  // namespace upgrade_test
}  // namespace partita::model
