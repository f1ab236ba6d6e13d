// The uses of members that the library sets, and of members that only look like them.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

namespace kept_uses_test {

namespace pt = partita::model;
using namespace pt::literals;

struct Place {
  std::string id, region;
};
BOOST_DESCRIBE_STRUCT(Place, (), (id, region))
// The index of shards does not have notes, because they have no region. So their member shard is one of their own.
struct Note {
  std::string id;
  std::optional<int> shard;
  std::string label, born;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, shard, label, born, version, createdAt))

std::string label_of(const std::optional<int>& shard) { return "s" + std::to_string(shard.value_or(-1)); }
std::string born_of(pt::utc_ms time) { return "t" + std::to_string(time.ms()); }

struct PlaceE : pt::entity<Place, "PLACE", pt::key<"P#{id}">> {};
struct NoteE : pt::entity<Note, "NOTE", pt::key<"N#{id}">, pt::on<"gsi", "{born}", "{label}#{id}">,
                          pt::version<"version">, pt::created_at<"createdAt">, pt::computed<"label", label_of, "shard">,
                          pt::computed<"born", born_of, "createdAt">> {};
struct Notes
    : pt::table<"notes", pt::primary<"PK">, pt::gsi<"gsi", "P", "S">,
                pt::attr_index<"versions", pt::partition_key<"version">>,
                pt::attr_index<"by_region", pt::partition_key<"region", "shard">, pt::sharded<4, "region", "shard">>,
                pt::holds<PlaceE, NoteE>> {};
using Born = pt::pattern<"born", NoteE, pt::by<"born">>;
using OfVersion = pt::pattern<"of version", NoteE, pt::by<"version">>;

TEST(KeptUses, ComputedMembersAndIndexesFollowTheTimeOfCreationAndTheVersionsOwnAttribute) {
  std::int64_t now = 1'800'000'000'000;
  pt::db<Notes> db{partita::open("", {.in_memory = true}).value(), {.now_ms = [&] { return now++; }}};
  db.create_table_if_missing().value();
  Note note;
  note.id = "1";
  db.create(note).value();
  note = *db.get<NoteE>("id"_f = "1").value();
  EXPECT_EQ(note.born, "t1800000000000");
  db.replace(note).expect_version(1).value();
  db.update<NoteE>("id"_f = "1").set("shard"_f = 9).any_version().value();
  EXPECT_EQ(db.query<Born>("born"_f = "t1800000000000").value().items.at(0).label, "s9");
  EXPECT_EQ(db.query<OfVersion>("version"_f = 3).value().items.size(), 1u);
  EXPECT_TRUE(db.verify().value().findings.empty());
}

}  // namespace kept_uses_test
