// Items as other programs write them: enumerators that this program does not know, and NULL for empty values.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace stored_by_others {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;

enum class Kind { BOOK, FILM, OTHER };
BOOST_DESCRIBE_ENUM(Kind, BOOK, FILM, OTHER)
enum class Shelf { HALL, CELLAR, ELSEWHERE };
BOOST_DESCRIBE_ENUM(Shelf, HALL, CELLAR, ELSEWHERE)

}  // namespace stored_by_others

template <>
struct partita::model::unknown_enumerator<stored_by_others::Kind> {
  static constexpr stored_by_others::Kind value = stored_by_others::Kind::OTHER;
};
template <>
struct partita::model::unknown_enumerator<stored_by_others::Shelf> {
  static constexpr stored_by_others::Shelf value = stored_by_others::Shelf::ELSEWHERE;
};
template <>
struct partita::model::enum_texts<stored_by_others::Shelf> {
  static constexpr enumerator_text list[] = {{stored_by_others::Shelf::HALL, "hall", "H"},
                                             {stored_by_others::Shelf::CELLAR, "cellar", "C"}};
};

namespace stored_by_others {

struct Title {
  std::string id;
  Kind kind = Kind::BOOK;
  Shelf shelf = Shelf::HALL;
  std::string code;
  int year = 0;
};
BOOST_DESCRIBE_STRUCT(Title, (), (id, kind, shelf, code, year))

struct TitleE : pt::entity<Title, "TITLE", pt::key<"TITLE#{id}">, pt::on<"by_kind", "{kind}", "{shelf}#{id}">> {};
struct Library : pt::table<"library", pt::primary<"PK">, pt::gsi<"by_kind", "GSI1PK", "GSI1SK">, pt::holds<TitleE>> {};

// The same with one more index and a unique member.
struct NewTitleE : pt::entity<Title, "TITLE", pt::key<"TITLE#{id}">, pt::on<"by_kind", "{kind}", "{shelf}#{id}">,
                              pt::on<"by_year", "YEARS#{kind}", "{year:05d}#{id}">, pt::unique<"code">> {};
struct NewLibrary : pt::table<"library", pt::primary<"PK">, pt::gsi<"by_kind", "GSI1PK", "GSI1SK">,
                              pt::gsi<"by_year", "GSI2PK", "GSI2SK">, pt::holds<NewTitleE>> {};

std::string spelled(const std::vector<pt::Finding>& findings) {
  std::string text;
  for (const pt::Finding& finding : findings)
    text += std::string(pt::to_text(finding.kind)) + " " + finding.detail + "\n";
  return text;
}

class FallbackEnumerator : public testing::Test {
 protected:
  FallbackEnumerator() {
    db.create_table_if_missing().value();
    db.create(Title{"1", Kind::FILM, Shelf::CELLAR, "c1", 1999}).value();
    // Puts an item of a program that knows GAME and the shelf ATTIC, whose text in keys is A.
    database
        ->put_item({.table_name = "library",
                    .item = AttributeMap{{"PK", "TITLE#2"},
                                         {"type", "TITLE"},
                                         {"id", "2"},
                                         {"kind", "GAME"},
                                         {"shelf", "attic"},
                                         {"code", "c2"},
                                         {"year", 2001},
                                         {"GSI1PK", "GAME"},
                                         {"GSI1SK", "A#2"}}})
        .value();
  }
  AttributeMap stored(const std::string& id) {
    return database->get_item({.table_name = "library", .key = AttributeMap{{"PK", "TITLE#" + id}}})
        .value()
        .item->to_map();
  }

