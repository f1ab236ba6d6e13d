#include "upgrade/searched_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/try.h"
#include "support/requests.h"
#include "support/stream_replay.h"

namespace partita::test {
namespace {

constexpr const char* kTable = "searched";
constexpr int kItems = 30;

template <class Definition>
Definition index_named(const std::string& name, VectorDistanceFunction distance) {
  Definition index;
  index.index_name = name;
  index.vector_attribute.emplace().attribute_name = "v";
  index.dimensions = 2;
  index.distance_function = distance;
  index.projection.emplace().projection_type = ProjectionType::KeysOnly;
  return index;
}

AttributeMap key(int i) { return {{"pk", fmt::format("item{}", i)}}; }
// Every fifth item was deleted.
bool is_stored(int i) { return i % 5 != 4; }
AttributeMap item(int i) {
  AttributeMap made = key(i);
  made.set("v", AttributeValue::list({i, 1}));
  if (i % 3 != 0) made.set("tenant", fmt::format("t{}", i % 2));
  made.set("color", i % 4 == 0 ? "red" : "blue");
  made.set("note", fmt::format("note {}", i));
  return made;
}

// The keys of the results, each with its note if the index holds it.
std::set<std::string> found(TestEngine& engine, SearchVectorsRequest request) {
  request.table_name = kTable;
  request.search_vector = AttributeValue::List{0, 1};
  request.top_k = 100;
  const auto answer = engine.search_vectors(request);
  EXPECT_TRUE(answer) << answer.error().message;
  std::set<std::string> keys;
  if (!answer) return keys;
  for (const SearchResultItem& result : answer->search_results) {
    const auto note = result.item.get("note");
    keys.insert(std::string(result.item.get("pk")->s()) + (note ? " " + std::string(note->s()) : ""));
  }
  return keys;
}

void expect_records(TestEngine& engine) try {
  StreamReplay replay;
  replay.catch_up(engine, kTable);
  EXPECT_EQ(replay.items(), StreamReplay::stored_items(engine, kTable, {"pk"}));
} catch (const std::runtime_error& fault) {
  ADD_FAILURE() << fault.what();
}

}  // namespace

Result<void> write_searched_table(TestEngine& engine) {
  CreateTableRequest request = create_request(kTable, "pk:S");
  for (const char* name : {"tenant", "color"})
    request.attribute_definitions->push_back({.attribute_name = name, .attribute_type = ScalarAttributeType::S});
  request.vector_indexes.emplace().push_back(index_named<VectorIndex>("near", VectorDistanceFunction::Euclidean));
  VectorIndex& of_tenant =
      request.vector_indexes->emplace_back(index_named<VectorIndex>("of_tenant", VectorDistanceFunction::Cosine));
  of_tenant.projection = Projection{.projection_type = ProjectionType::Include, .non_key_attributes = {{"note"}}};
  of_tenant.search_schema.emplace() = {
      {.attribute_name = "tenant", .search_schema_element_type = SearchSchemaElementType::Hash},
      {.attribute_name = "color", .search_schema_element_type = SearchSchemaElementType::InlineFilter}};
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages};
  PARTITA_TRY(engine.create_table(request));
  PARTITA_TRY(engine.run_jobs());
  for (int i = 0; i < kItems; ++i) PARTITA_TRY(engine.put_item(put_request(kTable, item(i))));
  PARTITA_TRY(engine.roll_stream({.table_name = kTable}));
  for (int i = 0; i < kItems; ++i)
    if (!is_stored(i)) PARTITA_TRY(engine.delete_item(delete_request(kTable, key(i))));
  return {};
}

bool has_searched_table(TestEngine& engine) { return engine.context().catalog.find(kTable) != nullptr; }

void expect_searched_table(TestEngine& engine) {
  std::set<std::string> all, red;
  for (int i = 0; i < kItems; ++i) {
    if (!is_stored(i)) continue;
    all.insert(fmt::format("item{}", i));
    if (i % 3 != 0 && i % 2 == 0 && i % 4 == 0) red.insert(fmt::format("item{0} note {0}", i));
  }
  EXPECT_EQ(found(engine, {.index_name = "near"}), all);
  SearchVectorsRequest of_tenant{.index_name = "of_tenant"};
  of_tenant.search_condition_expression = "tenant = :t AND color = :c";
  of_tenant.expression_attribute_values = AttributeMap{{":t", "t0"}, {":c", "red"}};
  EXPECT_EQ(found(engine, of_tenant), red);
  expect_records(engine);
}

void use_searched_table(TestEngine& engine) {
  ASSERT_TRUE(engine.put_item(put_request(kTable, item(4))));
  ASSERT_TRUE(engine.delete_item(delete_request(kTable, key(0))));
  UpdateTableRequest change{.table_name = kTable};
  change.vector_index_updates.emplace().emplace_back().create =
      index_named<CreateVectorIndexAction>("added", VectorDistanceFunction::DotProduct);
  ASSERT_TRUE(engine.update_table(change));
  ASSERT_TRUE(engine.run_jobs());
  const auto near = found(engine, {.index_name = "near"});
  EXPECT_TRUE(near.contains("item4") && !near.contains("item0"));
  EXPECT_EQ(found(engine, {.index_name = "added"}), near);
  change.vector_index_updates->front() = {};
  change.vector_index_updates->front().delete_.emplace().index_name = "near";
  ASSERT_TRUE(engine.update_table(change));
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(found(engine, {.index_name = "added"}), near);
  expect_records(engine);
}

}  // namespace partita::test
