// Writes whose transactions hold copies: changes that do not say the new value of the member, races between several
// sources, moved sources, and the limit of a transaction.
#include <gmock/gmock.h>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace copies_transactions_test {

using namespace literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

struct Place {
  std::string city, street;
  friend bool operator==(const Place&, const Place&) = default;
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, street))
struct Team {
  std::string teamId;
  std::optional<std::string> email = {};
  std::int64_t points = 0;
  std::optional<std::string> motto = {};
  std::vector<std::string> colours = {};
  std::set<std::string> tags = {};
  Place place = {};
};
BOOST_DESCRIBE_STRUCT(Team, (), (teamId, email, points, motto, colours, tags, place))
struct Player {
  std::string playerId, teamId;
  std::int64_t teamPoints = 0;
  std::optional<std::string> teamMotto = {};
  std::vector<std::string> teamColours = {};
  std::set<std::string> teamTags = {};
  Place teamPlace = {};
};
BOOST_DESCRIBE_STRUCT(Player, (), (playerId, teamId, teamPoints, teamMotto, teamColours, teamTags, teamPlace))
struct TeamE : entity<Team, "TEAM", key<"TEAM#{teamId}", "TEAM">, unique<"email">> {};
struct PlayerE : entity<Player, "PLAYER", key<"PLAYER#{playerId}", "PLAYER">, on<"by_team", "{teamId}", "{playerId}">,
                        copy_of<"teamPoints", TeamE, "points">, copy_of<"teamMotto", TeamE, "motto">,
                        copy_of<"teamColours", TeamE, "colours">, copy_of<"teamTags", TeamE, "tags">,
                        copy_of<"teamPlace", TeamE, "place">> {};
struct League : table<"league", primary<"PK", "SK">, gsi<"by_team", "GSI1PK", "GSI1SK">, holds<TeamE, PlayerE>> {};
using Games = db<League>;

class CopiesInTransactions : public testing::Test {
 protected:
  CopiesInTransactions() {
    games.create_table_if_missing().value();
    games.create(Team{"T1", "one@x", 3, {}, {"red"}, {"fast"}, {"Bonn", "Main"}}).value();
    games.create(Team{"T2", "two@x"}).value();
    games.create(Player{"P1", "T1"}).value();
    database.transactions.clear();
  }
  Player player(const std::string& id) { return *games.get<PlayerE>("playerId"_f = id).value(); }
  Team team(const std::string& id) { return *games.get<TeamE>("teamId"_f = id).value(); }
  void expect_true_copies() { EXPECT_THAT(games.verify().value().findings, IsEmpty()); }

  std::unique_ptr<FaultyDatabase> inner = std::make_unique<FaultyDatabase>(open("", {.in_memory = true}).value());
  FaultyDatabase& database = *inner;
  std::shared_ptr<Database> shared{std::move(inner)};
  SessionOptions options = {.retries = {.first_delay = std::chrono::milliseconds(0)}};
  Games games{shared, options}, other{shared, options};
};

using Change = std::function<bool(Games&)>;
struct NamedChange {
  const char* name;
  Change change;
};
std::vector<NamedChange> changes_of_a_part() {
  return {
      {"increment",
       [](Games& in) { return bool(in.update<TeamE>("teamId"_f = "T1").increment("points"_f = 2).run()); }},
      {"set if absent",
       [](Games& in) { return bool(in.update<TeamE>("teamId"_f = "T1").set_if_absent("motto"_f = "Onward").run()); }},
      {"append",
       [](Games& in) {
         return bool(in.update<TeamE>("teamId"_f = "T1").append("colours"_f = std::vector<std::string>{"blue"}).run());
       }},
      {"prepend",
       [](Games& in) {
         return bool(in.update<TeamE>("teamId"_f = "T1").prepend("colours"_f = std::vector<std::string>{"blue"}).run());
       }},
      {"add to set",
       [](Games& in) {
         return bool(in.update<TeamE>("teamId"_f = "T1").add_to_set("tags"_f = std::set<std::string>{"young"}).run());
       }},
      {"remove from set",
       [](Games& in) {
         return bool(
             in.update<TeamE>("teamId"_f = "T1").remove_from_set("tags"_f = std::set<std::string>{"fast"}).run());
       }},
      {"a change inside of a struct",
       [](Games& in) { return bool(in.update<TeamE>("teamId"_f = "T1").set("place.city"_f = "Rome").run()); }},
      {"several",
       [](Games& in) {
         return bool(in.update<TeamE>("teamId"_f = "T1")
                         .increment("points"_f = 2)
                         .set("place.street"_f = "Side", "motto"_f = "Back")
                         .run());
       }},
      {"in a transaction of the caller",
       [](Games& in) {
         return bool(in.transact(update<TeamE>("teamId"_f = "T1").increment("points"_f = 2),
                                 update<TeamE>("teamId"_f = "T2").set("points"_f = 1))
                         .run());
       }},
  };
}

