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
