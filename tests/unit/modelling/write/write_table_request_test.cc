// The requests that the formats for infrastructure begin with.
#include <gmock/gmock.h>

#include "modelling/write/table_request.h"
#include "ops/prepare.h"
#include "sample_models.h"

namespace partita::modelling {
namespace write_table_request_test {

using testing::HasSubstr;
using Scalar = ScalarAttributeType;

std::string definitions_of(const CreateTableRequest& request) {
  std::string text;
  for (const AttributeDefinition& definition : *request.attribute_definitions)
    text += *definition.attribute_name + ":" + std::string(definition.attribute_type->text()) + " ";
  return text;
}

TEST(TableRequest, DefinesExactlyTheKeyAttributes) {
  const Model shop = samples::shop();
  EXPECT_EQ(definitions_of(create_table_request(shop.tables[0])), "PK:S SK:S GSI1PK:S GSI1SK:S ");
}

// A template of one field in the attribute of this field is the field's own value.
TEST(TableRequest, FindsTheTypesOfKeyAttributes) {
  const Model settings = samples::settings();
  EXPECT_EQ(definitions_of(create_table_request(settings.tables[0])), "player:S score:N region:S level:N played:S ");
  EXPECT_EQ(definitions_of(create_table_request(settings.tables[1])), "id:B kind:N ");
  EXPECT_EQ(definitions_of(create_table_request(settings.tables[2])), "PK:S SK:S tenant:S kind:S ");
}

TEST(TableRequest, TakesAComposedNumberForAText) {
  Model settings = samples::settings();
  Table& games = settings.tables[0];
  games.entities[0].primary.sort = {"{score:019d}"};
  games.indexes.clear();
  EXPECT_EQ(attribute_type(games, "score"), Scalar::S);
  games.attribute_types["score"] = Scalar::N;
  EXPECT_EQ(attribute_type(games, "score"), Scalar::N) << "the file has the last word";
}

TEST(TableRequest, KnowsTheTypeOfAShard) {
  Table table{.name = "sharded", .partition_key = "PK"};
  Index index = samples::global_index("spread", {"status", "shard"});
  index.shards = Shards{.count = 5, .of = "id", .attribute = "shard"};
  table.indexes = {index};
  EXPECT_EQ(attribute_type(table, "shard"), Scalar::N);
  EXPECT_EQ(attribute_type(table, "status"), Scalar::S);
}

TEST(TableRequest, IsAcceptedByTheService) {
  for (const Model& model : {samples::shop(), samples::settings(), samples::simple(), samples::hostile()})
    for (const Table& table : model.tables) {
      const auto valid = ops::validate(create_table_request(table));
      EXPECT_TRUE(valid) << table.name << ": " << (valid ? "" : valid.error().message);
    }
}

TEST(TableRequest, HasTheSettings) {
  const Model settings = samples::settings();
  const CreateTableRequest games = create_table_request(settings.tables[0]);
  EXPECT_EQ(games.billing_mode, BillingMode::PayPerRequest);
  EXPECT_EQ(games.stream_specification->stream_view_type, StreamViewType::NewAndOldImages);
  EXPECT_EQ(games.table_class, TableClass::StandardInfrequentAccess);
  EXPECT_EQ(games.deletion_protection_enabled, true);
  EXPECT_EQ(games.tags->size(), 2u);
  const CreateTableRequest counted = create_table_request(settings.tables[1]);
  EXPECT_EQ(counted.provisioned_throughput, (ProvisionedThroughput{5, 6}));
  EXPECT_EQ(counted.global_secondary_indexes->front().provisioned_throughput, (ProvisionedThroughput{3, 4}));
}

TEST(TableRequest, GivesAnIndexTheThroughputOfItsTable) {
  Model settings = samples::settings();
  settings.tables[1].indexes[0].throughput.reset();
  EXPECT_EQ(create_table_request(settings.tables[1]).global_secondary_indexes->front().provisioned_throughput,
            (ProvisionedThroughput{5, 6}));
}

TEST(TableRequest, FindsTheTimeToLive) {
  Model settings = samples::settings();
  EXPECT_EQ(*ttl_attribute(settings.tables[0]), "expires");
  EXPECT_EQ(*ttl_attribute(settings.tables[1]), "");
  settings.tables[0].ttl_attribute = "gone";
  const auto two = ttl_attribute(settings.tables[0]);
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().message, HasSubstr("entity GAME expires by expires instead of gone"));
}

TEST(TableRequest, SaysWhatTheServiceRefuses) {
  Model shop = samples::shop();
  shop.tables[0].name = "a b";
  const auto definitions = table_definitions(shop);
  ASSERT_FALSE(definitions);
  EXPECT_THAT(definitions.error().message, HasSubstr("table a b: the service refuses it: "));
}

}  // namespace write_table_request_test
}  // namespace partita::modelling
