#include "unit/model/write_fixture.h"

namespace partita::model {
namespace move_test {

class MoveTest : public WriteTest {
 protected:
  static model::WriteRequest move_order(std::string from, std::string to) {
    auto move = request(Kind::Move, ledger::kOrder, order_key(std::move(from)));
    move.moved_to = order_values(std::move(to));
    move.any_version = true;
    return move;
  }
  void put_raw(AttributeMap item) {
    PutItemRequest raw;
    raw.table_name = "ledger";
    raw.item = std::move(item);
    ASSERT_TRUE(database->put_item(raw));
  }
};

TEST_F(MoveTest, TheItemStandsUnderTheNewKeyAlone) {
  ASSERT_OK(write(create_order()));
  const auto moved = write(move_order("O1", "O2"));
  ASSERT_OK(moved);
  EXPECT_TRUE(stored_order("O1").empty());
  EXPECT_EQ(in(stored_order("O2"), "version"), 2);
  EXPECT_EQ(in(stored_order("O2"), "GSI1SK"), "ORDER#2026-01-05T10:00:00.000Z#O2");
  EXPECT_EQ(moved->row->attributes(), stored_order("O2"));
}

TEST_F(MoveTest, UnknownAttributesGoAlong) {
  ASSERT_OK(write(create_order()));
  AttributeMap raw = stored_order();
  raw.set("unknown", "stays");
  put_raw(std::move(raw));
  ASSERT_OK(write(move_order("O1", "O2")));
  EXPECT_EQ(in(stored_order("O2"), "unknown"), "stays");
}

TEST_F(MoveTest, RefusesWhatIsMissingTakenOrOfAnotherVersion) {
  EXPECT_REFUSED(write(move_order("O1", "O2")), Refusal::ItemMissing, "there is no such item");
  ASSERT_OK(write(create_order("O1")));
  ASSERT_OK(write(create_order("O2")));
  EXPECT_REFUSED(write(move_order("O1", "O2")), Refusal::ItemExists, "an item with the new key exists already");
  EXPECT_FAILS(write(move_order("O1", "O1")), ErrorCode::ValidationException, "does not change the primary key");
  auto move = move_order("O1", "O3");
  move.any_version = false;
  EXPECT_FAILS(write(move), ErrorCode::ValidationException, ".expect_version(...)");
  move.expected_version = 7;
  EXPECT_FAILS(write(move), ErrorCode::VersionConflict, "version 1, not version 7");
  EXPECT_FALSE(stored_order("O1").empty());
}

TEST_F(MoveTest, UniqueValuesFollowTheirOwner) {
  ASSERT_OK(write(request(Kind::Create, ledger::kCustomer, customer_values("C1", "a@x"))));
  auto move = request(Kind::Move, ledger::kCustomer, {{"customerId", "C1"}});
  move.moved_to = customer_values("C2", "a@x");
  ASSERT_OK(write(move));
  EXPECT_EQ(in(stored_sentinel("email", "a@x"), "owner_PK"), "CUST#C2");
  move.values = {{"customerId", "C2"}};
  move.moved_to = customer_values("C3", "b@x");
  ASSERT_OK(write(move));
  EXPECT_TRUE(stored_sentinel("email", "a@x").empty());
  EXPECT_EQ(in(stored_sentinel("email", "b@x"), "owner_PK"), "CUST#C3");
}

// An item with more unknown attributes than a condition can name.
AttributeMap with_columns(AttributeMap item, int columns) {
  for (int i = 0; i < columns; ++i) item.set("column" + std::to_string(i), i);
  return item;
}

TEST_F(MoveTest, MoreAttributesThanAConditionNamesGoByTheVersion) {
  ASSERT_OK(write(create_order()));
  put_raw(with_columns(stored_order(), 400));
  ASSERT_OK(write(move_order("O1", "O2")));
  EXPECT_TRUE(stored_order("O1").empty());
  EXPECT_EQ(in(stored_order("O2"), "column399"), 399);
  EXPECT_EQ(in(stored_order("O2"), "version"), 2);
  auto stale = move_order("O2", "O3");
  stale.any_version = false;
  stale.expected_version = 1;
  EXPECT_FAILS(write(stale), ErrorCode::VersionConflict, "version 2, not version 1");
}

TEST_F(MoveTest, WithoutAVersionTheyAreRefusedBeforeAnythingIsWritten) {
  ASSERT_OK(write(request(Kind::Create, ledger::kCustomer, customer_values("C1", "a@x"))));
  auto move = request(Kind::Move, ledger::kCustomer, {{"customerId", "C1"}});
  move.moved_to = customer_values("C2", "a@x");
  const AttributeMap before = stored({{"PK", "CUST#C1"}, {"SK", "PROFILE"}});
  put_raw(with_columns(before, 400));
  EXPECT_FAILS(write(move), ErrorCode::ValidationException, "these 400 are more than a condition holds");
  EXPECT_EQ(stored({{"PK", "CUST#C1"}, {"SK", "PROFILE"}}).size(), before.size() + 400);
  put_raw(with_columns(before, 140));
  ASSERT_OK(write(move));
  EXPECT_EQ(stored({{"PK", "CUST#C2"}, {"SK", "PROFILE"}}).size(), before.size() + 140);
}

}  // namespace move_test
}  // namespace partita::model
