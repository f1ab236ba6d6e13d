// Searches of vector indexes compared with a plain model, which computes every score.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <thread>

#include "engine/jobs/verify.h"
#include "engine/vector_cache/scorer.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/float32.h"

namespace partita::engine {
namespace vectors_test {

using Vector = std::vector<float>;

AttributeValue list_of(const Vector& vector) {
  AttributeValue::List numbers;
  for (const float number : vector) numbers.push_back(AttributeValue::number(value::float32_text(number)));
  return AttributeValue(std::move(numbers));
}

VectorIndex index_on(const std::string& name, std::int64_t dimensions, VectorDistanceFunction distance) {
  VectorIndex index;
  index.index_name = name;
  index.vector_attribute.emplace().attribute_name = "embedding";
  index.dimensions = dimensions;
  index.distance_function = distance;
  index.projection.emplace().projection_type = ProjectionType::All;
  return index;
}

VectorIndex by_tenant(VectorIndex index) {
  auto& schema = index.search_schema.emplace();
  schema.push_back({.attribute_name = "tenant", .search_schema_element_type = SearchSchemaElementType::Hash});
  schema.push_back({.attribute_name = "color", .search_schema_element_type = SearchSchemaElementType::InlineFilter});
  return index;
}

SearchVectorsRequest search_request(const std::string& index, const Vector& vector, std::int64_t top_k) {
  SearchVectorsRequest request;
  request.table_name = "items";
  request.index_name = index;
  request.search_vector = list_of(vector).l();
  request.top_k = top_k;
  return request;
}

TEST(VectorScorer, ScoresWithoutOverflow) {
  constexpr float kLargestFloat = std::numeric_limits<float>::max();
  const Vector large{kLargestFloat, -kLargestFloat}, same{kLargestFloat, kLargestFloat}, tiny{1e-40f, 0};
  const Scorer dot(VectorDistanceFunction::DotProduct, large);
  EXPECT_EQ(dot.score(same.data()), 0);  // the products cancel each other
  EXPECT_EQ(dot.score(large.data()), kLargestFloat);
  EXPECT_LT(dot.rank(large.data(), 0), dot.rank(same.data(), 0));
  const Scorer distance(VectorDistanceFunction::Euclidean, large);
  EXPECT_EQ(distance.score(same.data()), kLargestFloat);
  EXPECT_TRUE(std::isfinite(distance.rank(same.data(), 0)));
  const Scorer cosine(VectorDistanceFunction::Cosine, tiny);
  EXPECT_EQ(cosine.score(tiny.data()), 0);
  EXPECT_EQ(cosine.score(Vector{0, 0}.data()), 1);
  EXPECT_EQ(cosine.inverse_length(Vector{0, 0}.data()), 0);
  EXPECT_LT(cosine.rank(Vector{1, 0}.data(), 1), cosine.rank(Vector{0, 1}.data(), 1));
}

struct Stored {
  Vector vector;
  std::string tenant;
  std::string color;
};

class VectorsTest : public testing::TestWithParam<VectorDistanceFunction> {
 protected:
  static constexpr std::size_t kDimensions = 19;

  VectorsTest() : VectorsTest(test::TestEngine::Options()) {}
  explicit VectorsTest(test::TestEngine::Options options) : engine_(std::move(options)) {
    CreateTableRequest request = test::create_request("items", "pk:S");
    for (const char* name : {"tenant", "color"})
      request.attribute_definitions->push_back({.attribute_name = name, .attribute_type = ScalarAttributeType::S});
    request.vector_indexes.emplace();
    request.vector_indexes->push_back(index_on("all", kDimensions, GetParam()));
    request.vector_indexes->push_back(by_tenant(index_on("tenants", kDimensions, GetParam())));
    EXPECT_TRUE(engine_.create_table(request));
  }

  Vector random_vector() {
    Vector vector(kDimensions);
    // Few different numbers, so that some scores are equal.
    for (float& number : vector) number = static_cast<float>(random_() % 3) - 1;
    return vector;
  }
  std::string pick(std::initializer_list<const char*> from) { return from.begin()[random_() % from.size()]; }

