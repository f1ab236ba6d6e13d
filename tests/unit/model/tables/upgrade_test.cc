#include "unit/model/upgrade_fixture.h"

namespace partita::model {
namespace upgrade_test {

INSTANTIATE_TEST_SUITE_P(Modes, Upgrades, testing::Values(Mode::Wait, Mode::Async),
                         [](const auto& mode) { return mode.param == Mode::Wait ? "wait" : "async"; });

TEST_P(Upgrades, the_plan_says_what_has_to_happen_and_changes_nothing) {
  shops.load();
  const auto before = shops.state();
  const auto plan = shops.plan(v2::Shop::info(), GetParam()).value();
  EXPECT_EQ(to_text(plan),
            "shop: drop index legacy (the model has no index of that name)\n"
            "shop: rewrite 3 items (1 unique value has no sentinel yet: until then other items may get it too)\n"
            "shop: add index by_sku (GSI2PK HASH, GSI2SK RANGE; ALL)\n"
            "shop: enable time to live by expires\n"
            "left unchanged, because they belong to no entity of the model: 1 item\n"
            "left unchanged, although they are not as their entity requires: 1 item\n");
  EXPECT_EQ(plan.items, (ItemCounts{.read = 5, .to_rewrite = 3, .unclaimed = 1, .unreadable = 1, .unknown = 1}));
  EXPECT_EQ(shops.state(), before);
}

TEST_P(Upgrades, the_items_of_the_earlier_version_are_found_through_the_new_index) {
  shops.load();
  const auto report = shops.run(v2::Shop::info(), kEverything, GetParam()).value();
  EXPECT_EQ(to_text(report),
            "done: shop: drop index legacy (the model has no index of that name)\n"
            "done: shop: rewrite 3 items\n"
            "done: shop: add index by_sku (GSI2PK HASH, GSI2SK RANGE; ALL)\n"
            "done: shop: enable time to live by expires\n"
            "left unchanged, because they belong to no entity of the model: 1 item\n"
            "left unchanged, although they are not as their entity requires: 1 item\n");
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
            "left: shop: drop and add index by_state (projection of index by_state: the definition has INCLUDE (sku), "
            "the table has "
            "ALL; needs UpgradeOptions::drop_indexes)\n"
            "left unchanged, because they belong to no entity of the model: 1 item\n"
            "left unchanged, although they are not as their entity requires: 1 item\n");
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
            "nothing to do\nleft unchanged, because they belong to no entity of the model: 1 item\n"
            "left unchanged, although they are not as their entity requires: 1 item\n");
  const auto now = shops.as<v3::Shop>();
  EXPECT_EQ(now.get<v3::OrderE>("id"_f = "O1").value(), order("C1", "O1"));
  EXPECT_EQ(now.get<v3::CustomerE>("customer"_f = "C1").value(), (Customer{"C1", "ada@example.org"}));
  // The sentinel moved too, so the address is taken, and is released with its owner.
  EXPECT_FALSE(now.create(Customer{"C3", "ada@example.org"}).run());
  ASSERT_TRUE(now.run(remove<v3::CustomerE>("customer"_f = "C1").read_first()).run());
  EXPECT_TRUE(now.create(Customer{"C3", "ada@example.org"}).run());
  EXPECT_FALSE(shops.as<v2::Shop>().get<v2::OrderE>("customer"_f = "C1", "id"_f = "O1").value());
}

TEST_P(Upgrades, a_move_keeps_what_the_model_does_not_know_and_replaces_nobody) {
  shops.load();
  ASSERT_TRUE(shops.run(v2::Shop::info(), kEverything));
  shops.put({{"PK", "CUST#C7"},
             {"SK", "ORDER#O7"},
             {"type", "PURCHASE"},
             {"customer", "C7"},
             {"id", "O7"},
             {"sku", "S"},
             {"created", "2026-03-01T10:00:00.000Z"},
             {"state", "new"},
             {"extra", "kept"}});
  // Two items would get the same key, because ids were unique only within a customer.
  Shops::must(shops.as<v2::Shop>().create(order("C8", "O1")).run());
  const auto report = shops.run(v3::Shop::info(), kEverything, GetParam()).value();
  EXPECT_EQ(report.items.to_move, 5);
  EXPECT_EQ(report.items.moved, 4);
  EXPECT_EQ(report.left,
            (std::vector<UpgradeStep>{{UpgradeStep::Kind::MoveItems, "shop", "", "the findings say why", 1}}));
  EXPECT_THAT(shops.state(), Contains(AllOf(HasSubstr("PK: \"ORDER#O7\""), HasSubstr("extra: \"kept\""))));
  EXPECT_THAT(shops.state(), Contains(HasSubstr("PK: \"CUST#C8\""))) << "its new key is taken";
  int refused = 0;
  for (const Finding& finding : report.findings) refused += finding.detail.find("not repaired") != std::string::npos;
  EXPECT_GE(refused, 1);
}

// ---- a crash at any request

TEST_P(Upgrades, after_a_crash_at_any_request_another_upgrade_ends_with_the_same) {
  const auto prepare = [](Shops& on) { on.load(); };
  // The upgrade leads from version 1 to 3 at once. Indexes are dropped, replaced and added, and items are rewritten and
  // moved.
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

// ---- time to live

TEST_P(Upgrades, time_to_live_by_another_attribute_is_changed_in_two_steps) {
  ASSERT_TRUE(shops.database->update_time_to_live({"shop", TimeToLiveSpecification{true, "old"}}));
  const std::string why = "(the model's items expire by expires; needs UpgradeOptions::disable_ttl)";
  EXPECT_THAT(to_text(shops.run(v2::Shop::info(), {}, GetParam()).value()),
              HasSubstr("left: shop: disable time to live by old " + why));
  // The database, like the service, needs a while between two changes, so another upgrade makes the second change.
  UpgradeReport report;
  for (int round = 0; round < 3; ++round) {
    report = shops.run(v2::Shop::info(), kEverything, GetParam()).value();
    shops.wait(milliseconds(1000));
  }
  EXPECT_EQ(to_text(report), "nothing to do\n");
  EXPECT_EQ(shops.state().back(), "expires by expires");
}

// ---- changes that are impossible, and the requests that are sent

TEST_P(Upgrades, a_table_with_other_keys_is_refused_before_anything_is_done) {
  static constexpr std::string_view sort_key = "sort";
  TableInfo other = v2::Shop::info();
  other.sort = sort_key;
  const auto before = shops.state();
  EXPECT_THAT(to_text(shops.plan(other, GetParam()).value()),
              HasSubstr("shop: the model needs a new table (keys: the definition has partition key PK, sort key "
                        "sort, the table has partition key PK, sort key SK"));
  const auto report = shops.run(other, kEverything, GetParam());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::ValidationException);
  EXPECT_THAT(report.error().message, HasSubstr("Table shop cannot be upgraded to the model"));
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
            "shop: drop and add index legacy (type of attribute GSI9SK: the definition has S, the table has N)");
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
  EXPECT_THAT(to_text(**report),
              AllOf(HasSubstr("done: shop: add index by_sku"), HasSubstr("done: basket: create the table")));
}

}  // namespace upgrade_test
}  // namespace partita::model
