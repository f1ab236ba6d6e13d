// Conditions on absent values: empty sets, empty optionals, and members with defaults inside structs.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace conditions_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;
using testing::HasSubstr;

struct Zone {
  std::string name = "north";
};
BOOST_DESCRIBE_STRUCT(Zone, (), (name))
struct Place {
  std::string city = "Bonn", street;
  Zone zone;
  std::set<std::string> tags;
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, street, zone, tags))
struct Shelf {
  std::string id;
  std::set<std::string> tags;
  std::optional<std::string> note;
  std::string title;
  Place place;
  std::optional<Place> second;
  std::vector<Place> others;
  std::vector<std::optional<std::string>> slots;
  std::map<std::string, std::optional<int>> counts;
  std::map<std::string, std::set<int>> groups;
  std::string name = "\xF0\x9F\x93\x9A\xC3\xA9";  // a character of two UTF-16 units, and one of one
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, tags, note, title, place, second, others, slots, counts, groups, name))

}  // namespace conditions_test

template <>
struct partita::model::member_options<conditions_test::Zone> {
  static constexpr member_option list[] = {{.member = "name", .has_default = true}};
};
template <>
struct partita::model::member_options<conditions_test::Place> {
  static constexpr member_option list[] = {{.member = "city", .has_default = true},
                                           {.member = "zone", .has_default = true}};
};

namespace conditions_test {

struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">, pt::defaults<"name">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
using One = pt::pattern<"A shelf", ShelfE, pt::by<"id">, pt::whole_partition>;

class Conditions : public testing::Test {
 protected:
  Conditions() { db.create_table_if_missing().value(); }

  // Puts an item of a program that knew fewer members.
  void put(AttributeMap place) {
    AttributeMap item{{"PK", "SHELF#1"}, {"type", "SHELF"}, {"id", "1"}, {"title", "t"}};
    item.set("place", AttributeValue::map(std::move(place)));
    for (const char* list : {"others", "slots"}) item.set(list, AttributeValue::list());
    for (const char* map : {"counts", "groups"}) item.set(map, AttributeValue::map());
    EXPECT_TRUE(db.database().put_item({.table_name = "shelves", .item = std::move(item)}));
  }
  void put() { put({{"street", "Main"}}); }
  static auto update() { return pt::update<ShelfE>("id"_f = "1"); }
  template <class Condition>
  bool holds(const Condition& condition) {
    const bool checked = db.transact(pt::check<ShelfE>("id"_f = "1").when(condition)).run().has_value();
    std::size_t found = 0;
    for (auto& page : db.scan<ShelfE>().filter(condition).pages()) found += page.items.size();
    EXPECT_EQ(checked, found == 1) << "a filter and a condition differ";
    EXPECT_EQ(checked, db.query<One>("id"_f = "1").filter(condition).value().items.size() == 1);
    return checked;
  }

