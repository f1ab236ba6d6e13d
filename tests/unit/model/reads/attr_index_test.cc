// Indexes over members' own attributes, through the typed front. They are sparse, sharded, or hold a part of the item,
// in a db of several tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <set>

namespace attr_index_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::ErrorCode;
using testing::ElementsAre;
using testing::HasSubstr;

enum class State { OPEN, CLOSED };
BOOST_DESCRIBE_ENUM(State, OPEN, CLOSED)
struct Ticket {
  std::string ticketId, owner, team;
  State state = State::OPEN;
  pt::date due;
  std::int64_t cents = 0;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Ticket, (), (ticketId, owner, team, state, due, cents, shard))
struct OpenTicket {
  std::string ticketId;
  pt::date due;
  int shard = 0;
};
BOOST_DESCRIBE_STRUCT(OpenTicket, (), (ticketId, due, shard))
struct TicketE : pt::entity<Ticket, "TICKET", pt::key<"{ticketId}">> {};
struct Tickets
    : pt::table<"tickets", pt::primary<"ticketId">, pt::no_type_tag,
                pt::attr_index<"open", pt::partition_key<"state", "shard">, pt::sort_key<"due">,
                               pt::sharded<5, "ticketId", "shard">, pt::when<"state", "OPEN">, pt::keys_only>,
                pt::attr_index<"by_owner", pt::partition_key<"owner", "team">, pt::sort_key<"state", "due">>,
                pt::holds<TicketE>> {};

// The tag is the static partition of an index.
struct Team {
  std::string team;
  std::int64_t tickets = 0;
};
BOOST_DESCRIBE_STRUCT(Team, (), (team, tickets))
struct TeamE : pt::entity<Team, "TEAM", pt::key<"{team}">, pt::on<"by_tickets", "TEAM", "{tickets}">> {};
struct Teams : pt::table<"teams", pt::primary<"team">, pt::type_tag<"kind">, pt::gsi<"by_tickets", "kind", "tickets">,
                         pt::holds<TeamE>> {};

using Open = pt::pattern<"Open tickets by date", TicketE, pt::by<"state">, pt::oldest<"due">, pt::as<OpenTicket>>;
using OfOwner =
    pt::pattern<"An owner's tickets in a state", TicketE, pt::by<"owner", "team", "state">, pt::newest<"due">>;

using Busiest = pt::pattern<"Teams, the busiest first", TeamE, pt::by<>, pt::descending<"tickets">>;

class AttrIndex : public testing::Test {
 protected:
  AttrIndex() { db.create_table_if_missing().value(); }

  static pt::date day(int number) { return *pt::date::from(2026, 1 + number / 28, 1 + number % 28); }
  static Ticket ticket(const std::string& id, int due = 0, std::optional<int> shard = {}) {
    return {id, "ann", "red", State::OPEN, day(due), 100, shard};
  }
  // The stored item, with the item's own attribute names.
  AttributeMap stored(const std::string& id) {
    partita::GetItemRequest request{.table_name = "tickets"};
    request.key.emplace().set("ticketId", id);
    return db.database().get_item(request).value().item->to_map();
  }
  std::vector<std::string> open_ids() {
    std::vector<std::string> ids;
    for (const OpenTicket& one : db.query<Open>("state"_f = State::OPEN).value().items) ids.push_back(one.ticketId);
    return ids;
  }
  // The number of entries in the index, over all partitions.
  std::int64_t indexed() { return db.database().scan({.table_name = "tickets", .index_name = "open"}).value().count; }
  auto update(const std::string& id) { return pt::update<TicketE>("ticketId"_f = id); }
  void expect_sound() {
    const auto report = db.verify().value();
    for (const auto& finding : report.findings) ADD_FAILURE() << finding.detail;
  }