  std::shared_ptr<partita::Database> database = partita::open("", {.in_memory = true}).value();
  const pt::db<Library> db{database};
  const pt::db<NewLibrary> newer{database};
};

TEST_F(FallbackEnumerator, verify_finds_no_fault_in_what_can_be_read) {
  EXPECT_EQ(db.get<TitleE>("id"_f = "2").value()->kind, Kind::OTHER);
  const AttributeMap before = stored("2");
  EXPECT_EQ(spelled(db.verify().value().findings), "");
  EXPECT_EQ(spelled(db.repair().value().findings), "");
  EXPECT_EQ(stored("2"), before);
}

TEST_F(FallbackEnumerator, an_upgrade_takes_the_item_along_with_its_text_as_it_is) {
  EXPECT_EQ(newer.plan_upgrade().value().items.unreadable, 0);
  const auto report = newer.upgrade().value();
  EXPECT_EQ(report.items.unreadable, 0) << spelled(report.findings);
  const AttributeMap item = stored("2");
  EXPECT_EQ(item.find("GSI2PK")->s(), "YEARS#GAME");
  EXPECT_EQ(item.find("GSI2SK")->s(), "02001#2");
  EXPECT_EQ(item.find("GSI1SK")->s(), "A#2") << "its writer knows the text in keys";
  EXPECT_FALSE(newer.create(Title{"3", Kind::BOOK, Shelf::HALL, "c2"}).run());
  EXPECT_TRUE(newer.plan_upgrade().value().steps.empty());
  EXPECT_TRUE(newer.update<NewTitleE>("id"_f = "2").set("year"_f = 2002).read_first().run());
  EXPECT_EQ(stored("2").find("GSI2SK")->s(), "02002#2");
}

TEST_F(FallbackEnumerator, the_fallback_is_not_named_as_a_permitted_text) {
  database
      ->update_item({.table_name = "library",
                     .key = AttributeMap{{"PK", "TITLE#1"}},
                     .update_expression = "SET kind = :k",
                     .expression_attribute_values = AttributeMap{{":k", 5}}})
      .value();
  EXPECT_EQ(spelled(db.verify().value().findings), "phantom attribute `kind` must be S, but is N\n");
}

// ---- NULL

struct Seat {
  std::string id;
  std::optional<std::string> desk, mail;
  int floor = 4;
  std::set<std::string> tags;
  std::optional<int> guests = {};
  std::optional<std::uint8_t> chairs = {};
  std::optional<pt::decimal> rent = {};
  std::optional<std::vector<std::string>> log = {};
  std::map<std::string, std::optional<int>> counts = {};
};
BOOST_DESCRIBE_STRUCT(Seat, (), (id, desk, mail, floor, tags, guests, chairs, rent, log, counts))
struct SeatE : pt::entity<Seat, "SEAT", pt::key<"SEAT#{id}">, pt::on<"by_desk", "DESK#{desk}", "{id}", pt::sparse>,
                          pt::unique<"mail">> {};
struct Office : pt::table<"office", pt::primary<"PK">, pt::gsi<"by_desk", "GSI1PK", "GSI1SK">, pt::holds<SeatE>> {};

class NullForEmpty : public testing::Test {
 protected:
  NullForEmpty() {
    db.create_table_if_missing().value();
    put_nulls();
  }
  void put_nulls() {
    const AttributeValue null = AttributeValue::null();
    database
        ->put_item({.table_name = "office",
                    .item = AttributeMap{{"PK", "SEAT#a"},
                                         {"type", "SEAT"},
                                         {"id", "a"},
                                         {"desk", null},
                                         {"mail", null},
                                         {"tags", null},
                                         {"floor", 4},
                                         {"guests", null},
                                         {"chairs", null},
                                         {"rent", null},
                                         {"log", null},
                                         {"counts", AttributeValue::map({{"mo", null}})}}})
        .value();
  }
  std::string findings() { return spelled(db.verify().value().findings); }

