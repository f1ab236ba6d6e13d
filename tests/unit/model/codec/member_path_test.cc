// Paths into members: dots in names, elements of lists and entries of maps, in conditions, filters and changes.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <unordered_map>

namespace member_path_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;

struct Address {
  std::string street, zip;
};
BOOST_DESCRIBE_STRUCT(Address, (), (street, zip))
struct Line {
  std::string sku;
  int quantity = 0;
  std::map<std::string, std::vector<int>> lots;
};
BOOST_DESCRIBE_STRUCT(Line, (), (sku, quantity, lots))
struct Order {
  std::string id, note;
  Address address;
  std::optional<Address> billing;
  std::vector<Line> lines;
  std::map<std::string, int> prices;
  std::unordered_map<std::string, Line> byName;
  std::map<std::string, std::map<std::string, std::string>> texts;
};
BOOST_DESCRIBE_STRUCT(Order, (), (id, note, address, billing, lines, prices, byName, texts))

}  // namespace member_path_test

template <>
struct partita::model::member_options<member_path_test::Address> {
  static constexpr member_option list[] = {{.member = "zip", .attribute = "zip.code"}};
};

namespace member_path_test {

struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{id}", "ORDER">, pt::stored_as<"note", "a.b">,
                           pt::stored_as<"lines", "the[lines]">, pt::stored_as<"texts", "#texts">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
using All = pt::pattern<"an order", OrderE, pt::by<"id">, pt::whole_partition>;

class MemberPath : public testing::Test {
 protected:
  MemberPath() {
    db.create_table_if_missing().value();
    db
        .create(Order{
            "O1", "hello", {"Main", "1000"}, {}, {{"S1", 1, {}}, {"S2", 2, {{"x.y", {7, 8}}}}}, {{"eur", 5}}, {}, {}})
        .value();
  }
  template <class Condition>
  bool holds(const Condition& condition) {
    const bool found = db.query<All>("id"_f = "O1").filter(condition).value().items.size() == 1;
    const bool written =
        db.run(pt::update<OrderE>("id"_f = "O1").set("note"_f = "hello").when(condition)).run().has_value();
    EXPECT_EQ(found, written) << "a filter and a condition differ";
    return found;
  }
  AttributeMap stored() {
    const auto item =
        db.database().get_item({.table_name = "shop", .key = AttributeMap{{"PK", "ORDER#O1"}, {"SK", "ORDER"}}});
    return item.value().item->to_map();
  }
  Order get() { return *db.get<OrderE>("id"_f = "O1").value(); }
  auto update() { return pt::update<OrderE>("id"_f = "O1"); }

