// Random writes of items with vectors, changes of vector indexes, and searches, in each way in which Partita runs. Each
// search is compared with a plain model that ranks all items.
//
// PARTITA_ORACLE_SEED repeats a run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <random>
#include <set>

#include "support/requests.h"
#include "support/test_database.h"

namespace partita::test {
namespace vectors_test {

constexpr const char* kVectors = "vectors";
constexpr int kDimensions = 5;
constexpr int kKeys = 40;
constexpr int kSteps = 1200;
constexpr int kStepsBetweenReopenings = 150;
constexpr int kStepsBetweenIndexes = 300;

using Items = std::map<std::string, AttributeMap>;

AttributeValue list_of(const std::vector<int>& numbers) {
  return AttributeValue(AttributeValue::List(numbers.begin(), numbers.end()));
}
std::vector<int> vector_of(const AttributeMap& item) {
  std::vector<int> numbers;
  for (const AttributeValue& number : item.find("v")->l()) numbers.push_back(std::stoi(number.n()));
  return numbers;
}

// The three indexes differ in distance, schema and projection.
struct Shape {
  std::string name;
  VectorDistanceFunction distance;
  bool tenants;  // HASH
  bool colors;   // INLINE_FILTER
  ProjectionType projection;

  bool holds(const std::string& attribute) const {
    return attribute == "pk" || projection == ProjectionType::All || (tenants && attribute == "tenant") ||
           (colors && attribute == "color") || (projection == ProjectionType::Include && attribute == "note");
  }
};
const std::vector<Shape> kShapes = {
    {"cosine", VectorDistanceFunction::Cosine, false, false, ProjectionType::KeysOnly},
    {"euclidean", VectorDistanceFunction::Euclidean, true, true, ProjectionType::Include},
    {"product", VectorDistanceFunction::DotProduct, false, true, ProjectionType::All},
};

template <class Definition>
Definition defined(const Shape& shape) {
  Definition index;
  index.index_name = shape.name;
  index.vector_attribute.emplace().attribute_name = "v";
  index.dimensions = kDimensions;
  index.distance_function = shape.distance;
  index.projection.emplace().projection_type = shape.projection;
  if (shape.projection == ProjectionType::Include) index.projection->non_key_attributes = {"note"};
  const auto add = [&](const char* name, SearchSchemaElementType type) {
    if (!index.search_schema) index.search_schema.emplace();
    index.search_schema->push_back({.attribute_name = name, .search_schema_element_type = type});
  };
  if (shape.tenants) add("tenant", SearchSchemaElementType::Hash);
  if (shape.colors) add("color", SearchSchemaElementType::InlineFilter);
  return index;
}

const std::vector<AttributeDefinition> kDefinitions = {
    {.attribute_name = "pk", .attribute_type = ScalarAttributeType::S},
    {.attribute_name = "tenant", .attribute_type = ScalarAttributeType::S},
    {.attribute_name = "color", .attribute_type = ScalarAttributeType::S}};

// Numbers are small integers, so products and squares are exact.
double score_of(VectorDistanceFunction distance, const std::vector<int>& a, const std::vector<int>& b) {
  double product = 0, of_a = 0, of_b = 0, square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += a[i] * b[i];
    of_a += a[i] * a[i];
    of_b += b[i] * b[i];
    square += (a[i] - b[i]) * (a[i] - b[i]);
  }
  if (distance == VectorDistanceFunction::DotProduct) return product;
  if (distance == VectorDistanceFunction::Euclidean) return std::sqrt(square);
  return of_a == 0 || of_b == 0 ? 1 : 1 - product / std::sqrt(of_a * of_b);
}

class VectorRun {
 public:
  VectorRun(TestDatabase& database, std::uint64_t seed) : database_(database), random_(seed) {}

  void create_table() {
    CreateTableRequest request = create_request(kVectors, "pk:S");
    request.attribute_definitions = kDefinitions;
    request.vector_indexes.emplace();
    for (const Shape& shape : kShapes) request.vector_indexes->push_back(defined<VectorIndex>(shape));
    const auto created = db().create_table(request);
    ASSERT_TRUE(created) << created.error().message;
  }

  void step() {
    switch (below(8)) {
      case 0:
      case 1:
        return put();
      case 2:
        return update();
      case 3:
        return erase();
      case 4:
        return transact();
      case 5:
        return refused_put();
      default:
        return search(kShapes[static_cast<std::size_t>(below(3))]);
    }
  }

  void search_all() {
    for (const Shape& shape : kShapes)
      for (int i = 0; i < 3; ++i) search(shape);
  }