  std::shared_ptr<partita::Database> database = partita::open("", {.in_memory = true}).value();
  const pt::db<Office> db{database};
};

TEST_F(NullForEmpty, verify_and_upgrade_find_no_fault) {
  EXPECT_EQ(db.get<SeatE>("id"_f = "a").value()->desk, std::nullopt);
  EXPECT_EQ(findings(), "");
  const auto plan = db.plan_upgrade().value();
  EXPECT_TRUE(plan.steps.empty());
  EXPECT_EQ(plan.items.unreadable, 0);
  EXPECT_EQ(db.upgrade().value().items.unreadable, 0);
}

TEST_F(NullForEmpty, an_update_gives_the_member_a_value) {
  EXPECT_TRUE(db.update<SeatE>("id"_f = "a").set("floor"_f = 5).read_first().run());
  EXPECT_TRUE(db.update<SeatE>("id"_f = "a").set("desk"_f = "1").given("desk"_f = std::nullopt).run());
  const auto mail = db.update<SeatE>("id"_f = "a").set("mail"_f = "m").read_first().run();
  EXPECT_TRUE(mail) << mail.error().message;
  EXPECT_EQ(findings(), "");
  EXPECT_FALSE(db.create(Seat{"b", {}, "m", 4, {}}).run());
  // The value is not NULL any more.
  EXPECT_FALSE(db.update<SeatE>("id"_f = "a").set("desk"_f = "2").given("desk"_f = std::nullopt).run());
  put_nulls();
  EXPECT_TRUE(db.update<SeatE>("id"_f = "a").set("mail"_f = "n").given("mail"_f = std::nullopt).run());
}

TEST_F(NullForEmpty, what_is_set_where_it_is_absent_is_in_step_with_its_index) {
  // The database keeps a NULL that it is told to keep, so the index must not have the new value.
  pt::changes<SeatE> changes;
  changes.set_if_absent("desk"_f = "1");
  EXPECT_FALSE(db.update<SeatE>("id"_f = "a").apply(changes).given("desk"_f = std::nullopt).run());
  EXPECT_EQ(findings(), "");
  const auto set = db.update<SeatE>("id"_f = "a").set_if_absent("desk"_f = "1").read_first().run();
  EXPECT_TRUE(set) << set.error().message;
  EXPECT_EQ(db.get<SeatE>("id"_f = "a").value()->desk, "1");
  EXPECT_EQ(findings(), "");
}

TEST_F(NullForEmpty, the_item_can_be_removed_and_replaced) {
  const auto removed = db.run(pt::remove<SeatE>("id"_f = "a").read_first()).run();
  EXPECT_TRUE(removed) << removed.error().message;
  EXPECT_FALSE(db.get<SeatE>("id"_f = "a").value());
  put_nulls();
  const auto replaced = db.replace(Seat{"a", "1", "m", 4, {}}).run();
  EXPECT_TRUE(replaced) << replaced.error().message;
  EXPECT_EQ(findings(), "");
}

TEST_F(NullForEmpty, a_filter_takes_it_for_empty) {
  db.create(Seat{"b", "1", {}, 4, {}}).value();
  db.create(Seat{"c", {}, {}, 4, {}}).value();
  const auto ids = [&](const auto& condition) {
    std::vector<std::string> found;
    for (const Seat& seat : db.scan<SeatE>().filter(condition).value().items) found.push_back(seat.id);
    std::sort(found.begin(), found.end());
    return found;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids("desk"_f == std::nullopt), (Ids{"a", "c"}));
  EXPECT_EQ(ids("desk"_f != std::nullopt), (Ids{"b"}));
  EXPECT_EQ(ids("tags"_f == std::set<std::string>{}), (Ids{"a", "b", "c"}));
  EXPECT_EQ(ids("desk"_f.exists()), (Ids{"a", "b"})) << "whether there is an attribute is another question";
}

TEST_F(NullForEmpty, a_filter_takes_it_for_an_empty_set) {
  const auto finds = [&](const auto& condition) {
    return db.scan<SeatE>().filter(condition).value().items.size() == 1;
  };
  EXPECT_TRUE(finds("tags"_f.size() == 0));
  EXPECT_TRUE(finds("tags"_f.size() < 1));
  EXPECT_TRUE(finds("tags"_f.size() != 1));
  EXPECT_FALSE(finds("tags"_f.size() != 0));
  EXPECT_FALSE(finds("tags"_f.size() > 0));
  EXPECT_FALSE(finds(!("tags"_f.size() == 0)));
}

TEST_F(NullForEmpty, changes_start_from_it_as_from_what_is_absent) {
  using List = std::vector<std::string>;
  using Set = std::set<std::string>;
  const auto update = [&] { return db.update<SeatE>("id"_f = "a"); };
  const auto seat = [&] { return *db.get<SeatE>("id"_f = "a").value(); };
  EXPECT_EQ(update().increment("guests"_f = 2).value().item->guests, 2);
  EXPECT_EQ(update().increment("rent"_f = "1.5"_dec).value().item->rent, "1.5"_dec);
  EXPECT_EQ(update().append("log"_f = List{"in"}).value().item->log, List{"in"});
  EXPECT_EQ(update().add_to_set("tags"_f = Set{"window"}).value().item->tags, Set{"window"});
  EXPECT_EQ(update().increment("counts.mo"_f = 3).value().item->counts.at("mo"), 3);
  put_nulls();
  EXPECT_EQ(update().prepend("log"_f = List{"out"}).value().item->log, List{"out"});
  EXPECT_EQ(update().set_if_absent("guests"_f = 7).read_first().value().item->guests, 7);
  EXPECT_TRUE(update().remove_from_set("tags"_f = Set{"window"}).run());
  put_nulls();
  // Makes all changes at once, and in a transaction.
  db.transact(pt::update<SeatE>("id"_f = "a")
                  .increment("guests"_f = 1)
                  .increment("rent"_f = 2)
                  .increment("counts.mo"_f = 3)
                  .append("log"_f = List{"in"})
                  .add_to_set("tags"_f = Set{"door"}))
      .value();
  EXPECT_EQ(seat().guests, 1);
  EXPECT_EQ(seat().rent, "2"_dec);
  EXPECT_EQ(seat().counts.at("mo"), 3);
  EXPECT_EQ(seat().tags, Set{"door"});
  // An increment of a number that is stored takes one request.
  EXPECT_EQ(update().increment("guests"_f = 1).value().cost.requests, 1);
}

TEST_F(NullForEmpty, an_increment_from_it_stays_in_its_range) {
  const auto refused = db.update<SeatE>("id"_f = "a").increment("chairs"_f = 256).run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().refusal, partita::Refusal::OutOfRange) << refused.error().message;
  EXPECT_FALSE(db.update<SeatE>("id"_f = "a").increment("chairs"_f = -1).run());
  EXPECT_EQ(db.update<SeatE>("id"_f = "a").increment("chairs"_f = 255).value().item->chairs, 255);
}

