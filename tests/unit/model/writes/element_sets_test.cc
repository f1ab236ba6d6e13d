// Empty values below the top level: in lists, maps, structs and variants. An empty element keeps its place.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace partita {
namespace element_sets_test {

namespace pt = partita::model;
using namespace pt::literals;

using Texts = std::set<std::string>;
using Numbers = std::set<int>;

struct Inner {
  Texts texts = {};
  std::optional<int> number = {};
  std::optional<std::string> text = {};
  friend bool operator==(const Inner&, const Inner&) = default;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (texts, number, text))

using Either = std::variant<std::monostate, Texts, std::optional<int>>;

}  // namespace element_sets_test

template <>
struct model::variant_tags<element_sets_test::Either> {
  static constexpr std::string_view list[] = {"none", "texts", "number"};
};

namespace element_sets_test {

struct Outer {
  std::string id = {};
  std::vector<Texts> list = {};
  std::map<std::string, Texts> map = {};
  std::vector<Numbers> numbers = {};
  std::vector<Inner> inners = {};
  std::map<std::string, Inner> named = {};
  std::vector<std::optional<std::string>> optionals = {};
  std::vector<std::string> strings = {};
  std::vector<Either> variants = {};
  std::vector<std::vector<Texts>> nested = {};
  Texts top = {};
  friend bool operator==(const Outer&, const Outer&) = default;
};
BOOST_DESCRIBE_STRUCT(Outer, (), (id, list, map, numbers, inners, named, optionals, strings, variants, nested, top))

struct OuterE : pt::entity<Outer, "OUTER", pt::key<"O#{id}">> {};
struct Outers : pt::table<"outers", pt::primary<"PK">, pt::holds<OuterE>> {};

class ElementSets : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(db_.create_table_if_missing().run());
    db_.create(full()).value();
  }
  static Outer full() {
    return {.id = "1",
            .list = {{"p"}, {"q", "r"}},
            .map = {{"a", {"p"}}, {"b", {"q"}}},
            .numbers = {{1}, {2, 3}},
            .inners = {{{"p"}, 1, "x"}, {{"q"}, 2, "y"}},
            .named = {{"a", {{"p"}, 1, "x"}}},
            .nested = {{{"p"}, {"q"}}},
            .top = {"p"}};
  }
  Outer stored() { return *db_.get<OuterE>("id"_f = "1").value(); }

  std::shared_ptr<Database> database_ = open("", {.in_memory = true}).value();
  pt::db<Outers> db_{database_};
};

TEST_F(ElementSets, EmptyValuesOfEachKindSurviveARoundTrip) {
  Outer empty{.id = "1"};
  empty.list = {{}, {"q"}, {}};
  empty.map = {{"a", {}}, {"b", {"q"}}};
  empty.numbers = {{}, {2}};
  empty.inners = {{}, {{"q"}, 2, ""}};
  empty.named = {{"a", {}}};
  empty.optionals = {std::nullopt, "", "x"};
  empty.strings = {"", "x"};
  empty.variants = {std::monostate(), Texts{}, Texts{"p"}, std::optional<int>(), std::optional<int>(1)};
  empty.nested = {{}, {{}, {"q"}}};
  db_.replace(empty).value();
  EXPECT_EQ(stored(), empty);
}

// Takes elements out of a set at each place, with and without the item in hand, alone and in a transaction.
TEST_F(ElementSets, ThatAreEmptiedKeepTheirPlace) {
  struct Case {
    const char* what;
    std::function<Result<pt::WriteRequest>()> make;
    std::function<void(Outer&)> expected;
  };
  const Texts p{"p"}, q{"q"};
  const std::vector<Case> cases = {
      {"the last element in a list",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("list[0]"_f = p)); },
       [](Outer& o) { o.list[0] = {}; }},
      {"the last one in a map",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("map.a"_f = p)); },
       [](Outer& o) { o.map["a"] = {}; }},
      {"the last number",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("numbers[0]"_f = Numbers{1})); },
       [](Outer& o) { o.numbers[0] = {}; }},
      {"all of several",
       [&] {
         return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("list[1]"_f = Texts{"q", "r"}));
       },
       [](Outer& o) { o.list[1] = {}; }},
      {"one of several",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("list[1]"_f = q)); },
       [](Outer& o) { o.list[1] = {"r"}; }},
      {"more than there are",
       [&] {
         return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("list[0]"_f = Texts{"q", "z"}));
       },
       [](Outer&) {}},
      {"a list in a list",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("nested[0][0]"_f = p)); },
       [](Outer& o) { o.nested[0][0] = {}; }},
      {"a member of a struct in a list",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("inners[0].texts"_f = p)); },
       [](Outer& o) { o.inners[0].texts = {}; }},
      {"a member of a struct in a map",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("named.a.texts"_f = p)); },
       [](Outer& o) { o.named["a"].texts = {}; }},
      {"the top level", [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("top"_f = p)); },
       [](Outer& o) { o.top = {}; }},
      {"an entry that is not there",
       [&] { return db_.request_of(pt::update<OuterE>("id"_f = "1").remove_from_set("map.c"_f = p)); }, [](Outer&) {}},
  };
  for (const Case& one : cases)
    for (const bool in_transaction : {false, true})
      for (const bool read_first : {false, true}) {
        db_.replace(full()).value();
        auto request = one.make().value();
        request.read_first = read_first;
        if (in_transaction) {
          const auto done = db_.transact(std::vector<Result<pt::WriteRequest>>{request}).run();
          EXPECT_TRUE(done) << one.what << ": " << done.error().message;
        } else {
          const auto done = pt::write_now(db_.session(), request);
          EXPECT_TRUE(done) << one.what << ": " << done.error().message;
        }
        Outer expected = full();
        one.expected(expected);
        EXPECT_EQ(stored(), expected) << one.what << (in_transaction ? " in a transaction" : "")
                                      << (read_first ? " with the item in hand" : "");
      }
}

TEST_F(ElementSets, ThatAreEmptyTakeElementsAndLoseNone) {
  db_.update<OuterE>("id"_f = "1").remove_from_set("list[0]"_f = Texts{"p"}).value();
  db_.update<OuterE>("id"_f = "1").remove_from_set("list[0]"_f = Texts{"p"}).value();
  EXPECT_EQ(stored().list, (std::vector<Texts>{{}, {"q", "r"}})) << "nothing is there to remove";
  db_.update<OuterE>("id"_f = "1").add_to_set("list[0]"_f = Texts{"s"}).value();
  EXPECT_EQ(stored().list, (std::vector<Texts>{{"s"}, {"q", "r"}}));
}

// If a set has more elements than are taken out, the write costs one request.
TEST_F(ElementSets, CostNoReadWhileTheSetIsLarge) {
  EXPECT_EQ(db_.update<OuterE>("id"_f = "1").remove_from_set("list[1]"_f = Texts{"q"}).value().cost.requests, 1);
}

}  // namespace element_sets_test
}  // namespace partita
