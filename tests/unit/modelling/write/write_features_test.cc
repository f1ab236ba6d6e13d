// The features of formats: the table of docs/modelling/formats.md, and models that come back from formats that are read
// too.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "modelling/read/read_model.h"
#include "modelling/write/features.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"
#include "modelling/write/write_model.h"
#include "sample_models.h"

namespace partita::modelling {
namespace write_features_test {

Features everything() {
  Features all;
  for (const Feature feature : all_features()) all = all.with(feature);
  return all;
}

bool has(const Model& model, Feature feature) {
  return !losses_of(model, everything().without(feature), "nothing").empty();
}

// One table with every feature.
Model rich() {
  Model model = samples::shop();
  model.description = "A shop";
  model.seasons = {{.name = "sale", .begin_second = 0, .end_second = 60, .factor = 3}};
  model.patterns[0].description = "The feed";
  model.patterns[0].per_second = 20;
  model.patterns[0].where = {{"status", "PAID"}};
  Table& table = model.tables[0];
  const Model settings = samples::settings();
  const Table& games = settings.tables[0];
  table.stream = games.stream;
  table.point_in_time_recovery = table.deletion_protection = table.infrequent_access = true;
  table.tags = games.tags;
  Entity& order = table.entities[0];
  order.description = "An order";
  order.aliases = {"order"};
  order.from = {{"PURCHASE", When{"state", "DONE"}}};
  order.fields.push_back(samples::field("email"));
  order.fields.push_back(samples::field("expires", model::FieldKind::Seconds));
  order.fields.push_back(samples::field("made", model::FieldKind::Time));
  order.fields.push_back(samples::field("region"));
  order.fields.push_back({.name = "total", .attribute = "sum", .kind = model::FieldKind::Integer});
  order.fields[0].references = "CUSTOMER";
  order.unique = {{"email"}};
  order.ttl = "expires";
  order.created_at = "made";
  order.computed = {{"total", {"cents"}}};
  order.count = 1000;
  order.indexes[0].when = When{"status", "PAID"};
  for (auto& [attribute, value] : std::map<std::string, AttributeValue>{
           {"email", "a@b"}, {"expires", 1}, {"made", "2026-01-05T10:00:00.000Z"}, {"region", "eu"}, {"sum", 1}}) {
    AttributeMap sample = order.samples[0].to_map();
    sample.set(attribute, value);
    order.samples[0] = Item(sample);
  }
  for (Entity& entity : table.entities) entity.created_at = entity.name == "ORDER" ? "made" : "";
  table.entities[1].fields.push_back(samples::field("made", model::FieldKind::Time));
  table.entities[1].created_at = "made";
  table.indexes.push_back({.name = "local", .scope = model::IndexScope::Local, .sort = {"region"}});
  order.indexes.push_back({.index = "local", .sort = {"{region}"}});
  table.indexes.push_back(samples::global_index("composite", {"region", "id"}));
  order.indexes.push_back({.index = "composite", .partition = {"{region}", "{id}"}});
  return model;
}

// Provisioned tables have no vector index, so those two features have models of their own.
Model provisioned() {
  Model model = only_table(samples::settings(), "counted.things").value();
  model.tables[0].entities = {
      {.name = "THING",
       .fields = {samples::field("id", model::FieldKind::Bytes), samples::field("kind", model::FieldKind::Integer)},
       .primary = {.partition = {"{id}"}},
       .indexes = {{.index = "by_kind", .partition = {"{kind}"}}}}};
  return model;
}
Model with_vectors() { return only_table(samples::settings(), "notes").value(); }
Model with_shards() {
  Model model = samples::shop();
  Index spread = samples::global_index("spread", {"status", "shard"});
  spread.shards = Shards{.count = 5, .of = "id", .attribute = "shard"};
  model.tables[0].indexes.push_back(spread);
  Field shard = samples::field("shard", model::FieldKind::Integer);
  shard.optional = true;
  model.tables[0].entities[0].fields.push_back(shard);
  return model;
}
std::vector<Model> all_models() { return {rich(), provisioned(), with_vectors(), with_shards()}; }

TEST(Features, HaveAModelEach) {
  const std::vector<Model> models = all_models();
  for (const Feature feature : all_features())
    EXPECT_TRUE(std::any_of(models.begin(), models.end(), [&](const Model& model) { return has(model, feature); }))
        << words_of(feature);
}

TEST(Features, AreLostOnlyByFormatsThatDoNotHoldThem) {
  for (const Model& model : all_models()) {
    EXPECT_EQ(losses_of(model, everything(), "everything"), std::vector<std::string>());
    EXPECT_FALSE(losses_of(model, {}, "nothing").empty());
  }
}

struct ReadableFormat {
  const char* writer;
  const char* reader;
  // Features that the reader itself does not keep, or that it infers from other ones.
  Features not_read = {};
};

std::vector<ReadableFormat> readable_formats() {
  return {
      {"yaml", "partita"},
      {"json", "partita"},
      {"aws-schema", "aws-schema"},
      {"cloudformation", "cloudformation"},
      {"cloudformation-json", "cloudformation"},
      {"sam", "cloudformation"},
      {"serverless", "cloudformation"},
      {"terraform", "terraform"},
      {"create-table", "create-table"},
      {"create-table-lines", "create-table-lines"},
      {"onetable", "onetable"},
      // The reader infers entities from the sample items, which not all of these models have.
      {"workbench", "workbench", {Feature::Entities, Feature::TypeTags, Feature::AttributeNames}},
  };
}

// The features that a format claims to hold come back when it is read.
TEST(Features, ComeBackFromFormatsThatAreRead) {
  for (const ReadableFormat& format : readable_formats()) {
    const auto writer =
        std::find_if(writers().begin(), writers().end(), [&](const Writer* one) { return one->name == format.writer; });
    ASSERT_NE(writer, writers().end());
    for (const Model& model : all_models()) {
      const auto written = write_model(samples::shared(model), format.writer);
      EXPECT_TRUE(written) << format.writer << ": " << written.error().message;
      if (!written) continue;
      ReadOptions options{.format = format.reader};
      options.templates.unsupported = templates::Unsupported::Warn;
      const auto read = read_model_text(written->text, "written", options);
      EXPECT_TRUE(read) << format.writer << ": " << read.error().message << '\n' << written->text;
      if (!read) continue;
      const Model held = without_lost_indexes(model, (*writer)->holds);
      for (const Feature feature : all_features()) {
        if (!has(held, feature) || !(*writer)->holds.has(feature) || format.not_read.has(feature)) continue;
        EXPECT_TRUE(has(*read, feature)) << format.writer << " of " << model.name << ": " << words_of(feature);
      }
    }
  }
}

// ---- the example systems

constexpr const char* kSystems[] = {"commerce", "customer_orders", "favorites", "order_entry", "project_management"};

// The keys and indexes of a table as a text. The order of definitions follows that of indexes, and formats list local
// ones apart.
std::string keys_of(const Table& table) {
  CreateTableRequest request = create_table_request(table);
  std::sort(
      request.attribute_definitions->begin(), request.attribute_definitions->end(),
      [](const AttributeDefinition& a, const AttributeDefinition& b) { return a.attribute_name < b.attribute_name; });
  return to_json(tree_of(CreateTableRequest{.table_name = request.table_name,
                                            .attribute_definitions = request.attribute_definitions,
                                            .key_schema = request.key_schema,
                                            .local_secondary_indexes = request.local_secondary_indexes,
                                            .global_secondary_indexes = request.global_secondary_indexes,
                                            .vector_indexes = request.vector_indexes}));
}

class WrittenSystem : public testing::TestWithParam<const char*> {
 protected:
  static Model system() {
    auto model = read_model(fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, GetParam()));
    EXPECT_TRUE(model) << model.error().message;
    return model ? std::move(*model) : Model{};
  }
};

TEST_P(WrittenSystem, HasTheSameTablesInEachFormat) {
  const Model model = system();
  for (const ReadableFormat& format : readable_formats())
    for (const Table& table : model.tables) {
      const Model one = only_table(model, table.name).value();
      const auto written = write_model(samples::shared(one), format.writer);
      ASSERT_TRUE(written) << format.writer << ": " << written.error().message;
      const auto read = read_model_text(written->text, "written", {.format = format.reader});
      ASSERT_TRUE(read) << format.writer << ": " << read.error().message << '\n' << written->text;
      ASSERT_EQ(read->tables.size(), 1u) << format.writer;
      const auto writer = std::find_if(writers().begin(), writers().end(),
                                       [&](const Writer* candidate) { return candidate->name == format.writer; });
      Table expected = without_lost_indexes(one, (*writer)->holds).tables[0];
      // A schema of OneTable does not name its table.
      if (std::string_view(format.writer) == "onetable") expected.name = read->tables[0].name;
      EXPECT_EQ(keys_of(read->tables[0]), keys_of(expected)) << format.writer << '\n' << written->text;
    }
}

// Every format takes every system, if need be table by table.
TEST_P(WrittenSystem, IsWrittenInEachFormat) {
  const Model model = system();
  for (const Writer* writer : writers())
    for (const Table& table : model.tables) {
      const auto written = write_model(samples::shared(only_table(model, table.name).value()), writer->name);
      EXPECT_TRUE(written) << writer->name << ": " << written.error().message;
    }
}

INSTANTIATE_TEST_SUITE_P(Systems, WrittenSystem, testing::ValuesIn(kSystems),
                         [](const auto& one) { return std::string(one.param); });

// ---- the document

std::string table_of_formats() {
  std::vector<std::pair<std::string, const Writer*>> columns;
  for (const Writer* writer : writers()) {
    if (!columns.empty() && columns.back().second->holds == writer->holds)
      columns.back().first += ", " + std::string(writer->name);
    else
      columns.emplace_back(writer->name, writer);
  }
  std::string text = "| |";
  for (const auto& [heading, writer] : columns) text += " " + heading + " |";
  text += "\n|---|";
  for (std::size_t i = 0; i < columns.size(); ++i) text += "---|";
  text += "\n";
  for (const Feature feature : all_features()) {
    text += fmt::format("| {} |", words_of(feature));
    for (const auto& [heading, writer] : columns) text += writer->holds.has(feature) ? " yes |" : " |";
    text += "\n";
  }
  return text;
}

TEST(Features, AreInTheDocument) {
  std::ifstream file(PARTITA_DOCUMENTS "/modelling/formats.md");
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_NE(content.str().find(table_of_formats()), std::string::npos)
      << "docs/modelling/formats.md must have this table:\n"
      << table_of_formats();
}

}  // namespace write_features_test
}  // namespace partita::modelling