  void put(const std::string& key) {
    Stored item{random_vector(), pick({"t1", "t2"}), pick({"", "red", "blue"})};
    AttributeMap map{{"pk", key}, {"tenant", item.tenant}, {"embedding", list_of(item.vector)}};
    if (!item.color.empty()) map.set("color", item.color);
    ASSERT_TRUE(engine_.put_item(test::put_request("items", map)));
    model_[key] = item;
  }
  void erase(const std::string& key) {
    ASSERT_TRUE(engine_.delete_item({.table_name = "items", .key = AttributeMap{{"pk", key}}}));
    model_.erase(key);
  }

  // The scores and keys of the best results, by the plain model. Empty texts match everything.
  std::vector<std::pair<float, std::string>> expected(const Vector& query, std::size_t top_k, const std::string& tenant,
                                                      const std::string& color) {
    const Scorer scorer(GetParam(), query);
    std::vector<std::pair<float, std::string>> all;
    for (const auto& [key, item] : model_)
      if ((tenant.empty() || item.tenant == tenant) && (color.empty() || item.color == color))
        all.emplace_back(scorer.score(item.vector.data()), key);
    std::ranges::stable_sort(all, [&](const auto& a, const auto& b) { return scorer.is_better(a.first, b.first); });
    if (all.size() > top_k) all.resize(top_k);
    return all;
  }

  void expect_right(const std::string& index, std::size_t top_k, const std::string& tenant = {},
                    const std::string& color = {}) {
    const Vector query = random_vector();
    SearchVectorsRequest request = search_request(index, query, static_cast<std::int64_t>(top_k));
    if (!tenant.empty()) {
      request.search_condition_expression = color.empty() ? "tenant = :t" : "tenant = :t AND color = :c";
      request.expression_attribute_values = AttributeMap{{":t", tenant}};
      if (!color.empty()) request.expression_attribute_values->set(":c", color);
    }
    // An event loop searches small partitions itself, and others on the executor.
    const auto answer = engine_.start_search_vectors(request, random_() % 2 == 0 ? MayWait::No : MayWait::Yes).get();
    ASSERT_TRUE(answer) << answer.error().message;
    std::vector<std::pair<float, std::string>> found;
    for (const SearchResultItem& result : answer->search_results)
      found.emplace_back(result.score, result.item.get("pk")->s());
    EXPECT_EQ(found, expected(query, top_k, tenant, color)) << index << ' ' << tenant << ' ' << color;
  }

  void expect_all_right() {
    expect_right("all", 1);
    expect_right("all", 7);
    expect_right("all", 100);
    expect_right("tenants", 5, "t1");
    expect_right("tenants", 100, "t2");
    expect_right("tenants", 3, "t1", "red");
    expect_right("tenants", 100, "t2", "blue");
    expect_right("tenants", 5, "t3");
  }

  std::string some_key() { return "item" + std::to_string(random_() % 60); }

  std::mt19937 random_{3};
  std::map<std::string, Stored> model_;
  test::TestEngine engine_;
};

TEST_P(VectorsTest, SearchesFindTheBestAmongChanges) {
  expect_all_right();
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 5; ++i) random_() % 4 == 0 ? erase(some_key()) : put(some_key());
    expect_all_right();
  }
  engine_.expect_clean();
}

TEST_P(VectorsTest, AnIndexThatIsAddedHasAllItems) {
  for (int i = 0; i < 50; ++i) put(some_key());
  UpdateTableRequest request;
  request.table_name = "items";
  VectorIndexUpdate& update = request.vector_index_updates.emplace().emplace_back();
  update.create = index_on("added", kDimensions, GetParam());
  ASSERT_TRUE(engine_.update_table(request));
  for (int i = 0; i < 20; ++i) random_() % 4 == 0 ? erase(some_key()) : put(some_key());
  const auto early = engine_.search_vectors(search_request("added", random_vector(), 1));
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().message, "Cannot search backfilling vector index: added");
  ASSERT_TRUE(engine_.run_jobs());
  expect_right("added", 100);
  for (int i = 0; i < 20; ++i) random_() % 4 == 0 ? erase(some_key()) : put(some_key());
  expect_right("added", 100);
  engine_.expect_clean();
}