// A member without a sign is counted down like any other.
TEST_F(NullForEmpty, a_number_without_a_sign_is_counted_down) {
  db.update<SeatE>("id"_f = "a").set("chairs"_f = 2).value();
  EXPECT_EQ(db.update<SeatE>("id"_f = "a").increment("chairs"_f = -2).value().item->chairs, 0);
  EXPECT_EQ(db.update<SeatE>("id"_f = "a").increment("chairs"_f = -1).run().error().refusal,
            partita::Refusal::OutOfRange);
}

TEST_F(NullForEmpty, what_is_of_another_type_is_named) {
  database
      ->update_item({.table_name = "office",
                     .key = AttributeMap{{"PK", "SEAT#a"}},
                     .update_expression = "SET rent = :t",
                     .expression_attribute_values = AttributeMap{{":t", "dear"}}})
      .value();
  EXPECT_EQ(db.update<SeatE>("id"_f = "a").increment("rent"_f = 2).run().error().message,
            "SEAT: the item's rent has another type than its member, so that nothing can be added to it: set it");
}

// ---- NULL in members that have a default

struct Room {
  std::string id, city = "Bonn";
  int floor = 4;
  std::uint8_t chairs = 250;
  std::vector<std::string> log = {"built"};
  pt::decimal rent = "10"_dec;
  Shelf shelf = Shelf::CELLAR;
  std::string cityUpper;
  std::int64_t version = 7;
};
BOOST_DESCRIBE_STRUCT(Room, (), (id, city, floor, chairs, log, rent, shelf, cityUpper, version))
std::string upper(const std::string& text) {
  std::string out;
  for (const char c : text) out += c >= 'a' && c <= 'z' ? char(c - 32) : c;
  return out;
}
struct RoomE : pt::entity<Room, "ROOM", pt::key<"ROOM#{id}">, pt::on<"by_city", "CITY#{city}", "{floor:05d}#{id}">,
                          pt::defaults<"city", "floor", "chairs", "log", "rent", "shelf", "cityUpper", "version">,
                          pt::computed<"cityUpper", upper, "city">, pt::version<"version">> {};
