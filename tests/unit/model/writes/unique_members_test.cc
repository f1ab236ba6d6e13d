// Several members that are unique together, and unique values of items that expire.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace unique_members_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::Refusal;
using testing::HasSubstr;
using testing::IsEmpty;

struct User {
  std::string tenantId, userId, email;
  std::optional<std::string> phone;
  std::string name;
};
BOOST_DESCRIBE_STRUCT(User, (), (tenantId, userId, email, phone, name))
struct UserE : pt::entity<User, "USER", pt::key<"TENANT#{tenantId}", "USER#{userId}">, pt::unique<"tenantId", "email">,
                          pt::unique<"phone", "name">> {};

struct Hold {
  std::string holdId, seat;
  std::optional<std::string> code;
  pt::epoch_seconds expires;
};
BOOST_DESCRIBE_STRUCT(Hold, (), (holdId, seat, code, expires))
struct HoldE : pt::entity<Hold, "HOLD", pt::key<"HOLD#{holdId}", "HOLD">, pt::unique<"seat">, pt::unique<"code">,
                          pt::ttl<"expires">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<UserE, HoldE>> {};

class UniqueMembers : public testing::Test {
 protected:
  UniqueMembers() { db.create_table_if_missing().value(); }

  bool is_stored(std::string partition, std::string sort) {
    partita::GetItemRequest request{.table_name = "shop"};
    request.key = AttributeMap{{"PK", std::move(partition)}, {"SK", std::move(sort)}};
    const auto answer = db.database().get_item(request).value();
    return answer.item && !answer.item->empty();
  }
  bool has_sentinel(const std::string& key) { return is_stored("UNIQUE#" + key, "UNIQUE#" + key); }
  void expect_sound() {
    const auto report = db.verify().value();
    for (const auto& finding : report.findings) ADD_FAILURE() << finding.detail;
  }
  template <class Done>
  static void expect_taken(const Done& done, const std::string& what) {
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().refusal, Refusal::UniqueValueTaken);
    EXPECT_THAT(done.error().message, HasSubstr("the value of the unique " + what + " is taken"));
  }
  Hold hold(const std::string& id, const std::string& seat, std::int64_t seconds = 60) const {
    return {id, seat, {}, pt::epoch_seconds{now_ms / 1000 + seconds}};
  }
  void pass(std::int64_t seconds) { now_ms += seconds * 1000; }

  std::int64_t now_ms = 1'700'000'000'000;
  pt::db<Shop> db{partita::open("", {.in_memory = true, .ttl_interval = std::chrono::milliseconds(0)}).value(),
                  {.now_ms = [this] { return now_ms; }}};
};

TEST_F(UniqueMembers, each_tenant_has_its_own_values) {
  db.create(User{"T1", "U1", "a@x", {}, "Ada"}).value();
  expect_taken(db.create(User{"T1", "U2", "a@x", {}, "Bob"}).run(), "fields tenantId, email");
  db.create(User{"T2", "U1", "a@x", {}, "Ada"}).value();
  EXPECT_TRUE(has_sentinel("USER#tenantId+email#T1#a@x"));
  expect_sound();
}

// The delimiter that joins the values is escaped inside a value.
TEST_F(UniqueMembers, values_with_the_delimiter_are_told_apart) {
  db.create(User{"T#1", "U1", "a", {}, "Ada"}).value();
  db.create(User{"T", "U1", "1#a", {}, "Ada"}).value();
  expect_sound();
}

TEST_F(UniqueMembers, an_item_that_lacks_one_of_the_values_is_free) {
  db.create(User{"T1", "U1", "a@x", {}, "Ada"}).value();
  db.create(User{"T1", "U2", "b@x", {}, "Ada"}).value();
  db.create(User{"T1", "U3", "c@x", "5", "Ada"}).value();
  expect_taken(db.create(User{"T1", "U4", "d@x", "5", "Ada"}).run(), "fields phone, name");
  db.create(User{"T1", "U4", "d@x", "5", "Bob"}).value();
  expect_sound();
}

TEST_F(UniqueMembers, an_update_of_one_moves_the_values_of_all) {
  db.create(User{"T1", "U1", "a@x", "5", "Ada"}).value();
  const auto user = [&] { return db.update<UserE>("tenantId"_f = "T1", "userId"_f = "U1"); };
  user().set("email"_f = "b@x").given("email"_f = "a@x").value();
  EXPECT_FALSE(has_sentinel("USER#tenantId+email#T1#a@x"));
  EXPECT_TRUE(has_sentinel("USER#tenantId+email#T1#b@x"));
  user().set("name"_f = "Bob").given("name"_f = "Ada", "phone"_f = "5").value();
  EXPECT_TRUE(has_sentinel("USER#phone+name#5#Bob"));
  user().erase("phone"_f).read_first().value();
  EXPECT_FALSE(has_sentinel("USER#phone+name#5#Bob"));
  user().set("phone"_f = "6").read_first().value();
  EXPECT_TRUE(has_sentinel("USER#phone+name#6#Bob"));
  expect_sound();
  db.run(pt::remove<UserE>("tenantId"_f = "T1", "userId"_f = "U1").read_first()).value();
  EXPECT_EQ(db.verify().value().items, 0);
}

TEST_F(UniqueMembers, a_sentinel_of_several_is_repaired) {
  db.create(User{"T1", "U1", "a@x", "5", "Ada"}).value();
  partita::DeleteItemRequest lost{.table_name = "shop"};
  lost.key = AttributeMap{{"PK", "UNIQUE#USER#phone+name#5#Ada"}, {"SK", "UNIQUE#USER#phone+name#5#Ada"}};
  ASSERT_TRUE(db.database().delete_item(lost));
  EXPECT_EQ(db.repair().value().repaired, 1);
  EXPECT_TRUE(has_sentinel("USER#phone+name#5#Ada"));
  expect_sound();
}

