#include "unit/model/write_fixture.h"

namespace partita::model {
namespace transact_test {

class TransactTest : public WriteTest {
 protected:
  static model::WriteRequest create_customer(std::string id, std::string email) {
    return request(Kind::Create, ledger::kCustomer, customer_values(std::move(id), std::move(email)));
  }
  static InjectedFault cancelled(std::vector<std::string> codes) {
    Error error{ErrorCode::TransactionCanceledException, "Transaction cancelled", {}, {}};
    for (std::string& code : codes) error.cancellation_reasons.push_back({std::move(code), {}, {}});
    return {error};
  }
};

TEST_F(TransactTest, AllAreWrittenInOneRequest) {
  const auto done = transact({create_order(), create_customer("C1", "a@x"), create_counter()});
  ASSERT_OK(done);
  EXPECT_EQ(done->requests, 1);
  EXPECT_FALSE(stored_order().empty());
  EXPECT_FALSE(stored_sentinel("email", "a@x").empty());
  ASSERT_EQ(database->transactions.size(), 1u);
  EXPECT_EQ(database->transactions[0].transact_items->size(), 4u);
}

TEST_F(TransactTest, AFailedMemberIsNamedWithItsItemAndNothingIsWritten) {
  ASSERT_OK(write(create_order("O1")));
  const auto done = transact({create_order("O2"), create_order("O1")});
  EXPECT_REFUSED(done, Refusal::ItemExists, "request 1 (ORDER): the item exists already");
  EXPECT_TRUE(done.error().item);
  EXPECT_TRUE(stored_order("O2").empty());
  const auto stale = transact({create_order("O2"), update_order({set(ledger::kTotal, 1)}, 9)});
  EXPECT_FAILS(stale, ErrorCode::VersionConflict, "request 1 (ORDER): the item has version 1, not version 9");
  ASSERT_TRUE(stale.error().item);
  const auto taken = transact({create_counter(), create_customer("C1", "a@x")});
  ASSERT_OK(taken);
  EXPECT_REFUSED(transact({create_order("O3"), create_customer("C2", "a@x")}), Refusal::UniqueValueTaken,
                 "request 1 (CUSTOMER): the value of the unique field email is taken");
}

TEST_F(TransactTest, ChecksHoldForTheWholeTransaction) {
  auto check = request(Kind::Check, ledger::kCustomer, {{"customerId", "C1"}});
  EXPECT_REFUSED(transact({check, create_order()}), Refusal::ItemMissing,
                 "request 0 (CUSTOMER): there is no such item");
  ASSERT_OK(write(create_customer("C1", "a@x")));
  ASSERT_OK(transact({check, create_order()}));
}

TEST_F(TransactTest, TwoWritesOfOneItemAreRefusedByPosition) {
  EXPECT_FAILS(transact({create_order(), create_counter(), update_order({set(ledger::kTotal, 1)})}),
               ErrorCode::ValidationException, "request 0 (ORDER) and request 2 (ORDER) are on the same item");
  EXPECT_FAILS(transact({create_customer("C1", "a@x"), create_customer("C2", "a@x")}), ErrorCode::ValidationException,
               "use the same value of the unique field email");
  EXPECT_EQ(database->calls("transact_write_items"), 0);
}

TEST_F(TransactTest, AUniqueValueCanChangeHands) {
  ASSERT_OK(write(create_customer("C1", "a@x")));
  auto release = request(Kind::Update, ledger::kCustomer, {{"customerId", "C1"}});
  release.changes = {set(ledger::kEmail, "b@x")};
  release.given = {{"email", "a@x"}};
  ASSERT_OK(transact({release, create_customer("C2", "a@x")}));
  EXPECT_EQ(in(stored_sentinel("email", "a@x"), "owner_PK"), "CUST#C2");
  EXPECT_EQ(in(stored_sentinel("email", "b@x"), "owner_PK"), "CUST#C1");
}

TEST_F(TransactTest, MoreThanAHundredActionsAreRefused) {
  std::vector<model::WriteRequest> requests;
  for (int i = 0; i < 51; ++i) requests.push_back(create_customer("C" + std::to_string(i), std::to_string(i) + "@x"));
  EXPECT_FAILS(transact(requests), ErrorCode::ValidationException, "at most 100 actions; these 51 requests need 102");
  requests.pop_back();
  ASSERT_OK(transact(requests));
}

TEST_F(TransactTest, AnUnknownOutcomeIsRepeatedWithTheSameToken) {
  ASSERT_OK(write(create_counter()));
  database->fail_next("transact_write_items", {unknown_outcome(), true});
  ASSERT_OK(transact({count(5), create_order()}));
  ASSERT_EQ(database->transactions.size(), 2u);
  EXPECT_TRUE(database->transactions[0].client_request_token);
  EXPECT_EQ(database->transactions[0].client_request_token, database->transactions[1].client_request_token);
  EXPECT_EQ(in(stored({{"PK", "COUNTER#1"}, {"SK", "COUNTER"}}), "count"), 5);
}

TEST_F(TransactTest, ConflictsAndThrottlingAreRetriedABoundedNumberOfTimes) {
  database->fail_next("transact_write_items", cancelled({"None", "TransactionConflict"}));
  database->fail_next("transact_write_items", cancelled({"ThrottlingError", "None"}));
  database->fail_next("transact_write_items", {Error{ErrorCode::TransactionInProgressException, "still", {}, {}}});
  ASSERT_OK(transact({create_counter(), create_order()}));
  EXPECT_EQ(database->calls("transact_write_items"), 4);
  for (int i = 0; i < 4; ++i) database->fail_next("transact_write_items", cancelled({"TransactionConflict"}));
  EXPECT_FAILS(transact({create_order("O2")}), ErrorCode::TransactionCanceledException, "request 0");
  EXPECT_EQ(database->calls("transact_write_items"), 8);
}

TEST_F(TransactTest, OtherRefusalsAreNotRetried) {
  database->fail_next("transact_write_items", cancelled({"None", "ValidationError"}));
  EXPECT_FAILS(transact({create_counter(), create_order()}), ErrorCode::ValidationException, "request 1");
  database->fail_next("transact_write_items",
                      {Error{ErrorCode::IdempotentParameterMismatchException, "another", {}, {}}});
  EXPECT_FAILS(transact({create_counter()}), ErrorCode::IdempotentParameterMismatchException, "another");
  EXPECT_EQ(database->calls("transact_write_items"), 2);
}

TEST_F(TransactTest, ReadsWhatItsMembersNeedFirst) {
  ASSERT_OK(write(create_customer("C1", "a@x")));
  auto update = request(Kind::Update, ledger::kCustomer, {{"customerId", "C1"}});
  update.changes = {set(ledger::kEmail, "b@x")};
  update.read_first = true;
  auto move = request(Kind::Move, ledger::kOrder, order_key("O1"));
  move.moved_to = order_values("O2");
  move.expected_version = 1;
  ASSERT_OK(write(create_order()));
  const auto done = transact({update, move});
  ASSERT_OK(done);
  EXPECT_EQ(done->requests, 3);
  EXPECT_FALSE(stored_order("O2").empty());
  EXPECT_FALSE(stored_sentinel("email", "b@x").empty());
}

}  // namespace transact_test
}  // namespace partita::model