TEST_P(VectorsTest, SearchesOfEmptyPartitionsTakeNoMemory) {
  put("item1");
  for (int i = 0; i < 100; ++i) expect_right("tenants", 5, "absent" + std::to_string(i));
  EXPECT_EQ(engine_.statistics().vector_cache.partitions, 0u);
  expect_right("all", 5);
  EXPECT_EQ(engine_.statistics().vector_cache.partitions, 1u);
  erase("item1");
  expect_right("all", 5);
  EXPECT_EQ(engine_.statistics().vector_cache.partitions, 0u);
  EXPECT_EQ(engine_.statistics().vector_cache.bytes, 0u);
  put("item2");
  expect_right("all", 5);
}

TEST_P(VectorsTest, SearchesKeepTheirPartitionsInMemory) {
  for (int i = 0; i < 40; ++i) put("item" + std::to_string(i));
  EXPECT_EQ(engine_.statistics().vector_cache.partitions, 0u);
  expect_right("all", 5);
  expect_right("tenants", 5, "t1");
  const auto filled = engine_.statistics();
  EXPECT_EQ(filled.vector_cache.partitions, 2u);
  EXPECT_EQ(filled.vector_cache.vectors,
            40u + static_cast<std::size_t>(std::ranges::count(
                      model_, "t1", [](const auto& item) -> const std::string& { return item.second.tenant; })));
  EXPECT_GE(filled.vector_cache.bytes, filled.vector_cache.vectors * kDimensions * sizeof(float));
  // From now on a search reads from the store only its results and the vectors that changed since the search before.
  expect_right("all", 5);
  EXPECT_EQ(engine_.statistics().store.reads - filled.store.reads, 5u);
  EXPECT_EQ(engine_.statistics().store.seeks, filled.store.seeks);
  put("item7");
  const auto changed = engine_.statistics();
  expect_right("all", 5);
  EXPECT_EQ(engine_.statistics().store.reads - changed.store.reads, 6u);
  EXPECT_EQ(engine_.statistics().store.seeks, changed.store.seeks);
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(engine_.statistics().vector_cache.partitions, 0u);
  EXPECT_EQ(engine_.statistics().vector_cache.bytes, 0u);
}