  pt::db<Shop> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(MemberPath, a_name_with_a_dot_is_one_attribute) {
  EXPECT_EQ(stored().find("a.b")->s(), "hello");
  EXPECT_TRUE(holds("note"_f == "hello"));
  EXPECT_FALSE(holds("note"_f == "hallo"));
  db.run(update().set("note"_f = "hi")).value();
  EXPECT_EQ(stored().find("a.b")->s(), "hi");
  EXPECT_FALSE(stored().contains("a"));
}

TEST_F(MemberPath, a_member_of_a_struct_has_its_own_attribute_name) {
  EXPECT_TRUE(holds("address.zip"_f == "1000"));
  EXPECT_TRUE(holds("address.street"_f.begins_with("Ma")));
  db.run(update().set("address.zip"_f = "2000")).value();
  EXPECT_EQ(stored().find("address")->m().find("zip.code")->s(), "2000");
  EXPECT_EQ(get().address.zip, "2000");
  EXPECT_TRUE(holds("billing.zip"_f.not_exists()));
  db.run(update().set("billing"_f = Address{"Side", "3000"})).value();
  EXPECT_TRUE(holds("billing.zip"_f == "3000"));
}

TEST_F(MemberPath, elements_of_lists_are_written_into_the_name_or_known_at_run_time) {
  EXPECT_TRUE(holds("lines[1].sku"_f == "S2"));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(holds("lines"_f[i]["quantity"_f] == i + 1));
  EXPECT_TRUE(holds("lines[0].sku"_f.exists() && "lines"_f[2].not_exists()));
  EXPECT_TRUE(holds("lines"_f.size() == 2));
  const std::size_t second = 1;
  db.run(update().set("lines"_f[second]["quantity"_f] = 20, "lines[0].quantity"_f = 10)).value();
  EXPECT_EQ(get().lines[0].quantity, 10);
  EXPECT_EQ(get().lines[1].quantity, 20);
  db.run(update().increment("lines"_f[1]["quantity"_f] = 5)).value();
  EXPECT_EQ(get().lines[1].quantity, 25);
  db.run(update().erase("lines"_f[0])).value();
  EXPECT_EQ(get().lines.size(), 1u);
}

TEST_F(MemberPath, entries_of_maps_have_keys_of_any_bytes) {
  const std::vector<std::string> keys = {"eur",        "a.b",  "a", "b",  "[0]", "x[1].y", "#n",       ":v",
                                         "\"quoted\"", "it's", "`", "{}", "[]",  " ",      "\xc3\xa9", "SET"};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    db.run(update().set("prices"_f[keys[i]] = int(100 + i))).value();
    EXPECT_TRUE(holds("prices"_f[keys[i]] == int(100 + i))) << keys[i];
  }
  const auto prices = get().prices;
  ASSERT_EQ(prices.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(prices.at(keys[i]), int(100 + i)) << keys[i];
  for (const std::string& key : keys) db.run(update().erase("prices"_f[key])).value();
  EXPECT_TRUE(get().prices.empty());
}

TEST_F(MemberPath, several_entries_are_changed_at_once) {
  const std::string dollar = "usd", pound = "g.b.p";
  db.run(update().set("prices"_f[dollar] = 6, "prices"_f[pound] = 4, "prices.chf"_f = 5)).value();
  EXPECT_EQ(get().prices, (std::map<std::string, int>{{"eur", 5}, {"usd", 6}, {"g.b.p", 4}, {"chf", 5}}));
  EXPECT_TRUE(holds("prices.chf"_f == 5 && "prices"_f[pound].in(3, 4) && !("prices"_f[dollar] < 6)));
  EXPECT_TRUE(holds("prices"_f[dollar].between(6, 7) && "prices"_f["nobody's"].not_exists()));
}

TEST_F(MemberPath, steps_of_all_kinds_follow_each_other) {
  const std::string lot = "x.y";
  EXPECT_TRUE(holds("lines"_f[1]["lots"_f][lot][0] == 7));
  EXPECT_TRUE(holds("lines[1].lots"_f[lot].size() == 2));
  EXPECT_TRUE(holds("lines"_f[1]["lots"_f][lot].contains(8)));
  db.run(update().append("lines"_f[1]["lots"_f][lot] = std::vector<int>{9})).value();
  EXPECT_EQ(get().lines[1].lots.at(lot), (std::vector<int>{7, 8, 9}));
  db.run(update().set("byName"_f["first.one"] = Line{"S9", 1, {}})).value();
  EXPECT_TRUE(holds("byName"_f["first.one"]["sku"_f] == "S9"));
  db.run(update().set("texts"_f["en"] = std::map<std::string, std::string>{{"title", "x"}})).value();
  db.run(update().set("texts"_f["en"]["sub.title"] = "y")).value();
  EXPECT_EQ(stored().find("#texts")->m().find("en")->m().find("sub.title")->s(), "y");
}

TEST_F(MemberPath, explanations_tell_names_from_paths) {
  const auto filter = [&](const auto& condition) {
    return db.query<All>("id"_f = "O1").filter(condition).explain().value().filter;
  };
  EXPECT_EQ(filter("note"_f == "x"), "`a.b` = \"x\"");
  EXPECT_EQ(filter("address.zip"_f == "x"), "address.`zip.code` = \"x\"");
  EXPECT_EQ(filter("lines"_f[3]["sku"_f] == "x"), "`the[lines]`[3].sku = \"x\"");
}

TEST_F(MemberPath, what_is_no_place_is_an_error_when_it_runs) {
  const auto below_zero = db.query<All>("id"_f = "O1").filter("lines"_f[-1].exists()).run();
  ASSERT_FALSE(below_zero);
  EXPECT_EQ(below_zero.error().message, "The path `the[lines]`[-1] has a negative element");
  EXPECT_FALSE(db.run(update().set("prices"_f[""] = 1)).run());
}

}  // namespace member_path_test