struct House : pt::table<"house", pt::primary<"PK">, pt::gsi<"by_city", "GSI1PK", "GSI1SK">, pt::holds<RoomE>> {};
struct Sign {
  std::string id, city = "none";
  std::optional<std::int64_t> floor;
};
BOOST_DESCRIBE_STRUCT(Sign, (), (id, city, floor))
using InCity = pt::pattern<"Rooms of a city", RoomE, pt::by<"city">, pt::ascending<"floor">>;
using Signs = pt::pattern<"Signs of a city", RoomE, pt::by<"city">, pt::as<Sign>>;

class NullForDefault : public testing::Test {
 protected:
  NullForDefault() {
    db.create_table_if_missing().value();
    put_nulls();
  }
  void put_nulls() {
    const AttributeValue null = AttributeValue::null();
    database
        ->put_item({.table_name = "house",
                    .item = AttributeMap{{"PK", "ROOM#a"},
                                         {"type", "ROOM"},
                                         {"id", "a"},
                                         {"city", null},
                                         {"floor", null},
                                         {"chairs", null},
                                         {"log", null},
                                         {"rent", null},
                                         {"shelf", null},
                                         {"cityUpper", null},
                                         {"version", null}}})
        .value();
  }
  Room room() { return *db.get<RoomE>("id"_f = "a").value(); }
  auto update() { return db.update<RoomE>("id"_f = "a"); }

  std::shared_ptr<partita::Database> database = partita::open("", {.in_memory = true}).value();
  const pt::db<House> db{database};
};

TEST_F(NullForDefault, it_is_read_as_the_default) {
  EXPECT_EQ(room().city, "Bonn");
  EXPECT_EQ(room().floor, 4);
  EXPECT_EQ(room().log, std::vector<std::string>{"built"});
  EXPECT_EQ(room().shelf, Shelf::CELLAR);
  EXPECT_EQ(room().version, 7);
  const Sign sign = db.scan<RoomE>().as<Sign>().value().items.at(0);
  EXPECT_EQ(sign.city, "Bonn");
  EXPECT_EQ(sign.floor, 4);
}

TEST_F(NullForDefault, conditions_and_filters_take_it_for_the_default) {
  const auto finds = [&](const auto& condition) {
    return db.scan<RoomE>().filter(condition).value().items.size() == 1;
  };
  EXPECT_TRUE(finds("city"_f == "Bonn"));
  EXPECT_FALSE(finds("city"_f != "Bonn"));
  EXPECT_TRUE(finds("city"_f != "Ulm"));
  EXPECT_TRUE(finds(!("city"_f == "Ulm")));
  EXPECT_TRUE(finds("city"_f.begins_with("Bo")));
  EXPECT_TRUE(finds("city"_f.size() == 4));
  EXPECT_TRUE(finds("floor"_f < 5));
  EXPECT_FALSE(finds("floor"_f > 4));
  EXPECT_TRUE(finds("floor"_f.between(4, 5)));
  EXPECT_TRUE(finds("shelf"_f.in(Shelf::CELLAR, Shelf::HALL)));
  EXPECT_TRUE(finds("log"_f.contains("built")));
  EXPECT_TRUE(update().set("rent"_f = "11"_dec).when("city"_f == "Bonn" && "floor"_f == 4).any_version().run());
  EXPECT_FALSE(update().set("rent"_f = "12"_dec).when("city"_f == "Ulm").any_version().run());
}

