// The reader of NoSQL Workbench models: versions, keys, facets, and values that are malformed.
#include <gtest/gtest.h>

#include "outline_of.h"

namespace partita::modelling {
namespace workbench_test {

std::string workbench(std::string_view table_parts, std::string_view version = "3.0") {
  return "ModelName: m\n"
         "ModelMetadata: {Version: '" +
         std::string(version) +
         "'}\n"
         "DataModel:\n"
         "- TableName: t\n"
         "  KeyAttributes: {PartitionKey: {AttributeName: PK, AttributeType: S}, SortKey: {AttributeName: SK, "
         "AttributeType: S}}\n" +
         std::string(table_parts);
}

TEST(Workbench, ReadsTablesAndInfersEntities) {
  EXPECT_EQ(outline_of(
                workbench("  NonKeyAttributes: [{AttributeName: total, AttributeType: N}, {AttributeName: at, "
                          "AttributeType: S}]\n"
                          "  GlobalSecondaryIndexes: [{IndexName: g, KeyAttributes: {PartitionKey: {AttributeName: "
                          "at, AttributeType: S}}, Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [total]}}]\n"
                          "  BillingMode: PROVISIONED\n"
                          "  ProvisionedCapacitySettings: {ProvisionedThroughput: {ReadCapacityUnits: 5, "
                          "WriteCapacityUnits: 6}, AutoScalingRead: {}}\n"
                          "  TableData: [{PK: {S: 'C#1'}, SK: {S: 'O#1'}, at: {S: '2026-01-05'}, total: {N: '5'}}]\n"),
                "w.json"),
            R"(model m
table t: PK S / SK S, provisioned 5 / 6 units, 1 sample
  index g: at S, with total
  entity C_O (guessed)
    c string in keys only, o string in keys only, at date, total integer
    key "C#{c}", "O#{o}"
    in g "{at}"
    1 sample
notes
  w.json:9: the auto scaling of t is not kept
)");
}

// The alias of a facet's key names the parts that no attribute has.
TEST(Workbench, NamesEntitiesAndPartsAfterFacets) {
  const std::string shown = outline_of(
      workbench("  TableFacets:\n"
                "  - {FacetName: Players, KeyAttributeAlias: {PartitionKeyAlias: playerId, SortKeyAlias: '#META#'}, "
                "TableData: [{PK: {S: p1}, SK: {S: '#META#'}}]}\n"
                "  - {FacetName: Items, KeyAttributeAlias: {PartitionKeyAlias: playerId, SortKeyAlias: 'ITEM#itemId'}, "
                "TableData: [{PK: {S: p1}, SK: {S: 'ITEM#1'}}, {PK: {S: p1}, SK: {S: 'ITEM#2'}}]}\n"),
      "w.json");
  EXPECT_NE(
      shown.find("entity Players (guessed)\n    playerId string in keys only\n    key \"{playerId}\", \"#META#\"\n"),
      shown.npos)
      << shown;
  EXPECT_NE(shown.find("entity Items (guessed)\n    playerId string in keys only, itemId string in keys only\n    key "
                       "\"{playerId}\", \"ITEM#{itemId}\"\n"),
            shown.npos)
      << shown;
}

TEST(Workbench, NotesMalformedValues) {
  struct Case {
    std::string_view value, note;
  };
  for (const Case& one : {
           Case{"{M: {on: true}}", "the value of a.on has no types, and is read as plain JSON"},
           Case{"{M: {on: {X: y}}}", "the value of a.on has no types, and is read as plain JSON"},
           Case{"{M: {on: {N: many}}}", "the value of a.on is left out: 'many' is not a value of the type N"},
           Case{"{M: [1]}", "the value of a is left out: the type M takes a map"},
           Case{"{X: y}", "the value of a is left out: 'X' is not a type of values"},
           Case{"{N: many}", "the value of a is left out: 'many' is not a value of the type N"},
           Case{"{N: '1e999'}", "the value of a is left out: '1e999' is not a value of the type N"},
           Case{"{B: '*'}", "the value of a is left out: '*' is not a value of the type B"},
           Case{"{BOOL: perhaps}", "the value of a is left out: the type BOOL takes true or false"},
           Case{"{SS: []}", "the value of a is left out: the type SS takes a list with at least one element"},
           Case{"{NS: ['1', '1.0']}", "the value of a is left out: the set has '1.0' twice"},
           Case{"{L: [{S: x}, 5]}", "the value of a[] has no types, and is read as plain JSON"},
           Case{"plain", "the value of a is left out: a value is a map with one type, such as {\"S\": \"text\"}"},
       }) {
    const std::string shown =
        outline_of(workbench("  TableData: [{PK: {S: p}, SK: {S: s}, a: " + std::string(one.value) + "}]\n"), "w.json");
    EXPECT_NE(shown.find("w.json:6: " + std::string(one.note) + "\n"), shown.npos) << shown;
  }
}

// NoSQL Workbench writes the content of a map as plain JSON, in models of AWS too.
TEST(Workbench, ReadsPlainJsonInMaps) {
  auto read = read_model_text(
      workbench("  TableData: [{PK: {S: p}, SK: {S: s}, a: {M: {on: true, version: \"1.0\", n: 1.50, none: null, "
                "list: [x, 2, {S: typed}], deep: {camera: {front: {foo: bar}}}}}}]\n"),
      "w.json");
  ASSERT_TRUE(read) << read.error().message;
  const AttributeMap item = read->tables.at(0).samples.at(0).to_map();
  const AttributeValue* a = item.find("a");
  ASSERT_TRUE(a && a->is(AttributeType::M));
  const AttributeMap& map = a->m();
  EXPECT_TRUE(*map.find("on") == AttributeValue::boolean(true));
  EXPECT_TRUE(*map.find("version") == AttributeValue::string("1.0"));
  EXPECT_TRUE(*map.find("n") == AttributeValue::number("1.5"));
  EXPECT_TRUE(*map.find("none") == AttributeValue::null());
  EXPECT_EQ(map.find("list")->l().size(), 3u);
  EXPECT_TRUE(map.find("list")->l()[2] == AttributeValue::string("typed"));
  EXPECT_TRUE(*map.find("deep")->m().find("camera")->m().find("front")->m().find("foo") ==
              AttributeValue::string("bar"));
}

TEST(Workbench, RefusesOtherVersions) {
  EXPECT_EQ(
      outline_of(workbench("", "2.0"), "w.json"),
      "w.json:2: this is version '2.0' of the format of NoSQL Workbench, and only 3.0 is known; open the model in a "
      "present NoSQL Workbench and export it again");
  EXPECT_EQ(outline_of("ModelName: m\nDataModel: []\n", "w.json"),
            "w.json:1: the model needs ModelMetadata, which tells its version");
}

TEST(Workbench, RefusesWhatIsWrongInForm) {
  struct Case {
    std::string text, message;
  };
  const std::string head = "ModelMetadata: {Version: '3.0'}\nModelName: m\n";
  for (const Case& one : {
           Case{head + "DataModel: 5", "w.json:3: DataModel must be a list, not a string"},
           Case{head + "DataModel: [5]", "w.json:3: an element of DataModel must be a map, not a string"},
           Case{head + "DataModel: [{TableName: t}]", "w.json:3: the table t needs a member 'KeyAttributes'"},
           Case{head +
                    "DataModel: [{TableName: t, KeyAttributes: {PartitionKey: {AttributeName: a, AttributeType: Z}}}]",
                "w.json:3: there is no type of key attributes 'Z'; it is one of S, N, B"},
       })
    EXPECT_EQ(outline_of(one.text, "w.json"), one.message);
}

}  // namespace workbench_test
}  // namespace partita::modelling
