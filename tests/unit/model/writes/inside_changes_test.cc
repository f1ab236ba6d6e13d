// A computed member follows from a struct, a list, a set or a map, and an update changes a part of it. With
// read_first() the library knows the whole member after the change.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

#include <random>

namespace inside_changes_test {

namespace pt = partita::model;
using namespace pt::literals;

struct Address {
  std::string city, zip;
  int visits = 0;
};
BOOST_DESCRIBE_STRUCT(Address, (), (city, zip, visits))
struct Person {
  std::string id;
  Address address;
  std::vector<int> parts;
  std::set<std::string> labels;
  std::map<std::string, int> marks;
  std::string place;
  std::int64_t sum = 0;
  std::string joined;
  std::int64_t marked = 0;
  int other = 0;
};
BOOST_DESCRIBE_STRUCT(Person, (), (id, address, parts, labels, marks, place, sum, joined, marked, other))

std::string place_of(const Address& address) {
  return address.zip + " " + address.city + " " + std::to_string(address.visits);
}
std::int64_t sum_of(const std::vector<int>& parts) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) sum = sum * 10 + parts[i];
  return sum;
}
std::string joined(const std::set<std::string>& labels) {
  std::string out;
  for (const std::string& label : labels) out += label + ",";
  return out;
}
std::int64_t marked(const std::map<std::string, int>& marks) {
  std::int64_t sum = 0;
  for (const auto& [name, mark] : marks) sum += mark;
  return sum;
}

struct PersonE : pt::entity<Person, "PERSON", pt::key<"P#{id}">, pt::on<"by_place", "ALL", "{place}#{id}">,
                            pt::computed<"place", place_of, "address">, pt::computed<"sum", sum_of, "parts">,
                            pt::computed<"joined", joined, "labels">, pt::computed<"marked", marked, "marks">> {};
struct People : pt::table<"people", pt::primary<"PK">, pt::gsi<"by_place", "P1", "S1">, pt::holds<PersonE>> {};
using ByPlace = pt::pattern<"by place", PersonE, pt::by<>, pt::ascending<"place">, pt::using_index<"by_place">>;

class InsideChanges : public testing::Test {
 protected:
  InsideChanges() {
    db.create_table_if_missing().value();
    Person person;
    person.id = "1";
    person.address = {"Bonn", "53111", 1};
    person.parts = {1, 2, 3};
    person.labels = {"a", "b"};
    person.marks = {{"x", 5}};
    db.create(person).value();
  }
  auto update() { return db.update<PersonE>("id"_f = "1"); }
  // The computed members and the index follow from the stored members.
  void expect_right() {
    const Person read = *db.get<PersonE>("id"_f = "1").value();
    EXPECT_EQ(read.place, place_of(read.address));
    EXPECT_EQ(read.sum, sum_of(read.parts));
    EXPECT_EQ(read.joined, joined(read.labels));
    EXPECT_EQ(read.marked, marked(read.marks));
    EXPECT_EQ(db.query<ByPlace>("place"_f == place_of(read.address)).value().items.size(), 1u);
    EXPECT_TRUE(db.verify().value().findings.empty());
  }
  pt::db<People> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(InsideChanges, OfAStructAreFollowed) {
  update().set("address.city"_f = "Ulm", "address.zip"_f = "89073").read_first().value();
  expect_right();
  update().increment("address.visits"_f = 4).read_first().value();
  expect_right();
}

TEST_F(InsideChanges, OfAListAreFollowed) {
  update().append("parts"_f = std::vector<int>{4, 5}).read_first().value();
  expect_right();
  update().prepend("parts"_f = std::vector<int>{9}).read_first().value();
  expect_right();
  update().set("parts[1]"_f = 7).read_first().value();
  expect_right();
  update().set("parts[20]"_f = 8).read_first().value();
  expect_right();
  update().erase("parts[0]"_f).erase("parts[2]"_f).set("parts[3]"_f = 6).read_first().value();
  expect_right();
}

TEST_F(InsideChanges, OfASetAreFollowed) {
  update().add_to_set("labels"_f = std::set<std::string>{"b", "c"}).read_first().value();
  expect_right();
  update().remove_from_set("labels"_f = std::set<std::string>{"a", "q"}).read_first().value();
  expect_right();
  update().remove_from_set("labels"_f = std::set<std::string>{"b", "c"}).read_first().value();
  expect_right();
}

TEST_F(InsideChanges, OfAMapAreFollowed) {
  update().set("marks.y"_f = 2).increment("marks.x"_f = 3).read_first().value();
  expect_right();
  update().erase("marks.x"_f).read_first().value();
  expect_right();
}

TEST_F(InsideChanges, PutTogetherAtRunTimeAreFollowed) {
  pt::changes<PersonE> patch;
  patch.append("parts"_f = std::vector<int>{4}).set("address.city"_f = "Ulm").increment("other"_f = 1);
  update().apply(patch).read_first().value();
  expect_right();
}

TEST_F(InsideChanges, OfAnItemThatLacksThePlaceAreRefusedByTheDatabase) {
  EXPECT_FALSE(update().set("parts[1]"_f = 1).set("marks.z"_f = 1).when("other"_f == 5).read_first().run());
  expect_right();
}

}  // namespace inside_changes_test