TEST_F(UniqueMembers, the_value_of_an_expired_owner_is_taken_over) {
  db.create(hold("H1", "7A")).value();
  expect_taken(db.create(hold("H2", "7A")).run(), "field seat");
  pass(61);
  EXPECT_FALSE(db.get<HoldE>("holdId"_f = "H1").value());
  ASSERT_TRUE(is_stored("HOLD#H1", "HOLD"));
  db.create(hold("H2", "7A")).value();
  EXPECT_FALSE(is_stored("HOLD#H1", "HOLD"));
  expect_taken(db.create(hold("H3", "7A")).run(), "field seat");
  expect_sound();
}

TEST_F(UniqueMembers, the_value_of_an_owner_that_the_database_removed_is_taken_over) {
  db.create(hold("H1", "7A")).value();
  partita::DeleteItemRequest expired{.table_name = "shop"};
  expired.key = AttributeMap{{"PK", "HOLD#H1"}, {"SK", "HOLD"}};
  ASSERT_TRUE(db.database().delete_item(expired));
  db.create(hold("H2", "7A")).value();
  expect_sound();
}

TEST_F(UniqueMembers, all_values_of_an_expired_owner_are_free_or_taken_over) {
  auto first = hold("H1", "7A"), second = hold("H2", "7A");
  first.code = second.code = "X";
  db.create(first).value();
  pass(61);
  second.expires = pt::epoch_seconds{now_ms / 1000 + 60};
  db.create(second).value();
  expect_sound();
  pass(61);
  auto third = hold("H3", "7A");
  db.create(third).value();
  EXPECT_FALSE(has_sentinel("HOLD#code#X"));
  expect_sound();
}

TEST_F(UniqueMembers, a_transaction_takes_over_too) {
  db.create(hold("H1", "7A")).value();
  db.create(hold("H2", "7B")).value();
  expect_taken(db.transact(pt::create(hold("H3", "7A")), pt::create(hold("H4", "7B"))).run(), "field seat");
  pass(61);
  db.transact(pt::create(hold("H3", "7A")), pt::create(hold("H4", "7B"))).value();
  EXPECT_FALSE(is_stored("HOLD#H1", "HOLD"));
  EXPECT_FALSE(is_stored("HOLD#H2", "HOLD"));
  expect_sound();
  const auto one = db.update<HoldE>("holdId"_f = "H3").set("seat"_f = "7B").given("seat"_f = "7A").run();
  expect_taken(one, "field seat");
  pass(61);
  db.update<HoldE>("holdId"_f = "H3")
      .set("seat"_f = "7B", "expires"_f = hold("", "").expires)
      .given("seat"_f = "7A")
      .value();
  expect_sound();
}

// The item's own sentinel does not block it.
TEST_F(UniqueMembers, an_item_that_the_database_removed_is_created_again_with_its_value) {
  db.create(hold("H1", "7A")).value();
  partita::DeleteItemRequest expired{.table_name = "shop"};
  expired.key = AttributeMap{{"PK", "HOLD#H1"}, {"SK", "HOLD"}};
  ASSERT_TRUE(db.database().delete_item(expired));
  db.create(hold("H1", "7A")).value();
  ASSERT_TRUE(db.database().delete_item(expired));
  db.replace(hold("H1", "7A")).value();
  ASSERT_TRUE(db.database().delete_item(expired));
  db.transact(pt::create(hold("H1", "7A"))).value();
  expect_taken(db.create(hold("H2", "7A")).run(), "field seat");
  expect_sound();
}

TEST_F(UniqueMembers, a_value_that_another_program_left_can_be_taken_again_by_its_owner) {
  db.create(User{"T1", "U1", "a@x", {}, "Ada"}).value();
  partita::UpdateItemRequest other{.table_name = "shop"};
  other.key = AttributeMap{{"PK", "TENANT#T1"}, {"SK", "USER#U1"}};
  other.update_expression = "SET email = :b";
  other.expression_attribute_values = AttributeMap{{":b", "b@x"}};
  ASSERT_TRUE(db.database().update_item(other));
  db.update<UserE>("tenantId"_f = "T1", "userId"_f = "U1").set("email"_f = "a@x").given("email"_f = "b@x").value();
  expect_sound();
}

// ---- a member gets another name

struct Renamed {
  std::string tenantId, userId, mail;
  std::optional<std::string> phone;
  std::string name;
};
BOOST_DESCRIBE_STRUCT(Renamed, (), (tenantId, userId, mail, phone, name))
struct RenamedE
    : pt::entity<Renamed, "USER", pt::key<"TENANT#{tenantId}", "USER#{userId}">, pt::stored_as<"mail", "email">,
                 pt::unique<"tenantId", "mail">, pt::unique<"phone", "name">> {};
struct Later : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<RenamedE, HoldE>> {};

TEST_F(UniqueMembers, a_member_that_is_renamed_and_keeps_its_attribute_keeps_its_sentinels) {
  db.create(User{"T1", "U1", "a@x", {}, "Ada"}).value();
  const pt::db<Later> later{std::shared_ptr<partita::Database>(db.session(), &db.database())};
  expect_taken(later.create(Renamed{"T1", "U2", "a@x", {}, "Bob"}).run(), "fields tenantId, mail");
  EXPECT_THAT(later.verify().value().findings, IsEmpty());
  later.create(Renamed{"T1", "U2", "b@x", {}, "Bob"}).value();
  expect_taken(db.create(User{"T1", "U3", "b@x", {}, "Cid"}).run(), "fields tenantId, email");
}

}  // namespace unique_members_test
