// The differences that are reported between a wanted table and an existing one.
#include <gmock/gmock.h>
#include <partita/table_difference.h>

#include <algorithm>
#include <functional>

namespace partita {
namespace table_difference_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<KeySchemaElement> keys(std::string partition, std::string sort) {
  return {{.attribute_name = std::move(partition), .key_type = KeyType::Hash},
          {.attribute_name = std::move(sort), .key_type = KeyType::Range}};
}

CreateTableRequest wanted_table() {
  CreateTableRequest request{.table_name = "t"};
  request.attribute_definitions = {
      {"pk", ScalarAttributeType::S}, {"sk", ScalarAttributeType::S}, {"g", ScalarAttributeType::N}};
  request.key_schema = keys("pk", "sk");
  request.local_secondary_indexes = {{.index_name = "local",
                                      .key_schema = keys("pk", "g"),
                                      .projection = Projection{.projection_type = ProjectionType::KeysOnly}}};
  request.global_secondary_indexes = {
      {.index_name = "global",
       .key_schema = keys("g", "sk"),
       .projection = Projection{.projection_type = ProjectionType::Include,
                                .non_key_attributes = std::vector<std::string>{"a", "b"}}}};
  return request;
}

TableDescription table_there() {
  const CreateTableRequest wanted = wanted_table();
  TableDescription table;
  table.table_name = "t";
  table.attribute_definitions = wanted.attribute_definitions;
  std::ranges::reverse(*table.attribute_definitions);
  table.key_schema = wanted.key_schema;
  const auto& local = wanted.local_secondary_indexes->front();
  table.local_secondary_indexes = {
      {.index_name = local.index_name, .key_schema = local.key_schema, .projection = local.projection}};
  const auto& global = wanted.global_secondary_indexes->front();
  table.global_secondary_indexes = {
      {.index_name = global.index_name, .key_schema = global.key_schema, .projection = global.projection}};
  table.global_secondary_indexes->front().projection->non_key_attributes = std::vector<std::string>{"b", "a"};
  return table;
}

TEST(TableDifference, OrderBillingAndTagsDoNotCount) {
  CreateTableRequest wanted = wanted_table();
  wanted.billing_mode = BillingMode::PayPerRequest;
  wanted.tags.emplace().push_back({.key = "a", .value = "b"});
  EXPECT_THAT(differences(wanted, table_there()), IsEmpty());
}

TEST(TableDifference, AStreamIsComparedIfTheDefinitionAsksForOne) {
  CreateTableRequest wanted = wanted_table();
  TableDescription there = table_there();
  there.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly};
  EXPECT_THAT(differences(wanted, there), IsEmpty());
  wanted.stream_specification = there.stream_specification;
  EXPECT_THAT(differences(wanted, there), IsEmpty());
  wanted.stream_specification->stream_view_type = StreamViewType::NewImage;
  EXPECT_THAT(differences(wanted, there), ElementsAre("stream: the definition has NEW_IMAGE, the table has KEYS_ONLY"));
  there.stream_specification.reset();
  EXPECT_THAT(differences(wanted, there), ElementsAre("stream: the definition has NEW_IMAGE, the table has no stream"));
}

