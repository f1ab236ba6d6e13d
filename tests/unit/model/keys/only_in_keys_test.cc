// Members that are stored only in keys. The key's value counts, and an attribute of the same name is ignored.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace only_in_keys_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using testing::IsEmpty;

struct Visit {
  std::string guest, day;
  int rank = 0;
  std::string note;
};
BOOST_DESCRIBE_STRUCT(Visit, (), (guest, day, rank, note))
struct VisitE : pt::entity<Visit, "VISIT", pt::key<"GUEST#{guest}", "VISIT#{day}">,
                           pt::on<"by_rank", "RANK", "{rank:03d}#{day}">, pt::only_in_keys<"guest", "rank">> {};
struct Hotel : pt::table<"hotel", pt::primary<"PK", "SK">, pt::gsi<"by_rank", "GSI1PK", "GSI1SK">, pt::holds<VisitE>> {
};
using ByRank = pt::pattern<"Visits by rank", VisitE, pt::by<>, pt::using_index<"by_rank">, pt::ascending<"rank">>;

class OnlyInKeys : public testing::Test {
 protected:
  OnlyInKeys() {
    db.create_table_if_missing().value();
    // An earlier program, which stored the members, wrote this item, and their attributes are still in it.
    partita::PutItemRequest old{.table_name = "hotel"};
    old.item = AttributeMap{{"PK", "GUEST#ada"}, {"SK", "VISIT#1"}, {"GSI1PK", "RANK"},
                            {"GSI1SK", "007#1"}, {"type", "VISIT"}, {"guest", "somebody"},
                            {"rank", 9},         {"day", "1"},      {"note", "n"}};
    EXPECT_TRUE(db.database().put_item(old));
  }
  pt::db<Hotel> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(OnlyInKeys, the_key_says_what_they_are) {
  const auto visit = db.get<VisitE>("guest"_f = "ada", "day"_f = "1").value();
  ASSERT_TRUE(visit);
  EXPECT_EQ(visit->guest, "ada");
  EXPECT_EQ(visit->rank, 7);
  EXPECT_EQ(db.query<ByRank>().value().items.at(0).rank, 7);
  EXPECT_EQ(db.query<ByRank>().value().items.at(0).guest, "ada");
  EXPECT_THAT(db.verify().value().findings, IsEmpty());
  EXPECT_EQ(to_text(db.plan_upgrade().value()), "nothing to do\n");
}

TEST_F(OnlyInKeys, a_write_that_reads_first_goes_by_the_key) {
  const auto written = db.update<VisitE>("guest"_f = "ada", "day"_f = "1").set("note"_f = "m").read_first().value();
  EXPECT_EQ(written.item->guest, "ada");
  EXPECT_EQ(written.item->rank, 7);
  const auto moved = db.run(pt::move<VisitE>({"bob", "2", 3, "x"}, "guest"_f = "ada", "day"_f = "1")).value();
  EXPECT_EQ(moved.item->guest, "bob");
  EXPECT_EQ(db.get<VisitE>("guest"_f = "bob", "day"_f = "2").value()->rank, 3);
}

}  // namespace only_in_keys_test