// The first transaction that is sent has the copies, so a program that dies after it leaves no stale copy.
TEST_F(CopiesInTransactions, AChangeOfAPartIsCopiedInTheTransactionOfTheChange) {
  for (const NamedChange& one : changes_of_a_part()) {
    SCOPED_TRACE(one.name);
    database.transactions.clear();
    const int updates = database.calls("update_item");
    ASSERT_TRUE(one.change(games));
    ASSERT_THAT(database.transactions, SizeIs(1));
    EXPECT_GE(database.transactions[0].transact_items->size(), 2u);
    EXPECT_EQ(database.calls("update_item"), updates);
    const Team now = team("T1");
    EXPECT_EQ(player("P1").teamPoints, now.points);
    EXPECT_EQ(player("P1").teamMotto, now.motto);
    EXPECT_EQ(player("P1").teamColours, now.colours);
    EXPECT_EQ(player("P1").teamTags, now.tags);
    EXPECT_EQ(player("P1").teamPlace, now.place);
    expect_true_copies();
  }
  EXPECT_EQ(team("T1").points, 9);
}

// Two programs change parts of one member, wherever one of them is stopped: no change is lost, and all are copied.
TEST_F(CopiesInTransactions, ChangesOfPartsByTwoProgramsAreAllKept) {
  int stopped = 0;
  for (const NamedChange& one : changes_of_a_part())
    for (int stop = 0;; ++stop) {
      const std::int64_t before = team("T1").points;
      int requests = 0;
      bool done = false;
      database.before = [&](const std::string&) {
        if (done || requests++ != stop) return;
        done = true;
        other.update<TeamE>("teamId"_f = "T1").increment("points"_f = 100).value();
      };
      ASSERT_TRUE(one.change(games)) << one.name;
      database.before = {};
      if (!done) break;
      ++stopped;
      EXPECT_GE(team("T1").points, before + 100) << one.name << ", before request " << stop;
      expect_true_copies();
    }
  EXPECT_GT(stopped, 20);
}

TEST_F(CopiesInTransactions, AChangeOfAPartIsExplainedByItsFirstRead) {
  EXPECT_EQ(games.update<TeamE>("teamId"_f = "T1").increment("points"_f = 1).explain().value().operation, "GetItem");
  EXPECT_EQ(games.update<TeamE>("teamId"_f = "T1").set("points"_f = 1).explain().value().operation, "Query");
}

TEST_F(CopiesInTransactions, AChangeOfAPartCountsItsHolders) {
  for (int i = 0; i < 100; ++i) games.create(Player{"Q" + std::to_string(i), "T1"}).value();
  const auto refused = games.update<TeamE>("teamId"_f = "T1").increment("points"_f = 1).run();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("declare the copy with pt::followed"));
  EXPECT_EQ(team("T1").points, 3);
  expect_true_copies();
}

TEST_F(CopiesInTransactions, AnUpsertThatCreatesTheSourceCopiesWhatItStartsWith) {
  games.remove<TeamE>("teamId"_f = "T1").given("email"_f = "one@x").value();
  database.transactions.clear();
  games.upsert<TeamE>("teamId"_f = "T1")
      .increment("points"_f = 5)
      .set("colours"_f = std::vector<std::string>{}, "place"_f = Place{})
      .read_first()
      .value();
  ASSERT_THAT(database.transactions, SizeIs(1));
  EXPECT_EQ(player("P1").teamPoints, 5);
  EXPECT_THAT(player("P1").teamTags, IsEmpty());
  expect_true_copies();
}