  pt::db<Shelves> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(Conditions, an_empty_set_has_the_size_zero) {
  put();
  EXPECT_TRUE(holds("tags"_f.size() == 0));
  EXPECT_TRUE(holds("tags"_f.size() <= 0));
  EXPECT_TRUE(holds("tags"_f.size() < 1));
  EXPECT_TRUE(holds("tags"_f.size() >= 0));
  EXPECT_TRUE(holds("tags"_f.size() != 1));
  EXPECT_FALSE(holds("tags"_f.size() != 0));
  EXPECT_FALSE(holds("tags"_f.size() > 0));
  EXPECT_FALSE(holds(!("tags"_f.size() == 0)));
  db.run(update().set("tags"_f = std::set<std::string>{"a"})).value();
  EXPECT_FALSE(holds("tags"_f.size() == 0));
  EXPECT_TRUE(holds("tags"_f.size() == 1));
  EXPECT_TRUE(holds("tags"_f.size() != 0));
}

// A whole struct with defaults in it can be compared only with nullopt. A comparison with a value does not compile.
TEST_F(Conditions, whether_there_is_a_struct_with_defaults_can_be_asked) {
  put();
  EXPECT_TRUE(holds("second"_f == std::nullopt));
  EXPECT_TRUE(holds("others"_f.size() == 0));
  db.run(update().set("second"_f = Place{})).value();
  EXPECT_TRUE(holds("second"_f != std::nullopt && "second.zone.name"_f == "north"));
}

TEST_F(Conditions, an_empty_set_inside_of_what_is_there_has_the_size_zero) {
  put();
  EXPECT_TRUE(holds("place.tags"_f.size() == 0));
  EXPECT_FALSE(holds("place.tags"_f.size() != 0));
  // If the struct is absent, no set in it exists.
  EXPECT_FALSE(holds("second.tags"_f.size() == 0));
  EXPECT_FALSE(holds("others[0].tags"_f.size() == 0));
  db.run(update().set("others"_f = std::vector<Place>{Place{}})).value();
  EXPECT_TRUE(holds("others[0].tags"_f.size() == 0));
  const std::size_t first = 0;
  EXPECT_TRUE(holds("others"_f[first]["tags"_f].size() < 1));
}

TEST_F(Conditions, an_empty_set_in_a_map_has_the_size_zero_and_one_that_is_not_there_has_none) {
  put();
  const std::string empty = "empty", full = "full", none = "none";
  db.run(update().set("groups"_f = std::map<std::string, std::set<int>>{{"empty", {}}, {"full", {1}}})).value();
  EXPECT_TRUE(holds("groups"_f[empty].size() == 0));
  EXPECT_FALSE(holds("groups"_f[empty].size() != 0));
  EXPECT_TRUE(holds("groups"_f[full].size() == 1));
  EXPECT_FALSE(holds("groups"_f[full].size() == 0));
  EXPECT_FALSE(holds("groups"_f[none].size() == 0));
}

TEST_F(Conditions, no_size_is_that_of_an_item_that_is_not_there) {
  EXPECT_FALSE(db.transact(pt::check<ShelfE>("id"_f = "1").when("tags"_f.size() == 0)).run());
}

TEST_F(Conditions, the_size_of_a_default_is_that_of_the_service) {
  put();
  EXPECT_TRUE(holds("name"_f.size() == 3));
  db.run(update().set("name"_f = Shelf().name)).value();
  EXPECT_TRUE(holds("name"_f.size() == 3));
}

TEST_F(Conditions, an_absent_member_of_a_struct_is_its_default) {
  put();
  EXPECT_TRUE(holds("place.city"_f == "Bonn"));
  EXPECT_FALSE(holds("place.city"_f == "Kiel"));
  EXPECT_TRUE(holds("place.city"_f != "Kiel"));
  EXPECT_FALSE(holds("place.city"_f != "Bonn"));
  EXPECT_TRUE(holds("place.city"_f.begins_with("Bo")));
  EXPECT_TRUE(holds("place.zone.name"_f == "north"));
  EXPECT_FALSE(holds("place.zone.name"_f != "north"));
  EXPECT_FALSE(holds("second.city"_f == "Bonn"));
  EXPECT_FALSE(holds("others[0].city"_f == "Bonn"));
  // The zone exists, but its name is absent.
  put({{"street", "Main"}, {"zone", AttributeValue::map()}, {"city", "Kiel"}});
  EXPECT_TRUE(holds("place.zone.name"_f == "north"));
  EXPECT_FALSE(holds("place.city"_f == "Bonn"));
  EXPECT_TRUE(holds("place.city"_f == "Kiel"));
}

TEST_F(Conditions, an_empty_value_is_an_absent_attribute) {
  put();
  EXPECT_TRUE(holds("note"_f == std::nullopt));
  EXPECT_FALSE(holds("note"_f != std::nullopt));
  EXPECT_TRUE(holds("note"_f == std::optional<std::string>()));
  EXPECT_TRUE(holds("note"_f.in(std::optional<std::string>("x"), std::optional<std::string>())));
  EXPECT_TRUE(holds("note"_f.in(std::nullopt)));
  EXPECT_TRUE(holds("tags"_f == std::set<std::string>()));
  EXPECT_FALSE(holds("tags"_f != std::set<std::string>()));
  EXPECT_TRUE(holds("second"_f == std::nullopt));
  db.run(update().set("note"_f = "x", "tags"_f = std::set<std::string>{"a"})).value();
  EXPECT_FALSE(holds("note"_f == std::nullopt));
  EXPECT_TRUE(holds("note"_f != std::nullopt));
  EXPECT_TRUE(holds("note"_f.in(std::nullopt, "x")));
  EXPECT_TRUE(holds("tags"_f != std::set<std::string>()));
  const auto less = db.run(update().set("title"_f = "u").when("note"_f < std::optional<std::string>())).run();
  ASSERT_FALSE(less);
  EXPECT_THAT(less.error().message, HasSubstr("The condition on note compares with an empty value"));
}

TEST_F(Conditions, a_range_that_ends_before_it_begins_is_refused) {
  put();
  const auto of_text = db.query<One>("id"_f = "1").filter("title"_f.between("z", "a")).run();
  ASSERT_FALSE(of_text);
  EXPECT_EQ(of_text.error().message, "The range of title from \"z\" to \"a\" ends before it begins");
  EXPECT_FALSE(db.run(update().set("title"_f = "u").when("place.city"_f.between("b", "a"))).run());
  EXPECT_TRUE(holds("title"_f.between("t", "t")));
}

TEST_F(Conditions, an_empty_element_is_null) {
  put();
  db.run(update().set("slots"_f = std::vector<std::optional<std::string>>{std::nullopt, "x"},
                      "counts"_f = std::map<std::string, std::optional<int>>{{"a", std::nullopt}, {"b", 1}}))
      .value();
  const std::string a = "a", b = "b", none = "none";
  EXPECT_TRUE(holds("slots[0]"_f == std::nullopt));
  EXPECT_FALSE(holds("slots[1]"_f == std::nullopt));
  EXPECT_TRUE(holds("counts"_f[a] == std::optional<int>()));
  EXPECT_FALSE(holds("counts"_f[none] == std::nullopt));
  // The second element stays the second.
  const Shelf shelf = *db.run(update().set("slots[1]"_f = std::nullopt, "counts"_f[b] = std::nullopt)).value().item;
  EXPECT_EQ(shelf.slots, (std::vector<std::optional<std::string>>{std::nullopt, std::nullopt}));
  EXPECT_EQ(shelf.counts, (std::map<std::string, std::optional<int>>{{"a", std::nullopt}, {"b", std::nullopt}}));
}

// ---- changes inside absent values

TEST_F(Conditions, a_change_inside_of_what_is_not_there_says_what_to_set_first) {
  put();
  const auto refusal = [&](const auto& write) { return db.run(write).run().error().message; };
  EXPECT_EQ(refusal(update().set("second.city"_f = "Kiel")),
            "SHELF: second.city leads into a part that the item does not have: set second whole first");
  EXPECT_EQ(refusal(update().set("others[3].city"_f = "Kiel")),
            "SHELF: others[3].city leads into a part that the item does not have: set others whole first");
  EXPECT_EQ(refusal(update().erase("second.tags"_f)),
            "SHELF: second.tags leads into a part that the item does not have: there is nothing to erase");
  const auto in_transaction = db.transact(update().set("second.city"_f = "Kiel")).run();
  EXPECT_THAT(in_transaction.error().message, HasSubstr("set second whole first"));
  // The database appends an element that is set after the end.
  EXPECT_EQ(db.run(update().set("others[3]"_f = Place{})).value().item->others.size(), 1u);
}

}  // namespace conditions_test