TEST(TableDifference, ASettingIsComparedIfTheDefinitionHasIt) {
  CreateTableRequest wanted = wanted_table();
  TableDescription there = table_there();
  there.sse_description = SSEDescription{.status = "ENABLED", .sse_type = "KMS", .kms_master_key_arn = "arn:k:key/a"};
  there.on_demand_throughput = OnDemandThroughput{5, -1};
  there.warm_throughput = WarmThroughputDescription{12000, 4000, "ACTIVE"};
  there.global_secondary_indexes->front().warm_throughput = there.warm_throughput;
  EXPECT_THAT(differences(wanted, there), IsEmpty());

  wanted.sse_specification = SSESpecification{.enabled = true, .sse_type = "KMS", .kms_master_key_id = "a"};
  wanted.on_demand_throughput = OnDemandThroughput{5, std::nullopt};
  wanted.warm_throughput = WarmThroughput{11000, 4000};
  wanted.global_secondary_indexes->front().warm_throughput = WarmThroughput{std::nullopt, 4000};
  EXPECT_THAT(differences(wanted, there), IsEmpty());

  wanted.sse_specification->kms_master_key_id = "b";
  wanted.on_demand_throughput = OnDemandThroughput{6, 7};
  wanted.warm_throughput = WarmThroughput{12001, 4001};
  wanted.global_secondary_indexes->front().warm_throughput = WarmThroughput{std::nullopt, 5000};
  wanted.global_secondary_indexes->front().on_demand_throughput = OnDemandThroughput{1, std::nullopt};
  EXPECT_THAT(
      differences(wanted, there),
      ElementsAre(
          "encryption: the definition has b, the table has arn:k:key/a",
          "limit of reads on demand: the definition has 6 units per second, the table has 5 units per second",
          "limit of writes on demand: the definition has 7 units per second, the table has no limit",
          "warm throughput of reads: the definition has 12001 units per second, the table has 12000 units per second",
          "warm throughput of writes: the definition has 4001 units per second, the table has 4000 units per second",
          "limit of reads on demand of index global: the definition has 1 units per second, the table has no limit",
          "warm throughput of writes of index global: the definition has 5000 units per second, the table has 4000 "
          "units per second"));
}

TEST(TableDifference, AKeyOfKmsIsComparedByItsIdOrArn) {
  CreateTableRequest wanted = wanted_table();
  TableDescription there = table_there();
  SSESpecification& key = wanted.sse_specification.emplace();
  key.enabled = true;
  EXPECT_THAT(differences(wanted, there),
              ElementsAre("encryption: the definition has the service's key of KMS, the table has no key of KMS"));
  there.sse_description = SSEDescription{.status = "ENABLED", .sse_type = "KMS", .kms_master_key_arn = "arn:k:key/a"};
  EXPECT_THAT(differences(wanted, there), IsEmpty());
  for (const char* same : {"a", "arn:k:key/a", "alias/mine", "arn:k:alias/mine"}) {
    key.kms_master_key_id = same;
    EXPECT_THAT(differences(wanted, there), IsEmpty()) << same;
  }
  key.kms_master_key_id = "arn:k:key/b";
  EXPECT_THAT(differences(wanted, there),
              ElementsAre("encryption: the definition has arn:k:key/b, the table has arn:k:key/a"));
  key = {.enabled = false};
  EXPECT_THAT(differences(wanted, there),
              ElementsAre("encryption: the definition has no key of KMS, the table has arn:k:key/a"));
}

VectorIndex wanted_vectors() {
  return {.index_name = "by_meaning",
          .vector_attribute = VectorAttributeDefinition{"embedding"},
          .search_schema = {{{"tenant", SearchSchemaElementType::Hash},
                             {"year", SearchSchemaElementType::InlineFilter},
                             {"kind", SearchSchemaElementType::InlineFilter}}},
          .projection = Projection{.projection_type = ProjectionType::All},
          .dimensions = 3,
          .distance_function = VectorDistanceFunction::Cosine};
}

VectorIndexDescription vectors_there() {
  VectorIndexDescription there{.index_name = "by_meaning"};
  const VectorIndex wanted = wanted_vectors();
  there.search_schema = wanted.search_schema;
  std::ranges::reverse(*there.search_schema);
  there.projection = wanted.projection;
  there.vector_attribute = wanted.vector_attribute;
  there.dimensions = wanted.dimensions;
  there.distance_function = wanted.distance_function;
  there.index_status = IndexStatus::Active;
  return there;
}

struct VectorCase {
  const char* name;
  std::function<void(VectorIndexDescription&)> change;
  std::string difference;
};
class DifferenceOfVectors : public ::testing::TestWithParam<VectorCase> {};
const std::string kVectorsDiffer =
    "vectors of index by_meaning: the definition has COSINE of 3 dimensions of embedding, the table has ";
