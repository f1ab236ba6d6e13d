// Takes over the value of an expired owner while others write. A free value must be taken and never be reported as
// another's.
#include <gmock/gmock.h>
#include <partita/model.h>
#include <partita/open.h>

#include "unit/model/faulty_database.h"

namespace partita::model {
namespace takeover_race_test {

using namespace literals;

struct Hold {
  std::string holdId, seat;
  epoch_seconds expires;
};
BOOST_DESCRIBE_STRUCT(Hold, (), (holdId, seat, expires))
struct HoldE : entity<Hold, "HOLD", key<"HOLD#{holdId}", "HOLD">, unique<"seat">, model::ttl<"expires">> {};
struct Seats : table<"seats", primary<"PK", "SK">, holds<HoldE>> {};

// A hold of seat 7A that has expired, and the action before each request of one more claim.
class TakeoverRace : public testing::TestWithParam<bool> {
 protected:
  TakeoverRace() {
    seats.create_table_if_missing().value();
    seats.create(hold("H1")).value();
    now_ms += 61'000;
  }

  Hold hold(const std::string& id, const std::string& seat = "7A") const {
    return {id, seat, epoch_seconds{now_ms / 1000 + 60}};
  }
  // Claims by itself, or as a part of a transaction.
  Result<void> claim() {
    int calls = 0;
    database->before = [this, calls](const std::string& operation) mutable {
      if (!busy && (operation == "transact_write_items" || operation == "get_item")) {
        busy = true;
        before(operation, ++calls);
        busy = false;
      }
    };
    const auto done = [&]() -> Result<void> {
      if (GetParam()) {
        if (auto both = seats.transact(create(hold("H2")), create(hold("H9", "9Z"))).run(); !both)
          return unexpected(both.error());
      } else if (auto alone = seats.create(hold("H2")).run(); !alone) {
        return unexpected(alone.error());
      }
      return {};
    }();
    database->before = nullptr;
    return done;
  }
  void expect_claimed(const Result<void>& claimed) {
    ASSERT_TRUE(claimed) << claimed.error().message;
    EXPECT_EQ(seats.get<HoldE>("holdId"_f = "H2").value()->seat, "7A");
    EXPECT_THAT(seats.verify().value().findings, testing::IsEmpty());
  }
  // Deletes the hold as the database does some time later; the sentinel stays.
  void remove_expired() {
    DeleteItemRequest remove{.table_name = "seats"};
    remove.key = AttributeMap{{"PK", "HOLD#H1"}, {"SK", "HOLD"}};
    ASSERT_TRUE(database->delete_item(remove));
  }
  static constexpr auto nothing = [](const std::string&, int) {};

  std::int64_t now_ms = 1'700'000'000'000;
  bool busy = false;
  std::function<void(const std::string& operation, int call)> before = nothing;
  std::shared_ptr<FaultyDatabase> database = std::make_shared<FaultyDatabase>(
      open("", {.in_memory = true, .ttl_interval = std::chrono::milliseconds(0)}).value());
  db<Seats> seats{database,
                  {.retries = {.first_delay = std::chrono::milliseconds(0)}, .now_ms = [this] { return now_ms; }}};
};
INSTANTIATE_TEST_SUITE_P(Ways, TakeoverRace, testing::Bool(),
                         [](const auto& way) { return way.param ? "transaction" : "alone"; });

// The claim is the first request, the read of the owner the second, and the takeover the third.
TEST_P(TakeoverRace, the_database_removes_the_owner_before_the_takeover) {
  before = [this](const std::string&, int call) {
    if (call == 3) remove_expired();
  };
  expect_claimed(claim());
}

TEST_P(TakeoverRace, the_value_is_taken_over_and_given_up_before_the_takeover) {
  before = [this](const std::string&, int call) {
    if (call != 3) return;
    seats.create(hold("H3")).value();
    seats.run(remove<HoldE>("holdId"_f = "H3").read_first()).value();
  };
  expect_claimed(claim());
}

TEST_P(TakeoverRace, the_owner_comes_to_life_and_gives_the_value_up_before_it_is_looked_at) {
  before = [this](const std::string&, int call) {
    if (call == 2)
      seats
          .run(update<HoldE>("holdId"_f = "H1")
                   .set("seat"_f = "8B", "expires"_f = hold("").expires)
                   .given("seat"_f = "7A"))
          .value();
  };
  expect_claimed(claim());
  EXPECT_EQ(seats.get<HoldE>("holdId"_f = "H1").value()->seat, "8B");
}

TEST_P(TakeoverRace, the_owner_comes_to_life_before_the_takeover) {
  before = [this](const std::string&, int call) {
    if (call == 3) seats.run(update<HoldE>("holdId"_f = "H1").set("expires"_f = hold("").expires)).value();
  };
  const auto claimed = claim();
  ASSERT_FALSE(claimed);
  EXPECT_EQ(claimed.error().refusal, Refusal::UniqueValueTaken);
  EXPECT_TRUE(seats.get<HoldE>("holdId"_f = "H1").value());
  EXPECT_FALSE(seats.get<HoldE>("holdId"_f = "H2").value());
}

TEST_P(TakeoverRace, an_owner_that_changes_each_time_is_a_conflict_that_may_pass) {
  before = [this](const std::string& operation, int) {
    PutItemRequest put{.table_name = "seats"};
    put.item = AttributeMap{{"PK", "HOLD#H1"}, {"SK", "HOLD"}, {"type", "HOLD"},
                            {"holdId", "H1"},  {"seat", "7A"}, {"expires", 1'700'000'001}};
    if (operation == "get_item")
      ASSERT_TRUE(database->put_item(put));
    else
      remove_expired();
  };
  const auto claimed = claim();
  ASSERT_FALSE(claimed);
  EXPECT_EQ(claimed.error().code, ErrorCode::TransactionConflictException);
  EXPECT_THAT(claimed.error().message, testing::HasSubstr("the value may be free"));
}

}  // namespace takeover_race_test
}  // namespace partita::model