// A search that runs at the same time as writes finds each item whose write was answered before the search began.
TEST_P(VectorsTest, SearchesSeeTheWritesThatWereAnswered) {
  constexpr int kThreads = 3, kWrites = 150;
  std::vector<std::thread> threads;
  std::atomic<int> missed = 0;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      // Vectors along an axis of the thread's own, so that the newest one is the best result.
      Vector vector(kDimensions);
      for (int i = 1; i <= kWrites; ++i) {
        const std::string key = "t" + std::to_string(thread) + "-" + std::to_string(i);
        vector[static_cast<std::size_t>(thread)] = 1;
        vector[static_cast<std::size_t>(kThreads)] = 1.0f / static_cast<float>(i);
        if (!engine_.put_item(test::put_request("items", {{"pk", key}, {"embedding", list_of(vector)}}))) ++missed;
        const auto found = engine_.search_vectors(search_request("all", vector, 100));
        const auto is_it = [&](const SearchResultItem& result) { return result.item.get("pk")->s() == key; };
        if (!found || std::ranges::none_of(found->search_results, is_it)) ++missed;
        if (i % 2 == 0 && !engine_.delete_item({.table_name = "items", .key = AttributeMap{{"pk", key}}})) ++missed;
        const auto after = engine_.search_vectors(search_request("all", vector, 100));
        if (!after || std::ranges::any_of(after->search_results, is_it) == (i % 2 == 0)) ++missed;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(missed, 0);
  engine_.expect_clean();
}

class SmallVectorsTest : public VectorsTest {
 protected:
  static test::TestEngine::Options options() {
    test::TestEngine::Options options;
    options.vector_cache_bytes = 6000;  // a partition of 40 items does not fit, and one of half of them does
    return options;
  }
  SmallVectorsTest() : VectorsTest(options()) {}
};

TEST_P(SmallVectorsTest, SearchesReadTheStoreWhereMemoryIsShort) {
  for (int i = 0; i < 40; ++i) put("item" + std::to_string(i));
  for (int round = 0; round < 20; ++round) {
    expect_all_right();
    EXPECT_LE(engine_.statistics().vector_cache.bytes, 6000u);
    put(some_key());
  }
}

// Partitions with an index of codes, among changes.
class IndexedVectorsTest : public VectorsTest {
 protected:
  static test::TestEngine::Options options() {
    test::TestEngine::Options options;
    options.approximate_from = 200;
    return options;
  }
  IndexedVectorsTest() : VectorsTest(options()) {}

  Vector normal_vector() {
    std::normal_distribution<float> number;
    Vector vector(kDimensions);
    for (float& element : vector) element = number(random_);
    return vector;
  }
  void put_normal(int number) {
    Stored item{normal_vector(), number % 2 ? "t1" : "t2", number % 50 ? "blue" : "red"};
    const std::string key = "n" + std::to_string(number);
    const AttributeMap map{
        {"pk", key}, {"tenant", item.tenant}, {"color", item.color}, {"embedding", list_of(item.vector)}};
    ASSERT_TRUE(engine_.put_item(test::put_request("items", map)));
    model_[key] = item;
  }
  // Searches until the thread has made the indexes of `vectors` vectors.
  void wait_for_indexes(std::uint64_t vectors) {
    while (engine_.statistics().vector_cache.indexed_vectors < vectors) {
      ASSERT_TRUE(engine_.search_vectors(search_request("all", normal_vector(), 1)));
      std::this_thread::yield();
    }
  }
  // The right ones among the results of a search, each of which must be an item with its right score.
  std::size_t right_ones(const std::string& condition, std::size_t top_k, const std::string& tenant,
                         const std::string& color) {
    const Vector query = normal_vector();
    SearchVectorsRequest request = search_request(tenant.empty() ? "all" : "tenants", query, std::int64_t(top_k));
    if (!condition.empty()) {
      request.search_condition_expression = condition;
      request.expression_attribute_values = AttributeMap{{":t", tenant}};
      if (!color.empty()) request.expression_attribute_values->set(":c", color);
    }
    const auto right = expected(query, top_k, tenant, color);
    const auto answer = engine_.search_vectors(request);
    EXPECT_TRUE(answer);
    EXPECT_EQ(answer->search_results.size(), right.size());
    const Scorer scorer(GetParam(), query);
    std::size_t found = 0;
    for (const SearchResultItem& result : answer->search_results) {
      const std::string key = result.item.get("pk")->s();
      EXPECT_EQ(result.score, scorer.score(model_.at(key).vector.data()));
      found += std::ranges::count(right, std::pair(result.score, key));
    }
    return found;
  }
};

TEST_P(IndexedVectorsTest, FindNearlyAllOfTheBestAmongChanges) {
  constexpr int kItems = 600, kRounds = 30;
  for (int i = 0; i < kItems; ++i) put_normal(i);
  right_ones("tenant = :t", 1, "t1", "");
  wait_for_indexes(kItems);
  std::size_t all = 0, of_tenant = 0, of_color = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < 4; ++i) {
      const int number = static_cast<int>(random_() % (kItems + 50));
      if (random_() % 3 == 0)
        erase("n" + std::to_string(number));
      else
        put_normal(number);
    }
    all += right_ones("", 10, "", "");
    of_tenant += right_ones("tenant = :t", 10, "t1", "");
    of_color += right_ones("tenant = :t AND color = :c", 5, "t2", "red");
  }
  EXPECT_GE(all, 10 * kRounds * 95 / 100);
  EXPECT_GE(of_tenant, 10 * kRounds * 95 / 100);
  // A filter that few items pass is exact.
  EXPECT_EQ(of_color, 5 * kRounds);
  EXPECT_GT(engine_.statistics().vector_cache.indexed_vectors, kItems - 100u);
  engine_.expect_clean();
}

INSTANTIATE_TEST_SUITE_P(Distances, IndexedVectorsTest,
                         testing::Values(VectorDistanceFunction::Cosine, VectorDistanceFunction::Euclidean,
                                         VectorDistanceFunction::DotProduct),
                         [](const auto& parameter) { return std::string(to_text(parameter.param)); });

INSTANTIATE_TEST_SUITE_P(Distances, SmallVectorsTest, testing::Values(VectorDistanceFunction::Euclidean),
                         [](const auto& parameter) { return std::string(to_text(parameter.param)); });

INSTANTIATE_TEST_SUITE_P(Distances, VectorsTest,
                         testing::Values(VectorDistanceFunction::Cosine, VectorDistanceFunction::Euclidean,
                                         VectorDistanceFunction::DotProduct),
                         [](const auto& parameter) { return std::string(to_text(parameter.param)); });

}  // namespace vectors_test
}  // namespace partita::engine