  // Deletes an index and creates it again, with writes between its creation and its backfill.
  void rebuild_an_index() {
    const Shape& shape = kShapes[static_cast<std::size_t>(below(3))];
    UpdateTableRequest request{.table_name = kVectors};
    request.vector_index_updates.emplace().emplace_back().delete_.emplace().index_name = shape.name;
    auto changed = db().update_table(request);
    ASSERT_TRUE(changed) << changed.error().message;
    database_.maybe_reopen();
    ASSERT_TRUE(database_.run_due());
    request.attribute_definitions = kDefinitions;
    request.vector_index_updates->front() = {.create = defined<CreateVectorIndexAction>(shape)};
    changed = db().update_table(request);
    ASSERT_TRUE(changed) << changed.error().message;
    for (int i = 0; i < 20; ++i) i % 2 == 0 ? put() : erase();
    database_.maybe_reopen();
    ASSERT_TRUE(database_.run_due());
  }

 private:
  Database& db() { return database_.database(); }
  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  std::string key() { return "item" + std::to_string(below(kKeys)); }

  std::vector<int> any_vector() {
    std::vector<int> numbers;
    for (int i = 0; i < kDimensions; ++i) numbers.push_back(below(7) - 3);
    return numbers;
  }
  std::string tenant() { return "t" + std::to_string(below(3)); }
  std::string color() { return below(2) == 0 ? "red" : "blue"; }

  AttributeMap any_item(const std::string& pk) {
    AttributeMap item{{"pk", pk}};
    if (below(6) != 0) item.set("v", list_of(any_vector()));
    if (below(6) != 0) item.set("tenant", tenant());
    if (below(3) != 0) item.set("color", color());
    if (below(2) == 0) item.set("note", below(100));
    if (below(2) == 0) item.set("other", below(100));
    return item;
  }

  void put() {
    const std::string pk = key();
    const AttributeMap item = any_item(pk);
    const auto done = db().put_item(put_request(kVectors, item));
    ASSERT_TRUE(done) << done.error().message;
    items_[pk] = item;
  }

  void update() {
    const std::string pk = key();
    AttributeMap item{{"pk", pk}};
    if (const auto known = items_.find(pk); known != items_.end()) item = known->second;
    static const std::vector<std::string> kNames = {"v", "tenant", "color", "note"};
    const std::string& name = kNames[static_cast<std::size_t>(below(4))];
    UpdateItemRequest request;
    if (below(3) == 0) {
      request = update_request(kVectors, AttributeMap{{"pk", pk}}, "REMOVE " + name, {});
      item.erase(name);
      // An update that only removes makes no item.
      if (!items_.contains(pk)) item = {};
    } else {
      const AttributeValue value = name == "v"        ? list_of(any_vector())
                                   : name == "tenant" ? AttributeValue(tenant())
                                   : name == "color"  ? AttributeValue(color())
                                                      : AttributeValue(below(100));
      request = update_request(kVectors, AttributeMap{{"pk", pk}}, "SET " + name + " = :x", {{":x", value}});
      item.set(name, value);
    }
    const auto done = db().update_item(request);
    ASSERT_TRUE(done) << done.error().message;
    if (!item.empty()) items_[pk] = item;
  }

  void erase() {
    const std::string pk = key();
    ASSERT_TRUE(db().delete_item(delete_request(kVectors, AttributeMap{{"pk", pk}})));
    items_.erase(pk);
  }

  // Puts one item and deletes another, or neither if a condition on a third one fails.
  void transact() {
    const std::string a = key(), b = key(), c = key();
    if (a == b || b == c || a == c) return;
    const AttributeMap item = any_item(a);
    const auto done = db().transact_write_items(
        transact_request({transact_put(kVectors, item), transact_delete(kVectors, AttributeMap{{"pk", b}}),
                          transact_check(kVectors, AttributeMap{{"pk", c}}, "attribute_exists(pk)")}));
    ASSERT_EQ(done.has_value(), items_.contains(c));
    if (!done) return;
    items_[a] = item;
    items_.erase(b);
  }

  // A vector that does not fit the indexes is refused and changes nothing.
  void refused_put() {
    const std::string pk = key();
    AttributeMap item = any_item(pk);
    std::vector<int> numbers = any_vector();
    if (below(2) == 0) numbers.pop_back();
    item.set("v", list_of(numbers));
    if (numbers.size() == kDimensions) item.find("v")->l()[2] = "text";
    const auto done = below(2) == 0
                          ? refusal(db().put_item(put_request(kVectors, item)))
                          : refusal(db().update_item(update_request(kVectors, AttributeMap{{"pk", pk}}, "SET v = :v",
                                                                    {{":v", *item.find("v")}})));
    ASSERT_EQ(done, ErrorCode::ValidationException);
  }
  template <class Response>
  static std::optional<ErrorCode> refusal(const Result<Response>& result) {
    return result ? std::nullopt : std::optional(result.error().code);
  }

