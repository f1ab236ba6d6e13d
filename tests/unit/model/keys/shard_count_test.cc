// An index gets more or fewer shards. Each model below is a step of the change, on one table.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace shard_count_test {

namespace pt = partita::model;
using namespace pt::literals;
using testing::IsEmpty;

struct Ticket {
  std::string id, team, state;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Ticket, (), (id, team, state, shard))

// The composed keys differ in one format.
template <pt::fixed_string Key>
struct TicketE : pt::entity<Ticket, "TICKET", pt::key<"{id}">, pt::on<"by_state", Key, "{id}">> {};

template <class Sharded, pt::fixed_string Key>
struct Tickets : pt::table<"tickets", pt::primary<"PK">,
                           pt::attr_index<"by_team", pt::partition_key<"team", "shard">, pt::sort_key<"id">, Sharded>,
                           pt::gsi<"by_state", "GSI1PK", "GSI1SK">, pt::holds<TicketE<Key>>> {};

using Five = Tickets<pt::sharded<5, "id", "shard">, "{state}#{id:shard5}">;
using FiveToEight = Tickets<pt::sharded<8, "id", "shard", pt::was<5>>, "{state}#{id:shard8was5}">;
using Eight = Tickets<pt::sharded<8, "id", "shard">, "{state}#{id:shard8}">;
using EightToThree = Tickets<pt::sharded<3, "id", "shard", pt::was<8>>, "{state}#{id:shard3was8}">;
using Three = Tickets<pt::sharded<3, "id", "shard">, "{state}#{id:shard3}">;

template <class Table>
struct Step {
  template <class>
  struct entity_of;
  template <class Sharded, pt::fixed_string Key>
  struct entity_of<Tickets<Sharded, Key>> {
    using type = TicketE<Key>;
  };
  using Entity = typename entity_of<Table>::type;
  using ByTeam = pt::pattern<"Tickets of a team", Entity, pt::by<"team">, pt::ascending<"id">>;
  using ByState = pt::pattern<"Tickets in a state", Entity, pt::by<"state">, pt::ascending<"id">>;

  explicit Step(const std::shared_ptr<partita::Database>& database) : db(database) {
    db.create_table_if_missing().value();
  }

  std::vector<std::string> by_team() const { return ids(db.template query<ByTeam>("team"_f = "red").value()); }
  std::vector<std::string> by_state() const { return ids(db.template query<ByState>("state"_f = "open").value()); }
  static std::vector<std::string> ids(const pt::Page<Ticket>& page) {
    std::vector<std::string> all;
    for (const Ticket& ticket : page.items) all.push_back(ticket.id);
    return all;
  }
  void create(int from, int to) const {
    for (int i = from; i < to; ++i) db.create(Ticket{"T" + std::to_string(100 + i), "red", "open", {}}).value();
  }
  void expect_all(int count) const {
    std::vector<std::string> expected;
    for (int i = 0; i < count; ++i) expected.push_back("T" + std::to_string(100 + i));
    EXPECT_EQ(by_team(), expected);
    EXPECT_EQ(by_state(), expected);
  }

  pt::db<Table> db;
};

class ShardCount : public testing::Test {
 protected:
  std::shared_ptr<partita::Database> database = partita::open("", {.in_memory = true}).value();
};

TEST_F(ShardCount, reads_find_the_items_of_both_counts_until_all_are_of_the_new_one) {
  Step<Five>(database).create(0, 40);
  const Step<FiveToEight> grows(database);
  grows.expect_all(40);
  grows.create(40, 80);
  grows.expect_all(80);
  const auto report = grows.db.repair().value();
  EXPECT_GT(report.repaired, 40);
  EXPECT_EQ(report.repaired, static_cast<std::int64_t>(report.findings.size()));
  grows.expect_all(80);
  EXPECT_THAT(grows.db.verify().value().findings, IsEmpty());
  const Step<Eight> grown(database);
  grown.expect_all(80);
  EXPECT_THAT(grown.db.verify().value().findings, IsEmpty());

  const Step<EightToThree> shrinks(database);
  shrinks.expect_all(80);
  shrinks.create(80, 100);
  shrinks.expect_all(100);
  EXPECT_GT(shrinks.db.repair().value().repaired, 40);
  shrinks.expect_all(100);
  const Step<Three> shrunk(database);
  shrunk.expect_all(100);
  EXPECT_THAT(shrunk.db.verify().value().findings, IsEmpty());
}

// In between, a read of one id is answered from both of its shards.
TEST_F(ShardCount, a_read_that_gives_the_member_asks_both_of_its_shards) {
  Step<Five>(database).create(0, 20);
  const Step<FiveToEight> grows(database);
  using Entity = Step<FiveToEight>::Entity;
  using One = pt::pattern<"A ticket in a state", Entity, pt::by<"state", "id">, pt::using_index<"by_state">>;
  for (int i = 0; i < 20; ++i) {
    const auto page = grows.db.query<One>("state"_f = "open", "id"_f = "T" + std::to_string(100 + i)).value();
    ASSERT_EQ(page.items.size(), 1u) << i;
    EXPECT_LE(page.cost.requests, 2);
  }
}

TEST_F(ShardCount, an_update_writes_the_new_shard_and_a_chosen_one_stays) {
  Step<Five>(database).create(0, 10);
  const Step<FiveToEight> grows(database);
  using Entity = Step<FiveToEight>::Entity;
  for (int i = 0; i < 10; ++i)
    grows.db.update<Entity>("id"_f = "T" + std::to_string(100 + i)).set("state"_f = "open").value();
  grows.db.create(Ticket{"T110", "red", "open", 7}).value();
  grows.expect_all(11);
  grows.db.repair().value();
  EXPECT_EQ(grows.db.get<Entity>("id"_f = "T110").value()->shard, 7);
  Step<Eight>(database).expect_all(11);
}

TEST_F(ShardCount, what_a_program_of_the_earlier_count_writes_late_is_found_and_repaired) {
  Step<Eight>(database).create(0, 20);
  Step<EightToThree>(database).db.repair().value();
  const Step<Three> three(database);
  three.expect_all(20);
  Step<Eight>(database).create(20, 60);
  EXPECT_LT(three.by_team().size(), 60U);
  EXPECT_FALSE(three.db.verify().value().findings.empty());
  EXPECT_GT(three.db.repair().value().repaired, 0);
  EXPECT_THAT(three.db.verify().value().findings, IsEmpty());
  three.expect_all(60);
}

}  // namespace shard_count_test
