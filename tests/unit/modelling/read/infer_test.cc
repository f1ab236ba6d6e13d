// Entities that are guessed from items: how items are divided, and how templates and fields are found.
#include "modelling/read/infer/infer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <partita/model/runtime/rows.h>

#include "modelling/core/outline.h"
#include "modelling/core/proof.h"
#include "modelling/read/infer/key_shapes.h"

namespace partita::modelling {
namespace infer_test {

using Items = std::vector<ObservedItem>;

Table single_table() {
  return {.name = "t",
          .partition_key = "PK",
          .sort_key = "SK",
          .attribute_types = {{"PK", ScalarAttributeType::S}, {"SK", ScalarAttributeType::S}}};
}

Model inferred(Table table, const Items& items, InferOptions options = {}) {
  Model model;
  options.place = {std::make_shared<const std::string>("f"), 1};
  infer_entities(table, items, options, model.notes);
  model.tables.push_back(std::move(table));
  return model;
}

// The entities' lines, without samples.
std::string entities_of(const Model& model) {
  Model shown = model;
  shown.notes.clear();
  for (Entity& entity : shown.tables[0].entities) entity.samples.clear();
  const std::string text = outline(shown);
  return text.substr(text.find('\n') + 1);
}

TEST(KeyShapes, CutsAtTheSeparatorThatATextHas) {
  struct Case {
    std::string_view text;
    std::size_t parts;
  };
  for (const Case& one : {Case{"a#b#c", 3}, Case{"a|b", 2}, Case{"User:ada", 2}, Case{"#META#", 3}, Case{"plain", 1},
                          Case{"2026-01-05T10:00:00Z", 1}, Case{"https://a/b", 1}, Case{"arn:aws:s3", 1},
                          Case{"T#2026-01-05T10:00:00Z", 2}, Case{"", 1}})
    EXPECT_EQ(cut_key(one.text).size(), one.parts) << one.text;
  EXPECT_LE(cut_key(std::string(100'000, '#')).size(), 30u);
}

TEST(KeyShapes, KnowsNamesThatOnlySayKey) {
  for (const std::string_view name :
       {"PK", "sk", "GSI1PK", "gsi1_sk", "pk1", "partitionKey", "status_pk", "userPK", "LS1SK"})
    EXPECT_TRUE(is_generic_key_name(name)) << name;
  for (const std::string_view name : {"task", "TASK", "customer_id", "risk", "created", "disk"})
    EXPECT_FALSE(is_generic_key_name(name)) << name;
}

TEST(Infer, FindsFieldsOfTemplatesAmongAttributes) {
  const Items items = {
      {{{"PK", "CUST#7f"}, {"SK", "PROFILE"}, {"customerId", "7f"}, {"name", "Ada"}}},
      {{{"PK", "CUST#7f"}, {"SK", "ORDER#00042"}, {"customerId", "7f"}, {"number", 42}, {"total", "12.5"}}},
      {{{"PK", "CUST#9a"}, {"SK", "ORDER#00007"}, {"customerId", "9a"}, {"number", 7}, {"paid", true}}},
      {{{"PK", "CUST#9a"}, {"SK", "PROFILE"}, {"customerId", "9a"}, {"name", "Bo"}}}};
  EXPECT_EQ(entities_of(inferred(single_table(), items)),
            R"(  entity CUST (guessed)
    customerId string, name string
    key "CUST#{customerId}", "PROFILE"
  entity ORDER (guessed)
    customerId string, number integer, paid? bool, total? string
    key "CUST#{customerId}", "ORDER#{number:05d}"
)");
}

// Other programs do not escape values.
TEST(Infer, TakesTheItemsThatItInfersFrom) {
  Table table = single_table();
  table.name = "things";
  for (const std::string value : {"John Smith", "a\tb", "\"info\"", "x$y", "wow!", "a b c", "plain1", "J$20S"})
    for (const bool is_stored : {true, false}) {
      Items items = {{{{"PK", "USER#" + value}, {"SK", "PROFILE"}}},
                     {{{"PK", "USER#" + value}, {"SK", "ORDER#" + value + "#7"}}},
                     {{{"PK", "USER#u9"}, {"SK", "PROFILE"}}},
                     {{{"PK", "USER#u9"}, {"SK", "ORDER#u9#8"}}}};
      if (is_stored)
        for (std::size_t i = 0; i < items.size(); ++i)
          items[i].attributes.set("name", AttributeValue::string(i < 2 ? value : std::string("u9")));
      const auto proof = prove(std::make_shared<const Model>(inferred(table, items)));
      EXPECT_TRUE(proof->refusals().empty()) << value << ": " << proof->refusals().front().particulars;
      for (const ObservedItem& item : items)
        EXPECT_TRUE(model::row_of(*proof->tables().front().info, item.attributes).entity) << value << "\n"
                                                                                          << outline(proof->model());
    }
}

TEST(Infer, NamesPartsAfterTheWordBeforeThem) {
  const Items items = {{{{"PK", "TENANT#t1#USER#u1"}, {"SK", "NOTE#2026-01-05T10:00:00.000Z"}, {"text", "a"}}},
                       {{{"PK", "TENANT#t1#USER#u2"}, {"SK", "NOTE#2026-01-06T10:00:00.000Z"}, {"text", "b"}}}};
  EXPECT_EQ(entities_of(inferred(single_table(), items)),
            R"(  entity NOTE (guessed)
    tenant string in keys only, user string in keys only, note time in keys only, text string
    key "TENANT#{tenant}#USER#{user}", "NOTE#{note}"
)");
}

TEST(Infer, TakesATypeAttributeThatGoesWithTheKeys) {
  const Items items = {{{{"PK", "a1"}, {"SK", "x#1"}, {"kind", "Invoice"}}},
                       {{{"PK", "a1"}, {"SK", "x#1#2"}, {"kind", "Line"}}},
                       {{{"PK", "a2"}, {"SK", "x#2"}, {"kind", "Invoice"}}}};
  const Model model = inferred(single_table(), items);
  EXPECT_EQ(model.tables[0].type_attribute, "kind");
  EXPECT_EQ(entities_of(model), R"(  entity Invoice (guessed)
    PK string, x string in keys only
    key "{PK}", "x#{x}"
  entity Line (guessed)
    PK string, x string in keys only, x_2 string in keys only
    key "{PK}", "x#{x}#{x_2}"
)");
}

// The values of "type" do not go with the keys: they are an attribute of one entity.
TEST(Infer, LeavesAnAttributeThatOnlyLooksLikeAType) {
  const Items items = {{{{"PK", "USER#1"}, {"SK", "PROFILE"}, {"type", "admin"}}},
                       {{{"PK", "USER#2"}, {"SK", "PROFILE"}, {"type", "guest"}}},
                       {{{"PK", "USER#3"}, {"SK", "PROFILE"}, {"type", "admin"}}}};
  const Model model = inferred(single_table(), items);
  EXPECT_EQ(model.tables[0].type_attribute, "");
  ASSERT_EQ(model.tables[0].entities.size(), 1u);
  EXPECT_NE(model.tables[0].entities[0].field("type"), nullptr);
}

TEST(Infer, TellsWordsFromValuesByTheirPlace) {
  const Items items = {{{{"PK", "Room:Music"}, {"SK", "meta"}}},      {{{"PK", "Room:Art"}, {"SK", "meta"}}},
                       {{{"PK", "u#12#follower"}, {"SK", "u#23"}}},   {{{"PK", "u#12#following"}, {"SK", "u#34"}}},
                       {{{"PK", "VIN#W1"}, {"SK", "FEATURE#SEATS"}}}, {{{"PK", "VIN#W1"}, {"SK", "FEATURE#MIRRORS"}}}};
  EXPECT_EQ(entities_of(inferred(single_table(), items)), R"(  entity Room (guessed)
    room string in keys only
    key "Room:{room}", "meta"
  entity follower (guessed)
    u string in keys only, u_2 string in keys only
    key "u#{u}#follower", "u#{u_2}"
  entity following (guessed)
    u string in keys only, u_2 string in keys only
    key "u#{u}#following", "u#{u_2}"
  entity FEATURE (guessed)
    vin string in keys only, feature string in keys only
    key "VIN#{vin}", "FEATURE#{feature}"
)");
}

TEST(Infer, GivesEachIndexTheItemsThatHaveItsKey) {
  Table table = single_table();
  table.attribute_types["GSI1PK"] = ScalarAttributeType::S;
  table.attribute_types["points"] = ScalarAttributeType::N;
  table.indexes = {{.name = "inverse", .partition = {"SK"}, .sort = {"PK"}},
                   {.name = "by_status", .partition = {"GSI1PK"}, .sort = {"points"}}};
  const Items items = {{{{"PK", "A#1"}, {"SK", "B#4"}, {"GSI1PK", "STATUS#open"}, {"points", 3}, {"status", "open"}}},
                       {{{"PK", "A#2"}, {"SK", "B#2"}, {"GSI1PK", "STATUS#paid"}, {"points", "3"}, {"status", "paid"}}},
                       {{{"PK", "A#3"}, {"SK", "B#3"}, {"points", 3}, {"status", "gone"}}}};
  const Model model = inferred(std::move(table), items);
  EXPECT_EQ(entities_of(model), R"(  index inverse: SK S / PK S
  index by_status: GSI1PK S / points N
  entity A_B (guessed)
    a string in keys only, b string in keys only, status string, points integer
    key "A#{a}", "B#{b}"
    in inverse "B#{b}", "A#{a}"
    in by_status "STATUS#{status}", "{points}", sparse
)");
  EXPECT_EQ(model.notes.at(0), "f:1: the attribute points of A_B has values of several types: 1 S, 2 N");
}

TEST(Infer, GuessesKindsOfFields) {
  const AttributeMap item = {{"PK", "A#1"},
                             {"SK", "B#1"},
                             {"at", "2026-01-05T10:00:00.000Z"},
                             {"coarse", "2026-01-05T10:00:00Z"},
                             {"day", "2026-01-05"},
                             {"uuid", "123e4567-e89b-12d3-a456-426614174000"},
                             {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
                             {"price", AttributeValue::number("1.5")},
                             {"count", 3},
                             {"data", AttributeValue::binary("x")},
                             {"tags", AttributeValue::string_set({"a"})},
                             {"list", AttributeValue::list()},
                             {"map", AttributeValue::map()},
                             {"on", true},
                             {"none", AttributeValue::null()}};
  EXPECT_EQ(entities_of(inferred(single_table(), {{item}})), R"(  entity A_B (guessed)
    a string in keys only, b string in keys only, at time, coarse string, count integer, data bytes, day date, list list, map map, none? document, on bool, price decimal, tags string_set, ulid ulid, uuid uuid
    key "A#{a}", "B#{b}"
)");
}

// Keys that Partita's model layer composed: with escapes, days of times, and the attribute that the layer keeps with a
// version.
TEST(Infer, KnowsKeysThatPartitaComposed) {
  const Items items = {{{{"PK", "ORG#Acme$20Inc"},
                         {"SK", "DAY#2026-01-05"},
                         {"_write_id", "123e4567-e89b-12d3-a456-426614174000"},
                         {"createdAt", "2026-01-05T10:00:00.000Z"},
                         {"title", "Acme Inc"},
                         {"version", 3}}}};
  EXPECT_EQ(entities_of(inferred(single_table(), items)), R"(  entity DAY (guessed)
    title string, createdAt time, version integer
    key "ORG#{title}", "DAY#{createdAt:day}"
    version version
)");
}

TEST(Infer, UsesOneFieldForEqualPartsOfAKey) {
  const Items items = {{{{"PK", "player001"}, {"SK", "META#player001"}}}};
  EXPECT_EQ(entities_of(inferred(single_table(), items)), R"(  entity META (guessed)
    PK string
    key "{PK}", "META#{PK}"
)");
}

TEST(Infer, KeepsItemsAsFieldValues) {
  const Model model = inferred(single_table(), {{{{"PK", "A#1"}, {"SK", "B#2"}, {"name", "x"}}}});
  const Entity& entity = model.tables[0].entities.at(0);
  ASSERT_EQ(entity.samples.size(), 1u);
  EXPECT_EQ(entity.samples[0].to_map(), (AttributeMap{{"a", "1"}, {"b", "2"}, {"name", "x"}}));
}

TEST(Infer, SkipsItemsWithoutTheTablesKey) {
  const Model model = inferred(single_table(), {{{{"PK", "A#1"}}}, {{{"PK", 5}, {"SK", "x"}}}});
  EXPECT_TRUE(model.tables[0].entities.empty());
  EXPECT_EQ(model.notes.at(0), "f:1: 2 items of t lack the table's key, and are skipped");
}

TEST(Infer, NotesItemsWhoseKeysAreDifferent) {
  const Model model = inferred(single_table(), {{{{"PK", "p"}, {"SK", "E#1"}, {"_type", "Equipment"}}},
                                                {{{"PK", "p"}, {"SK", "E#1E#2"}, {"_type", "Equipment"}}},
                                                {{{"PK", "p"}, {"SK", "E#3"}, {"_type", "Equipment"}}}});
  EXPECT_EQ(model.notes.at(0), "f:1: 1 of 3 items of Equipment have another form of SK than E#*, such as E#*#*");
}

// Attributes that are keys of their own name hold the fields' values.
TEST(Infer, TakesNaturalKeysAsTheyAre) {
  Table table{.name = "music", .partition_key = "Artist", .sort_key = "SongTitle"};
  EXPECT_EQ(entities_of(inferred(std::move(table), {{{{"Artist", "No One"}, {"SongTitle", "Call Me"}}},
                                                    {{{"Artist", "Acme: Band"}, {"SongTitle", "Look#Out"}}}})),
            R"(  entity music (guessed)
    Artist string, SongTitle string
    key "{Artist}", "{SongTitle}"
)");
}

}  // namespace infer_test
}  // namespace partita::modelling
