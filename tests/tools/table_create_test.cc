// `partita table create` against a server in this process and against a data directory.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "run_command.h"
#include "served_database.h"
#include "support/scripted_server.h"
#include "support/temporary_directory.h"

namespace partita {
namespace table_create_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kFavorites = PARTITA_TEMPLATE_DATA "/favorites.yml";
constexpr const char* kFavoritesLine =
    "develop.Favorite: pk (S), sk (S); local indexes lsiOne, lsiTwo, lsiThree; global indexes gsiOne, gsiTwo; TTL "
    "ttl: ";

Outcome table_create(const std::string& arguments) { return run_command("table create " + arguments); }

class TableCreate : public ServedDatabase {
 protected:
  TableCreate() : ServedDatabase(std::chrono::milliseconds(50)) {}

  Outcome create(const std::string& file, const std::string& more = "") {
    return table_create(fmt::format("--from {} --endpoint {} {}", file, server_->url(), more));
  }
  std::string file(const std::string& text) {
    const std::string path = directory_.string() + "/template.yml";
    std::ofstream(path) << text;
    return path;
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(TableCreate, TakesADataModel) {
  const std::string model = file(R"(format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    ttl_attribute: expires
    indexes: [{name: by_state, partition: STATE}]
    entities:
      - name: ORDER
        fields: {id: string, state: string}
        key: {partition: "ORDER#{id}", sort: "A"}
        in: {by_state: {partition: "STATE#{state}"}}
)");
  const Outcome created = create(model);
  EXPECT_EQ(created.exit_code, 0);
  EXPECT_EQ(created.output, "shop: PK (S), SK (S); global indexes by_state; TTL expires: created\n");
  EXPECT_THAT(create(model).output, HasSubstr("exists already with the same definition"));
  EXPECT_EQ(database_->describe_time_to_live({.table_name = "shop"})->time_to_live_description.attribute_name,
            "expires");
  EXPECT_THAT(create(file("format: 1\ntables: []\npaterns: []")).output, HasSubstr("did you mean 'patterns'"));
  EXPECT_THAT(create(file("nothing: 1")).output, HasSubstr("no resources here"));
}

TEST_F(TableCreate, CreatesTheTableOnceAndLeavesItThen) {
  const Outcome first = create(kFavorites);
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_EQ(first.output, std::string(kFavoritesLine) + "created\n");
  const auto described = database_->describe_table({.table_name = "develop.Favorite"});
  ASSERT_TRUE(described) << described.error().message;
  EXPECT_EQ(described->table.table_status, TableStatus::Active);
  EXPECT_EQ(described->table.global_secondary_indexes->size(), 2u);
  const auto expiry = database_->describe_time_to_live({.table_name = "develop.Favorite"});
  ASSERT_TRUE(expiry) << expiry.error().message;
  EXPECT_EQ(expiry->time_to_live_description.attribute_name, "ttl");
  const auto tags = database_->list_tags_of_resource({.resource_arn = described->table.table_arn});
  ASSERT_TRUE(tags) << tags.error().message;
  EXPECT_EQ(tags->tags.front(), (Tag{"product", "jessica-favorite-dto"}));

  const Outcome second = create(kFavorites);
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_EQ(second.output, std::string(kFavoritesLine) + "exists already with the same definition\n");
}

TEST_F(TableCreate, EnablesTimeToLiveThatAnEarlierRunDidNotReach) {
  ASSERT_EQ(create(kFavorites).exit_code, 0);
  const TimeToLiveSpecification off{false, "ttl"};
  ASSERT_TRUE(database_->update_time_to_live({.table_name = "develop.Favorite", .time_to_live_specification = off}));
  EXPECT_EQ(create(kFavorites).exit_code, 0);
  const auto expiry = database_->describe_time_to_live({.table_name = "develop.Favorite"});
  ASSERT_TRUE(expiry) << expiry.error().message;
  EXPECT_EQ(expiry->time_to_live_description.attribute_name, "ttl");
}

constexpr const char* kTwoTables = R"(Resources:
  Api: {Type: AWS::Lambda::Function}
  A: &table
    Type: AWS::DynamoDB::Table
    Properties:
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: %}]
      BillingMode: PAY_PER_REQUEST
  Bee: {<<: *table, DependsOn: Api}
)";

std::string two_tables(const std::string& type) {
  std::string text = kTwoTables;
  text.replace(text.find('%'), 1, type);
  text.replace(text.find("  A:"), 4, "  Ant:");
  return text;
}

TEST_F(TableCreate, PrintsTheDifferencesAndChangesNothing) {
  ASSERT_EQ(create(file(two_tables("S"))).exit_code, 0);
  ASSERT_TRUE(database_->delete_table({.table_name = "Bee"}));
  while (database_->describe_table({.table_name = "Bee"})) std::this_thread::yield();
  const Outcome again = create(file(two_tables("N")));
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_EQ(again.output,
            "skipped: Api (AWS::Lambda::Function)\n"
            "Ant: id (N): exists already and differs\n"
            "  type of attribute id: the definition has N, the table has S\n"
            "Bee: id (N): created\n");
}

TEST_F(TableCreate, DryRunPrintsRequestsAndSendsNoRequest) {
  const Outcome dry = create(kFavorites, "--dry-run --stage prod");
  EXPECT_EQ(dry.exit_code, 0);
  EXPECT_THAT(dry.output, HasSubstr("CreateTable {\"TableName\":\"prod.Favorite\",\"AttributeDefinitions\":["));
  EXPECT_THAT(dry.output, HasSubstr("UpdateTimeToLive {\"TableName\":\"prod.Favorite\",\"TimeToLiveSpecification\":"
                                    "{\"Enabled\":true,\"AttributeName\":\"ttl\"}}\n"));
  EXPECT_TRUE(database_->list_tables({})->table_names.empty());
}

