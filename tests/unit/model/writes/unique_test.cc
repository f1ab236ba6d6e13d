#include "model/plan/unique.h"

#include <thread>

#include "unit/model/write_fixture.h"

namespace partita::model {
namespace unique_test {

class UniqueTest : public WriteTest {
 protected:
  void SetUp() override {
    WriteTest::SetUp();
    ASSERT_OK(write(create("C1", "a@x")));
  }
  static model::WriteRequest create(std::string id, std::string email) {
    return request(Kind::Create, ledger::kCustomer, customer_values(std::move(id), std::move(email)));
  }
  static model::WriteRequest change_email(std::string email) {
    auto update = request(Kind::Update, ledger::kCustomer, {{"customerId", "C1"}});
    update.changes = {set(ledger::kEmail, std::move(email))};
    return update;
  }
};

TEST_F(UniqueTest, TheSentinelNamesItsOwner) {
  const AttributeMap sentinel = stored_sentinel("email", "a@x");
  EXPECT_EQ(sentinel, (AttributeMap{{"PK", "UNIQUE#CUSTOMER#email#a@x"},
                                    {"SK", "UNIQUE#CUSTOMER#email#a@x"},
                                    {"owner_PK", "CUST#C1"},
                                    {"owner_SK", "PROFILE"},
                                    {"type", "UNIQUE"}}));
  EXPECT_EQ(owner_of_sentinel(ledger::kTable, sentinel), (AttributeMap{{"PK", "CUST#C1"}, {"SK", "PROFILE"}}));
  EXPECT_EQ(owner_of_sentinel(ledger::kTable, stored({{"PK", "CUST#C1"}, {"SK", "PROFILE"}})), std::nullopt);
}

TEST_F(UniqueTest, ATakenValueIsRefusedAndNothingIsWritten) {
  EXPECT_REFUSED(write(create("C2", "a@x")), Refusal::UniqueValueTaken,
                 "CUSTOMER: the value of the unique field email is taken");
  EXPECT_TRUE(stored({{"PK", "CUST#C2"}, {"SK", "PROFILE"}}).empty());
}

TEST_F(UniqueTest, ACreateOverTheItemItselfSaysThatItExists) {
  EXPECT_REFUSED(write(create("C1", "b@x")), Refusal::ItemExists, "the item exists already");
  EXPECT_TRUE(stored_sentinel("email", "b@x").empty());
}

TEST_F(UniqueTest, AnUpdateMovesTheValue) {
  auto update = change_email("b@x");
  EXPECT_FAILS(
      write(update), ErrorCode::ValidationException,
      "the field email is unique, and its old value must be known: add .given(\"email\"_f = value) or .read_first()");
  update.given = {{"email", "a@x"}};
  const auto updated = write(update);
  ASSERT_OK(updated);
  EXPECT_EQ(in(updated->row->attributes(), "email"), "b@x");
  EXPECT_TRUE(stored_sentinel("email", "a@x").empty());
  EXPECT_FALSE(stored_sentinel("email", "b@x").empty());
  EXPECT_REFUSED(write(update), Refusal::NotAsGiven, "the field email does not hold the value given");
  ASSERT_OK(write(create("C2", "a@x")));
}

// The transaction is done, even if the new item cannot be fetched.
TEST_F(UniqueTest, AnUpdateWhoseItemCannotBeFetchedIsDone) {
  auto update = change_email("b@x");
  update.given = {{"email", "a@x"}};
  database->fail_next("get_item", {{ErrorCode::AccessDeniedException, "no reads", {}, {}}});
  const auto updated = write(update);
  ASSERT_OK(updated);
  EXPECT_FALSE(updated->row);
  ASSERT_TRUE(updated->unread);
  EXPECT_EQ(updated->unread->message, "no reads");
  EXPECT_FALSE(stored_sentinel("email", "b@x").empty());
}

TEST_F(UniqueTest, AnUpdateThatReadsFirstMovesTheValue) {
  auto update = change_email("b@x");
  update.read_first = true;
  ASSERT_OK(write(update));
  EXPECT_TRUE(stored_sentinel("email", "a@x").empty());
  update.changes = {set(ledger::kEmail, "b@x"), set(ledger::kNick, "bee")};
  ASSERT_OK(write(update));
  EXPECT_FALSE(stored_sentinel("nick", "bee").empty());
  update.changes = {without(ledger::kNick)};
  ASSERT_OK(write(update));
  EXPECT_TRUE(stored_sentinel("nick", "bee").empty());
}

TEST_F(UniqueTest, AnUpdateOfOtherFieldsIsOneRequest) {
  auto update = change_email("");
  update.changes = {set(ledger::kName, "New")};
  const auto updated = write(update);
  ASSERT_OK(updated);
  EXPECT_EQ(updated->cost.requests, 1);
}

TEST_F(UniqueTest, AnUpsertClaimsTheValueOrMovesIt) {
  const auto upsert = [](std::string id, std::string email, bool read_first) {
    auto wanted = request(Kind::Upsert, ledger::kCustomer, {{"customerId", std::move(id)}});
    wanted.changes = {set(ledger::kEmail, std::move(email)), set(ledger::kName, "Ada")};
    wanted.read_first = read_first;
    return wanted;
  };
  EXPECT_FAILS(
      write(upsert("C2", "b@x", false)), ErrorCode::ValidationException,
      "the field email is unique, and its old value must be known: add .given(\"email\"_f = value) or .read_first()");
  ASSERT_OK(write(upsert("C2", "b@x", true)));
  EXPECT_EQ(in(stored_sentinel("email", "b@x"), "owner_PK"), "CUST#C2");
  ASSERT_OK(write(upsert("C2", "c@x", true)));
  EXPECT_TRUE(stored_sentinel("email", "b@x").empty());
  EXPECT_FALSE(stored_sentinel("email", "c@x").empty());
  EXPECT_REFUSED(write(upsert("C3", "a@x", true)), Refusal::UniqueValueTaken,
                 "CUSTOMER: the value of the unique field email is taken");
  EXPECT_TRUE(stored({{"PK", "CUST#C3"}, {"SK", "PROFILE"}}).empty());
}

TEST_F(UniqueTest, APutMovesTheValue) {
  auto put = request(Kind::Put, ledger::kCustomer, customer_values("C1", "b@x"));
  ASSERT_OK(write(put));
  EXPECT_TRUE(stored_sentinel("email", "a@x").empty());
  EXPECT_FALSE(stored_sentinel("email", "b@x").empty());
  ASSERT_OK(write(put));
  put = request(Kind::Put, ledger::kCustomer, customer_values("C2", "b@x"));
  EXPECT_REFUSED(write(put), Refusal::UniqueValueTaken, "email is taken");
}

TEST_F(UniqueTest, ARemovalFreesTheValue) {
  auto remove = request(Kind::Remove, ledger::kCustomer, {{"customerId", "C1"}});
  remove.read_first = true;
  const auto removed = write(remove);
  ASSERT_OK(removed);
  EXPECT_EQ(in(removed->row->attributes(), "email"), "a@x");
  EXPECT_TRUE(stored_sentinel("email", "a@x").empty());
  ASSERT_OK(write(create("C2", "a@x")));
}

TEST_F(UniqueTest, ValuesAreEscaped) {
  ASSERT_OK(write(create("C2", "a#b")));
  EXPECT_FALSE(stored_sentinel("email", "a$23b").empty());
}

TEST_F(UniqueTest, OneOfManyGetsTheValue) {
  std::atomic<int> won = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      const auto created = write(create("R" + std::to_string(t), "race@x"));
      if (created)
        ++won;
      else
        EXPECT_THAT(created.error().message, ::testing::HasSubstr("email is taken"));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(won, 1);
  const auto owner = owner_of_sentinel(ledger::kTable, stored_sentinel("email", "race@x"));
  ASSERT_TRUE(owner);
  EXPECT_EQ(in(stored(*owner), "email"), "race@x");
}

}  // namespace unique_test
}  // namespace partita::model