  pt::db<Tickets, Teams> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(AttrIndex, an_open_item_gets_its_shard_and_a_closed_one_has_none) {
  const auto created = db.create(ticket("T1")).value();
  ASSERT_TRUE(created.item->shard);
  EXPECT_EQ(stored("T1").find("shard")->n(), std::to_string(*created.item->shard));
  EXPECT_EQ(stored("T1").find("type"), nullptr);

  const auto closed = db.run(update("T1").set("state"_f = State::CLOSED)).value();
  EXPECT_FALSE(closed.item->shard);
  EXPECT_FALSE(stored("T1").contains("shard"));
  EXPECT_EQ(indexed(), 0);

  const auto reopened = db.run(update("T1").set("state"_f = State::OPEN)).value();
  EXPECT_EQ(reopened.item->shard, created.item->shard);
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
  expect_sound();
}

TEST_F(AttrIndex, an_upsert_keeps_the_shard_of_an_item_and_gives_one_to_a_new_item) {
  const auto upsert = [&](const std::string& id, State state) {
    return db
        .run(pt::upsert<TicketE>("ticketId"_f = id)
                 .set("owner"_f = "bob", "team"_f = "red", "state"_f = state, "due"_f = day(2), "cents"_f = 1))
        .value();
  };
  const int own = *upsert("T1", State::OPEN).item->shard;
  const int other = (own + 1) % 5;
  db.replace(ticket("T1", 3, other)).value();
  EXPECT_EQ(upsert("T1", State::OPEN).item->shard, other);
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
  EXPECT_FALSE(upsert("T1", State::CLOSED).item->shard);
  EXPECT_EQ(upsert("T1", State::OPEN).item->shard, own);
  expect_sound();
}

TEST_F(AttrIndex, an_empty_text_in_a_key_of_an_index_is_refused_in_our_words) {
  db.create(ticket("T1")).value();
  const auto updated = db.run(update("T1").set("owner"_f = "")).run();
  ASSERT_FALSE(updated);
  EXPECT_THAT(updated.error().message, HasSubstr("The field owner cannot be the key attribute owner: it is empty"));
  auto closed = ticket("T2");
  closed.state = State::CLOSED;
  closed.team = "";
  const auto created = db.create(closed).run();
  ASSERT_FALSE(created);
  EXPECT_THAT(created.error().message, HasSubstr("The field team cannot be the key attribute team: it is empty"));
}

TEST_F(AttrIndex, a_given_shard_is_kept) {
  const int own = *db.create(ticket("T1")).value().item->shard;
  const int other = (own + 1) % 5;
  db.replace(ticket("T1", 3, other)).value();
  EXPECT_EQ(stored("T1").find("shard")->n(), std::to_string(other));
  db.run(update("T1").set("due"_f = day(9), "cents"_f = 5)).value();
  EXPECT_EQ(stored("T1").find("shard")->n(), std::to_string(other));
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
  db.run(update("T1").set("state"_f = State::OPEN, "shard"_f = own)).value();
  EXPECT_EQ(stored("T1").find("shard")->n(), std::to_string(own));
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
  expect_sound();
}

TEST_F(AttrIndex, a_closed_item_is_written_without_a_shard) {
  Ticket closed = ticket("T1", 0, 3);
  closed.state = State::CLOSED;
  EXPECT_FALSE(db.create(closed).value().item->shard);
  EXPECT_FALSE(stored("T1").contains("shard"));
  expect_sound();
}

TEST_F(AttrIndex, a_shard_that_there_is_not_is_refused) {
  const auto created = db.create(ticket("T1", 0, 5)).run();
  ASSERT_FALSE(created);
  EXPECT_THAT(created.error().message, HasSubstr("from 0 to 4"));
  db.create(ticket("T1")).value();
  const auto moved = db.run(update("T1").set("state"_f = State::OPEN, "shard"_f = 5)).run();
  ASSERT_FALSE(moved);
  EXPECT_THAT(moved.error().message, HasSubstr("from 0 to 4"));
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
}

TEST_F(AttrIndex, a_shard_is_not_changed_against_the_state) {
  db.create(ticket("T1")).value();
  // The item would be closed but have a shard, so the index would have it.
  const auto both = db.run(update("T1").set("state"_f = State::CLOSED, "shard"_f = 1)).run();
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, ErrorCode::ValidationException);
  // The item would be open but have no shard, so the index would lose it.
  const auto none = db.run(update("T1").set("state"_f = State::OPEN).erase("shard"_f)).run();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::ValidationException);
  // An item can be moved only if its state is known.
  db.run(update("T1").set("shard"_f = 2).given("state"_f = State::OPEN)).value();
  EXPECT_EQ(stored("T1").find("shard")->n(), "2");
  db.run(update("T1").set("state"_f = State::CLOSED)).value();
  const auto closed = db.run(update("T1").set("shard"_f = 2).given("state"_f = State::OPEN)).run();
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().code, ErrorCode::ConditionalCheckFailedException);
  const auto read = db.run(update("T1").set("shard"_f = 2).read_first()).run();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::ValidationException);
  EXPECT_EQ(indexed(), 0);
  expect_sound();
}

TEST_F(AttrIndex, a_query_for_a_state_that_the_index_leaves_out_is_refused) {
  Ticket closed = ticket("T1");
  closed.state = State::CLOSED;
  db.create(closed).value();
  const auto page = db.query<Open>("state"_f = State::CLOSED).run();
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message,
            "The access pattern \"Open tickets by date\" cannot find items whose state is not OPEN: the index open "
            "leaves them out");
}