// The limit is exact, whatever else the write needs: its own item, and the old and new sentinel of a unique member.
TEST_F(CopiesInTransactions, TheLimitCountsAllActionsOfTheWrite) {
  struct Case {
    const char* name;
    std::size_t others;
    std::function<Result<void>(Games&)> write;
  };
  const Case cases[] = {{"the item alone", 1,
                         [](Games& in) -> Result<void> {
                           auto done = in.update<TeamE>("teamId"_f = "T2").set("points"_f = 7).run();
                           if (!done) return unexpected(done.error());
                           return {};
                         }},
                        {"with a unique member", 3,
                         [](Games& in) -> Result<void> {
                           auto done = in.update<TeamE>("teamId"_f = "T2")
                                           .set("points"_f = 8, "email"_f = "new@x")
                                           .given("email"_f = "two@x")
                                           .run();
                           if (!done) return unexpected(done.error());
                           return {};
                         }},
                        {"with another write", 2, [](Games& in) -> Result<void> {
                           auto done = in.transact(update<TeamE>("teamId"_f = "T2").set("points"_f = 9),
                                                   update<TeamE>("teamId"_f = "T1").set("points"_f = 3))
                                           .run();
                           if (!done) return unexpected(done.error());
                           return {};
                         }}};
  std::size_t players = 0;
  const auto fill = [&](std::size_t count) {
    for (; players < count; ++players) games.create(Player{"Q" + std::to_string(players), "T2"}).value();
    for (; players > count; --players) games.remove<PlayerE>("playerId"_f = "Q" + std::to_string(players - 1)).value();
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    fill(101 - one.others);
    const auto refused = one.write(games);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::ValidationException);
    EXPECT_THAT(refused.error().message,
                AllOf(HasSubstr(std::to_string(101 - one.others) + " actions would write copies"),
                      HasSubstr("needs " + std::to_string(one.others) + " for the rest"),
                      HasSubstr("declare the copy with pt::followed"), testing::Not(HasSubstr("validation error"))));
    fill(100 - one.others);
    EXPECT_TRUE(one.write(games));
    expect_true_copies();
  }
}

// A holder that changes its source while the holders of two sources are read is in both lists.
TEST_F(CopiesInTransactions, AHolderThatChangesItsSourceMeanwhileIsReadAgain) {
  for (const bool through_check : {false, true})
    for (int stop = 0;; ++stop) {
      games.update<PlayerE>("playerId"_f = "P1").set("teamId"_f = stop % 2 == 0 ? "T1" : "T2").value();
      int requests = 0;
      bool done = false;
      database.before = [&](const std::string&) {
        if (done || requests++ != stop) return;
        done = true;
        other.update<PlayerE>("playerId"_f = "P1").set("teamId"_f = stop % 2 == 0 ? "T2" : "T1").value();
      };
      const std::int64_t points = 1000 + 10 * stop;
      auto one = update<TeamE>("teamId"_f = "T1").set("points"_f = points);
      auto two = update<TeamE>("teamId"_f = "T2").set("points"_f = points + 1);
      const auto written =
          through_check ? games.transact(std::move(one), std::move(two), check<PlayerE>("playerId"_f = "P1")).run()
                        : games.transact(std::move(one), std::move(two)).run();
      database.before = {};
      EXPECT_TRUE(written) << "stopped before request " << stop << ": " << written.error().message;
      expect_true_copies();
      if (!done) break;
    }
}

TEST_F(CopiesInTransactions, AMovedSourceIsMissingUnderItsOldKey) {
  const auto refused = games
                           .transact(move<TeamE>(Team{"T3", "one@x", 8}, "teamId"_f = "T1").given("email"_f = "one@x"),
                                     create(Player{"P2", "T1"}))
                           .run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ConditionalCheckFailedException);
  EXPECT_THAT(refused.error().message, HasSubstr("does not exist"));
  games
      .transact(move<TeamE>(Team{"T3", "one@x", 8}, "teamId"_f = "T1").given("email"_f = "one@x"),
                create(Player{"P2", "T3"}))
      .value();
  EXPECT_EQ(player("P2").teamPoints, 8);
  EXPECT_EQ(player("P1").teamPoints, 3);  // its team is gone
  expect_true_copies();
}

}  // namespace copies_transactions_test
}  // namespace partita::model
