// Formats that hold entities. Those that are read too come back with the same content.
#include <gmock/gmock.h>

#include "documents/read_file.h"
#include "modelling/read/read_model.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"
#include "modelling/write/tree.h"
#include "modelling/write/write_model.h"
#include "sample_models.h"

namespace partita::modelling {
namespace write_entities_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

Written write_as(const Model& model, const char* format) {
  auto written = write_model(samples::shared(model), format);
  EXPECT_TRUE(written) << written.error().message;
  return written ? std::move(*written) : Written{};
}

Model read_back(const std::string& text, const char* format) {
  auto model = read_model_text(text, "written.json", {.format = format});
  EXPECT_TRUE(model) << model.error().message << '\n' << text;
  return model ? std::move(*model) : Model{};
}

Model only(const Model& model, const char* table) { return only_table(model, table).value(); }

// The keys and templates of an entity, each on a line.
std::vector<std::string> keys_of(const Entity& entity) {
  std::vector<std::string> lines;
  const auto add = [&](const EntityKey& key) {
    std::string line = key.index + ":";
    for (const std::string& text : key.partition) line += " " + text;
    line += " |";
    for (const std::string& text : key.sort) line += " " + text;
    lines.push_back(line);
  };
  add(entity.primary);
  for (const EntityKey& key : entity.indexes) add(key);
  return lines;
}

std::vector<std::string> fields_of(const Entity& entity) {
  std::vector<std::string> lines;
  for (const Field& field : entity.fields) lines.push_back(field.name + (field.optional ? "?" : ""));
  return lines;
}

// ---- schema.json

TEST(WriteAwsSchema, ComesBackWithKeysAndFields) {
  for (const Model& model : {samples::shop(), only(samples::settings(), "notes")}) {
    const Written written = write_as(model, "aws-schema");
    const Model read = read_back(written.text, "aws-schema");
    const Model held = without_lost_indexes(model, {Feature::CompositeIndexKeys});
    ASSERT_EQ(read.tables.size(), 1u);
    ASSERT_EQ(read.tables[0].entities.size(), held.tables[0].entities.size());
    EXPECT_EQ(to_json(tree_of(create_table_request(read.tables[0]))),
              to_json(tree_of(create_table_request(held.tables[0]))));
    for (std::size_t i = 0; i < held.tables[0].entities.size(); ++i) {
      EXPECT_EQ(keys_of(read.tables[0].entities[i]), keys_of(held.tables[0].entities[i]));
      EXPECT_EQ(fields_of(read.tables[0].entities[i]), fields_of(held.tables[0].entities[i]));
    }
  }
}

TEST(WriteAwsSchema, KeepsKeysOfSeveralAttributes) {
  const Model games = only(samples::settings(), "games");
  const Model read = read_back(write_as(games, "aws-schema").text, "aws-schema");
  const Index* index = read.tables[0].index("by_region");
  ASSERT_NE(index, nullptr);
  EXPECT_THAT(index->partition, ElementsAre("region", "level"));
  EXPECT_THAT(index->sort, ElementsAre("score", "played"));
  EXPECT_EQ(read.tables[0].attribute_types.at("level"), ScalarAttributeType::N);
}

TEST(WriteAwsSchema, KeepsPatterns) {
  const Model read = read_back(write_as(samples::shop(), "aws-schema").text, "aws-schema");
  ASSERT_EQ(read.patterns.size(), 3u);
  const Pattern& feed = read.patterns[0];
  EXPECT_EQ(feed.name, "orders_in_one_status_newest_first");
  EXPECT_EQ(feed.description, "Orders in one status, newest first");
  EXPECT_EQ(feed.index, "by_status");
  EXPECT_THAT(feed.by, ElementsAre("status"));
  EXPECT_EQ(feed.range, "created");
  EXPECT_EQ(feed.range_comparison, ">=");
  const Pattern& with_lines = read.patterns[1];
  EXPECT_THAT(with_lines.entities, ElementsAre("ORDER", "LINE"));
  EXPECT_EQ(with_lines.range_comparison, "begins_with");
  const Pattern& pay = read.patterns[2];
  EXPECT_EQ(pay.operation, PatternOperation::Update);
  EXPECT_THAT(pay.by, ElementsAre("customer", "id"));
  EXPECT_THAT(pay.actions.at(0).set, ElementsAre("status"));
}

TEST(WriteAwsSchema, WritesEachOperation) {
  Model model = samples::shop();
  const auto action = [](Action::Kind kind, const char* entity) { return Action{.kind = kind, .entity = entity}; };
  using Kind = Action::Kind;
  model.patterns = {
      {.name = "get", .id = "7", .entities = {"ORDER"}, .by = {"customer", "id"}, .consistent = true, .get_item = true},
      {.name = "filtered",
       .entities = {"ORDER"},
       .by = {"status"},
       .filter = {{"cents", "between"}, {"coupon", "exists"}, {"coupon", "begins_with"}, {"cents", "in"}}},
      {.name = "either",
       .entities = {"ORDER"},
       .by = {"status"},
       .filter = {{"cents", ">"}, {"coupon", "exists"}},
       .filter_any = true},
      // The key is not in a filter of the format, and the other alternative alone would drop wanted items.
      {.name = "lossy",
       .entities = {"ORDER"},
       .by = {"status"},
       .filter = {{"cents", ">"}, {"id", "="}},
       .filter_any = true},
      {.name = "all", .operation = PatternOperation::Scan, .entities = {"LINE"}},
      {.name = "some", .operation = PatternOperation::BatchGet, .entities = {"LINE"}},
      {.name = "put", .operation = PatternOperation::Put, .actions = {action(Kind::Put, "LINE")}},
      {.name = "create", .operation = PatternOperation::Create, .actions = {action(Kind::Create, "LINE")}},
      {.name = "remove", .operation = PatternOperation::Delete, .actions = {action(Kind::Delete, "LINE")}},
      {.name = "load", .operation = PatternOperation::BatchWrite, .actions = {action(Kind::Put, "LINE")}},
      {.name = "order",
       .operation = PatternOperation::TransactWrite,
       .actions = {action(Kind::Create, "ORDER"), action(Kind::Put, "LINE"), action(Kind::Delete, "LINE")}},
      {.name = "both", .operation = PatternOperation::TransactGet, .entities = {"ORDER", "LINE"}},
  };
  const Written written = write_as(model, "aws-schema");
  const Model read = read_back(written.text, "aws-schema");
  std::map<std::string, const Pattern*> by_name;
  for (const Pattern& pattern : read.patterns) by_name[pattern.name] = &pattern;
  ASSERT_EQ(by_name.size(), model.patterns.size()) << written.text;
  for (const Pattern& pattern : model.patterns) {
    const PatternOperation expected =
        pattern.operation == PatternOperation::Create ? PatternOperation::Put : pattern.operation;
    EXPECT_EQ(by_name.at(pattern.name)->operation, expected) << pattern.name;
  }
  EXPECT_EQ(by_name.at("get")->id, "7");
  EXPECT_TRUE(by_name.at("get")->consistent);
  EXPECT_EQ(by_name.at("filtered")->filter.size(), 4u);
  EXPECT_FALSE(by_name.at("filtered")->filter_any);
  EXPECT_EQ(by_name.at("either")->filter.size(), 2u);
  EXPECT_TRUE(by_name.at("either")->filter_any);
  EXPECT_TRUE(by_name.at("lossy")->filter.empty());
  EXPECT_EQ(by_name.at("order")->actions.size(), 3u);
  EXPECT_THAT(written.losses, Contains("pattern create: that the item must be new is not in schema.json"));
}

TEST(WriteAwsSchema, SaysWhatItCannotHold) {
  Model model = samples::shop();
  model.tables[0].entities[0].primary.sort = {"ORDER#{cents:s019d}"};
  model.tables[0].entities[0].unique = {{"coupon"}};
  EXPECT_THAT(write_as(model, "aws-schema").losses,
              IsSupersetOf({"entity ORDER: the format s019d of cents in \"ORDER#{cents:s019d}\" is not in schema.json",
                            "entity ORDER: unique field coupon is not in schema.json",
                            "entity ORDER: version field version is not in schema.json"}));
}

// The tool would write the field itself in place of its shard.
TEST(WriteAwsSchema, LeavesOutKeysWithShards) {
  Model model = samples::shop();
  model.tables[0].entities[0].indexes[0].partition = {"STATUS#{status}#{id:shard4}"};
  model.patterns = {};
  const Written written = write_as(model, "aws-schema");
  EXPECT_THAT(written.losses, Contains("entity ORDER: its key in by_status has a shard and is not in schema.json"));
  EXPECT_TRUE(read_back(written.text, "aws-schema").tables[0].entities[0].indexes.empty());
}

// Items enter such an index by their fields, without a key in the model.
TEST(WriteAwsSchema, KnowsTheKeysOfAnIndexWithoutTemplates) {
  Model model = samples::shop();
  Index paid = samples::global_index("paid", {"status"}, {"created"});
  paid.when = When{"status", "PAID"};
  model.tables[0].indexes = {paid};
  model.tables[0].entities[0].indexes = {};
  const Model read = read_back(write_as(model, "aws-schema").text, "aws-schema");
  EXPECT_THAT(keys_of(read.tables[0].entities[0]), Contains("paid: {status} | {created}"));
}

TEST(WriteAwsSchema, RefusesWhatTheToolWouldRefuse) {
  Model spaced = samples::shop();
  spaced.tables[0].entities[0].fields[4].attribute = "two words";
  Model twice = samples::shop();
  twice.tables.push_back(twice.tables[0]);
  twice.tables[1].name = "other";
  for (const auto& [model, reason] : std::vector<std::pair<Model, const char*>>{
           {spaced, "names of letters, digits and _"},
           {twice, "names that differ in all tables"},
           {samples::simple(), "needs at least one"},
       }) {
    const auto written = write_model(samples::shared(model), "aws-schema");
    ASSERT_FALSE(written) << reason;
    EXPECT_THAT(written.error().message, HasSubstr(reason));
  }
}

// ---- NoSQL Workbench

TEST(WriteWorkbench, ComesBackWithTablesAndItems) {
  const Written written = write_as(samples::shop(), "workbench");
  const Model read = read_back(written.text, "workbench");
  EXPECT_EQ(read.name, "shop");
  ASSERT_EQ(read.tables.size(), 1u);
  EXPECT_EQ(to_json(tree_of(create_table_request(read.tables[0]))),
            to_json(tree_of(create_table_request(samples::shop().tables[0]))));
  ASSERT_EQ(read.tables[0].samples.size(), 1u);
  EXPECT_EQ(read.tables[0].samples[0].get("PK"), AttributeValue("CUST#ada"));
  EXPECT_EQ(read.tables[0].samples[0].get("GSI1SK"),
            AttributeValue("2026-01-05T10:00:00.000Z#ada#01J0000000000000000000000A"));
  EXPECT_EQ(read.tables[0].samples[0].get("type"), AttributeValue("ORDER"));
}

TEST(WriteWorkbench, KeepsThroughput) {
  const Model read = read_back(write_as(only(samples::settings(), "counted.things"), "workbench").text, "workbench");
  EXPECT_EQ(read.tables[0].billing, BillingMode::Provisioned);
  EXPECT_EQ(read.tables[0].throughput, (ProvisionedThroughput{5, 6}));
  EXPECT_EQ(read.tables[0].attribute_types.at("id"), ScalarAttributeType::B);
}

TEST(WriteWorkbench, MakesAFacetOfEachEntity) {
  const std::string text = write_as(samples::shop(), "workbench").text;
  EXPECT_THAT(text, HasSubstr("\"FacetName\": \"LINE\""));
  EXPECT_THAT(text, HasSubstr("\"SortKeyAlias\": \"ORDER#{order}#LINE#{id}\""));
}

// An item is written once, with the entity whose tag it has.
TEST(WriteWorkbench, PlacesTheItemsOfTheTable) {
  Model shop = samples::shop();
  const Item line({{"PK", "CUST#ada"}, {"SK", "ORDER#A#LINE#1"}, {"type", "LINE"}});
  const Item stranger(AttributeMap({{"PK", "X"}, {"SK", "Y"}}));
  shop.tables[0].samples = {line, stranger, line};
  const Model read = read_back(write_as(shop, "workbench").text, "workbench");
  EXPECT_EQ(read.tables[0].samples.size(), 3u);
}

TEST(WriteWorkbench, NamesSamplesWithoutAKey) {
  Model shop = samples::shop();
  shop.tables[0].entities[0].samples = {Item({{"customer", "ada"}})};
  EXPECT_THAT(write_as(shop, "workbench").losses, Contains(HasSubstr("entity ORDER: a sample item is left out: ")));
}

// ---- OneTable

TEST(WriteOneTable, DescribesIndexesAndModels) {
  const std::string text = write_as(samples::shop(), "onetable").text;
  for (const char* part : {
           "\"primary\": {\n      \"hash\": \"PK\",\n      \"sort\": \"SK\"\n    }",
           "\"value\": \"CUST#${customer}\"",
           "\"value\": \"${created}#${customer}#${id}\"",
           "\"created\": {\n        \"type\": \"date\",\n        \"required\": true\n      }",
           "\"enum\": [\n          \"CREATED\",\n          \"PAID\"\n        ]",
           "\"typeField\": \"type\"",
       })
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(WriteOneTable, KeepsSamplesWithoutDocuments) {
  const std::string yaml = R"(
format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    type_attribute: type
    entities:
      - name: NOTE
        fields: {id: string, pages: integer, price: decimal, open: bool, more: document, text: {kind: string, attribute: t}}
        key: {partition: "NOTE#{id}"}
        samples:
          - {id: a, pages: 7, price: "1.50", open: true, text: "7", more: {M: {x: {S: y}}}}
          - {id: b, pages: 8, price: "0.00000000000000000000000000000000000001", open: false, text: ""}
)";
  auto model = read_model_text(yaml, "notes.yaml");
  ASSERT_TRUE(model) << model.error().message;
  const auto written = write_as(*model, "onetable");
  EXPECT_THAT(written.losses, Contains("entity NOTE: documents in sample items"));
  const auto again = read_model_text(written.text, "notes.json", {.format = "onetable"});
  ASSERT_TRUE(again) << again.error().message;
  const auto& samples = again->tables[0].entities[0].samples;
  ASSERT_EQ(samples.size(), 2u) << written.text;
  EXPECT_EQ(samples[0].get("pages"), AttributeValue(7));
  EXPECT_EQ(samples[0].get("t"), AttributeValue("7"));
  EXPECT_EQ(samples[0].get("open"), AttributeValue::boolean(true));
  EXPECT_EQ(samples[1].get("price"), AttributeValue::number("0.00000000000000000000000000000000000001"));
  EXPECT_EQ(samples[1].get("t"), AttributeValue(""));
  EXPECT_FALSE(samples[0].get("more"));
}

TEST(WriteOneTable, PadsNumbers) {
  Model shop = samples::shop();
  shop.tables[0].entities[0].indexes[0].sort = {"{cents:019d}"};
  EXPECT_THAT(write_as(shop, "onetable").text, HasSubstr("\"value\": \"${cents:19:0}\""));
}

TEST(WriteOneTable, LeavesOutWhatItHasNoFormFor) {
  for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
           {"{cents:s019d}", "OneTable has no format s019d"},
           {"{created:day}", "OneTable has no format day"},
           {"{nobody}", "there is no field nobody"},
       }) {
    Model shop = samples::shop();
    shop.tables[0].entities[0].indexes[0].sort = {text};
    const Written written = write_as(shop, "onetable");
    EXPECT_THAT(written.losses, Contains(HasSubstr(reason)));
    EXPECT_THAT(written.text, testing::Not(HasSubstr("{" + text.substr(1, 4))));
  }
}