TEST_F(NullForDefault, changes_start_from_the_default) {
  using List = std::vector<std::string>;
  EXPECT_EQ(update().increment("floor"_f = 2).any_version().read_first().value().item->floor, 6);
  put_nulls();
  const auto rent = update().increment("rent"_f = "1.5"_dec).any_version().run();
  ASSERT_TRUE(rent) << rent.error().message;
  EXPECT_EQ(rent->item->rent, "11.5"_dec);
  EXPECT_EQ(rent->item->version, 8);
  EXPECT_EQ(update().append("log"_f = List{"sold"}).any_version().value().item->log, (List{"built", "sold"}));
  put_nulls();
  EXPECT_EQ(update().prepend("log"_f = List{"plan"}).any_version().value().item->log, (List{"plan", "built"}));
  EXPECT_EQ(update().increment("chairs"_f = 6).any_version().run().error().refusal, partita::Refusal::OutOfRange);
  EXPECT_EQ(update().increment("chairs"_f = 5).any_version().value().item->chairs, 255);
  put_nulls();
  db.transact(pt::update<RoomE>("id"_f = "a").increment("chairs"_f = 1).append("log"_f = List{"sold"}).any_version())
      .value();
  EXPECT_EQ(room().chairs, 251);
  EXPECT_EQ(room().version, 8);
}

TEST_F(NullForDefault, the_version_counts_from_the_default) {
  EXPECT_EQ(update().set("rent"_f = 1).expect_version(6).run().error().code, partita::ErrorCode::VersionConflict);
  EXPECT_EQ(update().set("rent"_f = 1).expect_version(7).value().item->version, 8);
  put_nulls();
  EXPECT_EQ(update().set("rent"_f = 1).any_version().value().item->version, 8);
  put_nulls();
  EXPECT_TRUE(db.transact(pt::update<RoomE>("id"_f = "a").set("rent"_f = 1).any_version()).run());
  EXPECT_EQ(room().version, 8);
  put_nulls();
  EXPECT_TRUE(db.replace(room()).expect_version(7).run());
}

TEST_F(NullForDefault, given_may_be_the_default) {
  EXPECT_TRUE(update().set("floor"_f = 5).given("city"_f = "Bonn").expect_version(7).run());
  put_nulls();
  const auto other = update().set("floor"_f = 5).given("city"_f = "Ulm").expect_version(7).run();
  EXPECT_EQ(other.error().refusal, partita::Refusal::NotAsGiven) << other.error().message;
}

TEST_F(NullForDefault, repair_composes_keys_of_the_default) {
  EXPECT_EQ(db.query<InCity>("city"_f = "Bonn").value().items.size(), 0U);
  EXPECT_EQ(spelled(db.repair().value().findings),
            "stale cityUpper is null, but the fields say \"BONN\"\n"
            "stale GSI1PK is absent, but the fields say \"CITY#Bonn\"\n"
            "stale GSI1SK is absent, but the fields say \"00004#a\"\n");
  EXPECT_EQ(spelled(db.verify().value().findings), "");
  EXPECT_EQ(db.query<InCity>("city"_f = "Bonn", "floor"_f <= 4).value().items.size(), 1U);
  EXPECT_EQ(db.query<Signs>("city"_f = "Bonn").value().items.at(0).floor, 4);
  EXPECT_EQ(room().cityUpper, "BONN");
  EXPECT_EQ(db.upgrade().value().items.unreadable, 0);
}

TEST_F(NullForDefault, the_item_can_be_removed_moved_and_replaced) {
  Room moved = room();
  moved.id = "b";
  const auto done = db.move<RoomE>(moved, "id"_f = "a").expect_version(7).run();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(db.get<RoomE>("id"_f = "b").value()->version, 8);
  put_nulls();
  EXPECT_TRUE(db.remove<RoomE>("id"_f = "a").expect_version(7).run());
}

}  // namespace stored_by_others