TEST_F(TableCreate, ATableThatTheServiceRefusesIsReportedBeforeAnyIsCreated) {
  std::string text = two_tables("S");
  text +=
      "  Cow: {<<: *table, Properties: {KeySchema: [{AttributeName: x, KeyType: HASH}], BillingMode: PAY_PER_REQUEST, "
      "AttributeDefinitions: [{AttributeName: id, AttributeType: S}]}}\n";
  const Outcome outcome = create(file(text));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("template.yml:10: Cow: "));
  EXPECT_TRUE(database_->list_tables({})->table_names.empty());
}

TEST_F(TableCreate, WarnsOfUnsupportedPropertiesIfTheOptionAllowsThem) {
  std::string text = two_tables("S");
  text.insert(text.find("      BillingMode"), "      ImportSourceSpecification: {}\n");
  EXPECT_EQ(create(file(text)).exit_code, 1);
  const Outcome told = create(file(text), "--ignore-unsupported");
  EXPECT_EQ(told.exit_code, 0);
  EXPECT_THAT(told.output,
              HasSubstr("template.yml:8: not supported: ImportSourceSpecification: Partita does not import from S3\n"));
}

TEST_F(TableCreate, EnablesTheStreamAndSaysIfItDiffers) {
  std::string text = two_tables("S");
  text.insert(text.find("      BillingMode"), "      StreamSpecification: {StreamViewType: NEW_IMAGE}\n");
  EXPECT_EQ(create(file(text)).exit_code, 0);
  const auto described = database_->describe_table({.table_name = "Ant"});
  ASSERT_TRUE(described && described->table.stream_specification);
  EXPECT_EQ(described->table.stream_specification->stream_view_type, StreamViewType::NewImage);
  text.replace(text.find("NEW_IMAGE"), 9, "KEYS_ONLY");
  const Outcome again = create(file(text));
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("stream: the definition has KEYS_ONLY, the table has NEW_IMAGE"));
}

TEST_F(TableCreate, MakesAVectorIndexAndSaysIfItOrASettingDiffers) {
  std::string text = two_tables("S");
  text.insert(text.find("      BillingMode"),
              "      VectorIndexes: [{IndexName: by_meaning, VectorAttribute: {AttributeName: embedding}, Projection: "
              "{ProjectionType: ALL}, Dimensions: 3, DistanceFunction: COSINE}]\n"
              "      OnDemandThroughput: {MaxReadRequestUnits: 5}\n");
  ASSERT_EQ(create(file(text)).exit_code, 0);
  const auto described = database_->describe_table({.table_name = "Ant"});
  ASSERT_TRUE(described && described->table.vector_indexes);
  EXPECT_EQ(described->table.vector_indexes->front().index_status, IndexStatus::Active);
  EXPECT_THAT(create(file(text)).output,
              HasSubstr("Ant: id (S); vector indexes by_meaning: exists already with the same definition\n"));
  text.replace(text.find("Dimensions: 3"), 13, "Dimensions: 4");
  text.replace(text.find("Units: 5"), 8, "Units: 6");
  const Outcome again = create(file(text));
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output,
              HasSubstr("  vectors of index by_meaning: the definition has COSINE of 4 dimensions of embedding, the "
                        "table has COSINE of 3 dimensions of embedding\n"
                        "  limit of reads on demand: the definition has 6 units per second, the table has 5 units per "
                        "second\n"));
}

TEST_F(TableCreate, BadCommandLinesAreExplained) {
  EXPECT_EQ(create(kFavorites, "--param x").output, "partita: --param takes NAME=VALUE, not 'x'\n");
  EXPECT_EQ(create(file("Resources: {Api: {Type: 'AWS::Lambda::Function'}}\n")).output,
            fmt::format("skipped: Api (AWS::Lambda::Function)\npartita: {}/template.yml defines no table\n",
                        directory_.string()));
}

TEST_F(TableCreate, EndpointWithoutServerIsExplained) {
  const std::string url = server_->url();
  server_->stop();
  server_.reset();
  const Outcome outcome = table_create(fmt::format("--from {} --endpoint {}", kFavorites, url));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("partita: develop.Favorite: Cannot reach " + url));
  EXPECT_THAT(outcome.output,
              EndsWith("; start a server with `partita serve`, or give another --endpoint, or --data DIR\n"));
}

TEST(TableCreateOfAnEndpoint, ExplainsAnErrorThatComesWithoutAText) {
  const auto unknown = test::ScriptedAnswer::error(400, "UnknownOperationException");
  const test::ScriptedServer server({unknown, unknown});
  const Outcome outcome = table_create(fmt::format("--from {} --endpoint {}", kFavorites, server.url()));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("UnknownOperationException: there is no such operation"));
}

TEST_F(TableCreate, HelpIsPointedTo) {
  EXPECT_THAT(table_create("").output, EndsWith("--from is required (try partita table create --help)\n"));
}

TEST_F(TableCreate, CreatesTablesInADirectory) {
  const std::string data = directory_.string() + "/data";
  const Outcome outcome = table_create(fmt::format("--from {} --stage test --data {}", kFavorites, data));
  EXPECT_EQ(outcome.exit_code, 0);
  const auto opened = partita::open(data);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_TRUE((*opened)->describe_table({.table_name = "test.Favorite"}));
}

}  // namespace table_create_test
}  // namespace partita