TEST(WriteOneTable, HasUniqueFieldsTimesAndExpiry) {
  Model model = only(samples::settings(), "games");
  Entity& game = model.tables[0].entities[0];
  game.fields.push_back(samples::field("made", model::FieldKind::Time));
  game.created_at = "made";
  game.unique = {{"region"}, {"region", "level"}};
  const Written written = write_as(model, "onetable");
  for (const char* part : {"\"timestamps\": \"create\"", "\"createdField\": \"made\"", "\"ttl\": true",
                           "\"unique\": true", "\"type\": \"local\""})
    EXPECT_THAT(written.text, HasSubstr(part));
  EXPECT_THAT(written.losses, Contains("entity GAME: OneTable has no fields that are unique together"));
}

TEST(WriteOneTable, TakesOneTable) {
  const auto written = write_model(samples::shared(samples::settings()), "onetable");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("choose one with --table"));
}

// ---- all formats

// Hostile names of entities, fields and patterns do not break any document of JSON.
TEST(WriteModel, KeepsHostileNamesInsideOfTheirTexts) {
  for (const std::string& hostile : samples::hostile_texts()) {
    Model model = samples::shop();
    model.name = model.description = hostile;
    model.patterns[0].name = model.patterns[0].description = hostile;
    Entity& order = model.tables[0].entities[0];
    order.name = order.description = hostile;
    order.samples = {};
    model.patterns = {};
    for (const Writer* writer : writers()) {
      const auto written = write_model(samples::shared(model), writer->name);
      if (!written) continue;
      EXPECT_EQ(written->text, write_model(samples::shared(model), writer->name)->text) << "deterministic";
      if (writer->extension == ".ts" || writer->extension == ".tf" || writer->extension == ".mmd") continue;
      const auto tree = documents::read_text(written->text, "written");
      EXPECT_TRUE(tree) << writer->name << ": " << tree.error().message << '\n' << written->text;
    }
  }
}

}  // namespace write_entities_test
}  // namespace partita::modelling