  // The entries that match, with their scores.
  std::map<std::string, double> matches(const Shape& shape, const std::vector<int>& query, const std::string& tenant,
                                        const std::string& color) const {
    std::map<std::string, double> all;
    const auto is = [](const AttributeMap& item, const char* name, const std::string& text) {
      const AttributeValue* value = item.find(name);
      return value && (text.empty() || value->s() == text);
    };
    for (const auto& [pk, item] : items_) {
      if (!item.contains("v") || (shape.tenants && !is(item, "tenant", tenant))) continue;
      if (!color.empty() && !is(item, "color", color)) continue;
      all[pk] = score_of(shape.distance, query, vector_of(item));
    }
    return all;
  }

  void search(const Shape& shape) {
    const std::vector<int> query = any_vector();
    const std::string in_tenant = shape.tenants ? tenant() : "",
                      of_color = shape.colors && below(2) == 0 ? color() : "";
    SearchVectorsRequest request{.table_name = kVectors, .index_name = shape.name, .top_k = 1 + below(30)};
    request.search_vector = list_of(query).l();
    std::string condition = in_tenant.empty() ? "" : "tenant = :t";
    if (!of_color.empty()) condition += (condition.empty() ? "" : " AND ") + std::string("color = :c");
    if (!condition.empty()) {
      request.search_condition_expression = condition;
      request.expression_attribute_values.emplace();
      if (!in_tenant.empty()) request.expression_attribute_values->set(":t", in_tenant);
      if (!of_color.empty()) request.expression_attribute_values->set(":c", of_color);
    }
    const auto answer = db().search_vectors(request);
    ASSERT_TRUE(answer) << answer.error().message;

    const auto all = matches(shape, query, in_tenant, of_color);
    std::vector<double> best;
    for (const auto& [pk, score] : all) best.push_back(score);
    if (shape.distance == VectorDistanceFunction::DotProduct)
      std::ranges::sort(best, std::greater<>());
    else
      std::ranges::sort(best);
    best.resize(std::min(best.size(), static_cast<std::size_t>(*request.top_k)));
    ASSERT_EQ(answer->search_results.size(), best.size()) << shape.name;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const SearchResultItem& result = answer->search_results[i];
      const std::string pk(result.item.get("pk")->s());
      ASSERT_TRUE(all.contains(pk)) << shape.name << ": " << pk << " does not match";
      EXPECT_TRUE(seen.insert(pk).second) << shape.name << ": " << pk << " comes twice";
      EXPECT_NEAR(result.score, best[i], 1e-6) << shape.name << ": " << pk;
      EXPECT_NEAR(result.score, all.at(pk), 1e-6) << shape.name << ": " << pk;
      EXPECT_EQ(result.item.to_map(), projected(shape, items_.at(pk)));
    }
  }

  static AttributeMap projected(const Shape& shape, const AttributeMap& item) {
    AttributeMap shown;
    for (const Attribute& attribute : item)
      if (attribute.name != "v" && shape.holds(attribute.name)) shown.set(attribute.name, attribute.value);
    return shown;
  }

  TestDatabase& database_;
  std::mt19937_64 random_;
  Items items_;
};

std::uint64_t seed_of_vectors() {
  const char* given = std::getenv("PARTITA_ORACLE_SEED");
  return given ? std::stoull(given) : std::random_device{}();
}

class VectorsTest : public testing::TestWithParam<Combination> {};

TEST_P(VectorsTest, SearchesAgreeWithTheModel) {
  const std::uint64_t seed = seed_of_vectors();
  std::cout << "PARTITA_ORACLE_SEED=" << seed << std::endl;
  TestDatabase database(GetParam());
  VectorRun run(database, seed);
  run.create_table();
  for (int step = 1; step <= kSteps && !HasFailure(); ++step) {
    run.step();
    if (step % kStepsBetweenIndexes == 0) run.rebuild_an_index();
    if (step % kStepsBetweenReopenings != 0) continue;
    run.search_all();
    database.maybe_reopen();
    run.search_all();
    ASSERT_EQ(database.findings(), "") << "seed " << seed << ", step " << step;
  }
  EXPECT_FALSE(HasFailure()) << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Ways, VectorsTest, testing::ValuesIn(all_combinations()),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace vectors_test
}  // namespace partita::test
