// The serverless.yml of a published article, unchanged.
#include <gtest/gtest.h>

#include "unit/templates/template_files.h"

namespace partita::templates {
namespace favorites_test {

Result<Template> read_favorites(const TemplateOptions& options = {}) {
  return read_template(PARTITA_TEMPLATE_DATA "/favorites.yml", options);
}

TEST(Favorites, StageIsDevelopUnlessToldOtherwise) {
  EXPECT_EQ(names_in(read_favorites()), "develop.Favorite");
  EXPECT_EQ(names_in(read_favorites(with_stage("prod"))), "prod.Favorite");
}

TEST(Favorites, HasKeysIndexesThroughputAndTags) {
  const auto read = read_favorites();
  ASSERT_TRUE(read) << read.error().message;
  const CreateTableRequest& request = read->tables.at(0).request;
  const std::vector<KeySchemaElement> keys = {{"pk", KeyType::Hash}, {"sk", KeyType::Range}};
  EXPECT_EQ(request.key_schema, keys);
  EXPECT_EQ(request.attribute_definitions->size(), 9u);
  EXPECT_EQ(request.attribute_definitions->back(), (AttributeDefinition{"lsiThreeSk", ScalarAttributeType::S}));
  EXPECT_EQ(request.billing_mode, BillingMode::Provisioned);
  EXPECT_EQ(request.provisioned_throughput, (ProvisionedThroughput{1, 1}));
  EXPECT_EQ(request.tags->front(), (Tag{"product", "jessica-favorite-dto"}));
  EXPECT_FALSE(request.sse_specification);

  ASSERT_EQ(request.local_secondary_indexes->size(), 3u);
  const LocalSecondaryIndex& local = request.local_secondary_indexes->at(2);
  EXPECT_EQ(local.index_name, "lsiThree");
  EXPECT_EQ(local.key_schema->at(1), (KeySchemaElement{"lsiThreeSk", KeyType::Range}));
  ASSERT_EQ(request.global_secondary_indexes->size(), 2u);
  const GlobalSecondaryIndex& global = request.global_secondary_indexes->at(1);
  EXPECT_EQ(global.index_name, "gsiTwo");
  EXPECT_EQ(global.key_schema->at(0), (KeySchemaElement{"gsiTwoPk", KeyType::Hash}));
  EXPECT_EQ(global.projection->projection_type, ProjectionType::All);
  EXPECT_EQ(global.provisioned_throughput, (ProvisionedThroughput{1, 1}));
}

TEST(Favorites, ItemsExpire) {
  const auto read = read_favorites();
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_TRUE(read->tables.at(0).time_to_live);
  EXPECT_EQ(read->tables.at(0).time_to_live->attribute_name, "ttl");
}

}  // namespace favorites_test
}  // namespace partita::templates