TEST_F(AttrIndex, pages_of_all_shards_are_one_sequence) {
  std::multiset<std::pair<pt::date, std::string>> expected;
  for (int i = 0; i < 60; ++i) {
    const std::string id = "T" + std::to_string(i);
    db.create(ticket(id, i * 7 % 13)).value();
    expected.emplace(day(i * 7 % 13), id);
  }
  std::vector<pt::date> dates;
  for (const auto& [due, id] : expected) dates.push_back(due);
  for (const int size : {1, 2, 3, 7, 59, 60, 61}) {
    for (const bool forward : {true, false}) {
      std::multiset<std::pair<pt::date, std::string>> seen;
      std::vector<pt::date> order;
      std::optional<std::string> token;
      do {
        auto query = db.query<Open>("state"_f = State::OPEN).take(size).after(token);
        if (!forward) query.reversed();
        auto page = query.value();
        for (const OpenTicket& one : page.items) {
          seen.emplace(one.due, one.ticketId);
          order.push_back(one.due);
        }
        token = page.token;
      } while (token);
      EXPECT_EQ(seen, expected) << size;
      if (!forward) std::reverse(order.begin(), order.end());
      EXPECT_EQ(order, dates) << size;
    }
  }
}

TEST_F(AttrIndex, several_attributes_make_a_partition_and_a_sort_key) {
  db.create(ticket("T1", 3)).value();
  db.create(ticket("T2", 1)).value();
  Ticket closed = ticket("T3", 2);
  closed.state = State::CLOSED;
  db.create(closed).value();
  const auto page = db.query<OfOwner>("owner"_f = "ann", "team"_f = "red", "state"_f = State::OPEN).value();
  ASSERT_EQ(page.items.size(), 2u);
  EXPECT_EQ(page.items[0].ticketId, "T1");
  EXPECT_EQ(page.cost.evaluated, 2);
  auto early = db.query<OfOwner>("owner"_f = "ann", "team"_f = "red", "state"_f = State::OPEN, "due"_f < day(3));
  EXPECT_EQ(early.value().items.size(), 1u);
  db.run(update("T1").set("team"_f = "blue")).value();
  EXPECT_EQ(db.query<OfOwner>("owner"_f = "ann", "team"_f = "blue", "state"_f = State::OPEN).value().items.size(), 1u);
}

TEST_F(AttrIndex, a_transaction_spans_tables) {
  db.create(Team{"red", 0}).value();
  const auto add = [&](const std::string& id) {
    return db.transact(pt::create(ticket(id)), pt::update<TeamE>("team"_f = "red").increment("tickets"_f = 1));
  };
  add("T1").value();
  const auto again = add("T1").run();
  ASSERT_FALSE(again);
  EXPECT_EQ(db.get<TeamE>("team"_f = "red").value()->tickets, 1);
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
}

TEST_F(AttrIndex, the_tag_may_be_the_partition_of_an_index) {
  db.create(Team{"red", 3}).value();
  db.run(pt::upsert<TeamE>("team"_f = "blue").set("tickets"_f = 10)).value();
  db.run(pt::upsert<TeamE>("team"_f = "red").increment("tickets"_f = 1)).value();
  db.run(pt::update<TeamE>("team"_f = "blue").increment("tickets"_f = 1)).value();
  const auto page = db.query<Busiest>("tickets"_f > 3).value();
  ASSERT_EQ(page.items.size(), 2u);
  EXPECT_EQ(page.items[0].team, "blue");
  EXPECT_EQ(page.items[1].tickets, 4);
  expect_sound();
}

TEST_F(AttrIndex, a_batch_gives_shards_too) {
  std::vector<Ticket> many;
  for (int i = 0; i < 40; ++i) many.push_back(ticket("T" + std::to_string(i), i));
  EXPECT_TRUE(db.replace_many(many).run());
  EXPECT_EQ(open_ids().size(), 40u);
  std::set<std::optional<int>> shards;
  for (const auto& one : many) shards.insert(db.get<TicketE>("ticketId"_f = one.ticketId).value()->shard);
  EXPECT_EQ(shards.size(), 5u);
  expect_sound();
}

TEST_F(AttrIndex, an_upsert_stands_in_the_index) {
  const auto upsert = [&](State state) {
    return db
        .run(pt::upsert<TicketE>("ticketId"_f = "T1")
                 .set("owner"_f = "ann", "team"_f = "red", "state"_f = state, "due"_f = day(1), "cents"_f = 1))
        .value();
  };
  EXPECT_TRUE(upsert(State::OPEN).item->shard);
  EXPECT_THAT(open_ids(), ElementsAre("T1"));
  EXPECT_FALSE(upsert(State::CLOSED).item->shard);
  EXPECT_EQ(indexed(), 0);
  expect_sound();
}

}  // namespace attr_index_test