const std::vector<VectorCase> kVectorCases = {
    {"Dimensions", [](auto& v) { v.dimensions = 4; }, kVectorsDiffer + "COSINE of 4 dimensions of embedding"},
    {"Distance", [](auto& v) { v.distance_function = VectorDistanceFunction::Euclidean; },
     kVectorsDiffer + "EUCLIDEAN of 3 dimensions of embedding"},
    {"Attribute", [](auto& v) { v.vector_attribute->attribute_name = "v"; },
     kVectorsDiffer + "COSINE of 3 dimensions of v"},
    {"NoSchema", [](auto& v) { v.search_schema.reset(); },
     "keys of index by_meaning: the definition has partition key tenant, inline filters kind + year, the table has no "
     "partition key"},
    {"Projection", [](auto& v) { v.projection->projection_type = ProjectionType::KeysOnly; },
     "projection of index by_meaning: the definition has ALL, the table has KEYS_ONLY"},
    {"Going", [](auto& v) { v.index_status = IndexStatus::Deleting; },
     "index by_meaning: the definition has it, the table does not"},
};

TEST_P(DifferenceOfVectors, IsSaid) {
  CreateTableRequest wanted = wanted_table();
  wanted.vector_indexes = {wanted_vectors()};
  TableDescription there = table_there();
  there.vector_indexes = {vectors_there()};
  EXPECT_THAT(differences(wanted, there), IsEmpty());
  GetParam().change(there.vector_indexes->front());
  EXPECT_THAT(differences(wanted, there), ElementsAre(GetParam().difference));
}
INSTANTIATE_TEST_SUITE_P(Each, DifferenceOfVectors, ::testing::ValuesIn(kVectorCases),
                         [](const auto& each) { return std::string(each.param.name); });

struct Case {
  std::string name;
  std::function<void(TableDescription&)> change;
  std::string difference;
};

std::vector<Case> cases() {
  using Table = TableDescription;
  return {
      {"SortKey", [](Table& t) { t.key_schema = keys("pk", "g"); },
       "keys: the definition has partition key pk, sort key sk, the table has partition key pk, sort key g"},
      {"NoSortKey", [](Table& t) { t.key_schema->pop_back(); },
       "keys: the definition has partition key pk, sort key sk, the table has partition key pk, no sort key"},
      {"Type", [](Table& t) { t.attribute_definitions->front().attribute_type = ScalarAttributeType::B; },
       "type of attribute g: the definition has N, the table has B"},
      {"MissingLocalIndex", [](Table& t) { t.local_secondary_indexes.reset(); },
       "index local: the definition has it, the table does not"},
      {"GoingGlobalIndex", [](Table& t) { t.global_secondary_indexes->front().index_status = IndexStatus::Deleting; },
       "index global: the definition has it, the table does not"},
      {"FurtherIndex",
       [](Table& t) { t.global_secondary_indexes->push_back({.index_name = "more", .key_schema = keys("g", "pk")}); },
       "index more: the table has it, the definition does not"},
      {"IndexKeys", [](Table& t) { t.global_secondary_indexes->front().key_schema = keys("g", "pk"); },
       "keys of index global: the definition has partition key g, sort key sk, the table has partition key g, sort key "
       "pk"},
      {"Projection",
       [](Table& t) { t.local_secondary_indexes->front().projection->projection_type = ProjectionType::All; },
       "projection of index local: the definition has KEYS_ONLY, the table has ALL"},
      {"ProjectedAttributes",
       [](Table& t) { t.global_secondary_indexes->front().projection->non_key_attributes->push_back("c"); },
       "projection of index global: the definition has INCLUDE (a, b), the table has INCLUDE (a, b, c)"},
      {"Kind",
       [](Table& t) {
         const auto index = t.local_secondary_indexes->front();
         t.local_secondary_indexes.reset();
         t.global_secondary_indexes->push_back(
             {.index_name = index.index_name, .key_schema = index.key_schema, .projection = index.projection});
       },
       "kind of index local: the definition has local, the table has global"}};
}

class TableDifferenceOf : public ::testing::TestWithParam<Case> {};

TEST_P(TableDifferenceOf, IsSaid) {
  TableDescription table = table_there();
  GetParam().change(table);
  EXPECT_THAT(differences(wanted_table(), table), ElementsAre(GetParam().difference));
}

INSTANTIATE_TEST_SUITE_P(Each, TableDifferenceOf, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace table_difference_test
}  // namespace partita
