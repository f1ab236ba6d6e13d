// The memory and the threads that reading partitions of vector indexes takes.
#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"

namespace partita::engine {
namespace vector_cache_test {

constexpr std::size_t kCacheBytes = 3 << 20;
// The rows of one tenant take more than half of the cache.
constexpr int kItems = 14'000;

class VectorCacheTest : public testing::Test {
 protected:
  VectorCacheTest() : engine_(store(), options()) {
    CreateTableRequest request = test::create_request("items", "pk:S");
    for (const char* name : {"tenant", "color"})
      request.attribute_definitions->push_back({.attribute_name = name, .attribute_type = ScalarAttributeType::S});
    VectorIndex index;
    index.index_name = "near";
    index.vector_attribute.emplace().attribute_name = "v";
    index.dimensions = 2;
    index.distance_function = VectorDistanceFunction::Euclidean;
    index.projection.emplace().projection_type = ProjectionType::KeysOnly;
    index.search_schema.emplace().push_back(
        {.attribute_name = "tenant", .search_schema_element_type = SearchSchemaElementType::Hash});
    index.search_schema->push_back(
        {.attribute_name = "color", .search_schema_element_type = SearchSchemaElementType::InlineFilter});
    request.vector_indexes.emplace().push_back(std::move(index));
    EXPECT_TRUE(engine_.create_table(request));
  }

  void fill(const std::string& tenant, int items) {
    for (int i = 0; i < items; ++i)
      ASSERT_TRUE(engine_.put_item(test::put_request("items", {{"pk", tenant + std::to_string(i)},
                                                               {"tenant", tenant},
                                                               {"v", AttributeValue(AttributeValue::List{i, 0})}})));
  }

  static SearchVectorsRequest nearest_to(const std::string& tenant, int place) {
    SearchVectorsRequest request{.table_name = "items", .index_name = "near", .top_k = 1};
    request.search_vector = AttributeValue::List{place, 0};
    request.search_condition_expression = "tenant = :t";
    request.expression_attribute_values = AttributeMap{{":t", tenant}};
    return request;
  }
  static std::string found(const Result<SearchVectorsResponse>& answer) {
    if (!answer) return answer.error().message;
    return answer->search_results.empty() ? "" : std::string(answer->search_results.front().item.get("pk")->s());
  }

  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  test::TestEngine engine_;

 private:
  std::unique_ptr<storage::Store> store() {
    return std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch_);
  }
  static test::TestEngine::Options options() {
    test::TestEngine::Options options;
    options.vector_cache_bytes = kCacheBytes;
    return options;
  }
};

// A partition counts while it is read, so that two partitions do not exceed the memory that each of them fits into.
TEST_F(VectorCacheTest, APartitionThatIsBeingReadKeepsItsMemory) {
  fill("a", kItems);
  fill("b", kItems);
  bool was_called = false;
  watch_->in_next_iterator(kItems - 1, [&] {
    was_called = true;
    const auto before = engine_.statistics().vector_cache;
    EXPECT_GT(before.bytes, kCacheBytes / 2);
    // The other partition does not fit now, so its search reads the store.
    EXPECT_EQ(found(engine_.search_vectors(nearest_to("b", 7))), "b7");
    const auto after = engine_.statistics().vector_cache;
    EXPECT_EQ(after.partitions, 1u);
    EXPECT_EQ(after.bytes, before.bytes);
  });
  EXPECT_EQ(found(engine_.search_vectors(nearest_to("a", 5))), "a5");
  EXPECT_TRUE(was_called);
  EXPECT_EQ(engine_.statistics().vector_cache.vectors, static_cast<std::uint64_t>(kItems));
  // It was not too large by itself, so the next search takes it in the place of the first one.
  EXPECT_EQ(found(engine_.search_vectors(nearest_to("b", 8))), "b8");
  EXPECT_EQ(engine_.statistics().vector_cache.partitions, 1u);
  EXPECT_LE(engine_.statistics().vector_cache.bytes, kCacheBytes);
  EXPECT_EQ(found(engine_.search_vectors(nearest_to("a", 5))), "a5");
}

// A reader that the test holds back.
class Held {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    waits_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return released_; });
  }
  void until_waiting() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waits_; });
  }
  void release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool waits_ = false;
  bool released_ = false;
};

// Many searches wait for a partition that is being read, and hold no thread while they wait. So another operation,
// which needs a thread too, is answered.
TEST_F(VectorCacheTest, SearchesThatWaitForAPartitionLeaveTheThreadsToOthers) {
  fill("a", 10);
  constexpr int kSearches = 100;
  Held held;
  watch_->in_next_iterator(5, [&] { held.wait(); });
  std::vector<std::future<Result<SearchVectorsResponse>>> searches;
  for (int i = 0; i < kSearches; ++i) searches.push_back(engine_.start_search_vectors(nearest_to("a", i % 10)));
  held.until_waiting();
  TagResourceRequest other{.resource_arn = "arn:aws:dynamodb:us-east-1:123456789012:table/items"};
  other.tags.emplace().push_back({.key = "k", .value = "v"});
  const auto tagged = engine_.start_tag_resource(other).get();
  EXPECT_TRUE(tagged) << tagged.error().message;
  const auto seeks = engine_.statistics().store.seeks;
  held.release();
  for (int i = 0; i < kSearches; ++i)
    EXPECT_EQ(found(searches[static_cast<std::size_t>(i)].get()), "a" + std::to_string(i % 10));
  // The partition was read once.
  EXPECT_EQ(engine_.statistics().store.seeks, seeks);
}

// A search keeps the entries of a dropped index from being erased, so it must not go on reading them.
TEST_F(VectorCacheTest, ASearchEndsWhenItsIndexIsGone) {
  fill("a", 2000);
  watch_->in_next_iterator(300, [&] {
    UpdateTableRequest request{.table_name = "items"};
    request.vector_index_updates.emplace().emplace_back().delete_ = DeleteVectorIndexAction{.index_name = "near"};
    ASSERT_TRUE(engine_.update_table(request));
  });
  EXPECT_EQ(found(engine_.search_vectors(nearest_to("a", 5))), "The table does not have the specified index: near");
  EXPECT_EQ(engine_.statistics().vector_cache.bytes, 0u);
}

TEST_F(VectorCacheTest, ASearchEndsWhenItsTableIsGone) {
  fill("a", 2000);
  watch_->in_next_iterator(300, [&] { ASSERT_TRUE(engine_.delete_table({.table_name = "items"})); });
  EXPECT_EQ(found(engine_.search_vectors(nearest_to("a", 5))), "Requested resource not found");
  EXPECT_EQ(engine_.statistics().vector_cache.bytes, 0u);
}

// A partition is read again when most of the filters' values that it remembers belong to no item. During that time its
// searches wait for a turn, and not on the threads that others need.
TEST_F(VectorCacheTest, APartitionThatIsReadAnewIsNotInMemory) {
  const auto put = [&](int color) {
    ASSERT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a1"},
                                                             {"tenant", "a"},
                                                             {"color", std::to_string(color)},
                                                             {"v", AttributeValue(AttributeValue::List{1, 0})}})));
  };
  Held held;
  put(0);
  EXPECT_EQ(found(engine_.search_vectors(nearest_to("a", 1))), "a1");
  watch_->in_next_iterator(1, [&] { held.wait(); });
  std::jthread reader([&] {
    for (int color = 1; color < 1200; ++color) {
      put(color);
      EXPECT_EQ(found(engine_.search_vectors(nearest_to("a", 1))), "a1");
    }
  });
  held.until_waiting();
  std::vector<std::future<Result<SearchVectorsResponse>>> searches;
  for (int i = 0; i < 100; ++i) searches.push_back(engine_.start_search_vectors(nearest_to("a", 1)));
  TagResourceRequest other{.resource_arn = "arn:aws:dynamodb:us-east-1:123456789012:table/items"};
  other.tags.emplace().push_back({.key = "k", .value = "v"});
  EXPECT_TRUE(engine_.start_tag_resource(other).get());
  held.release();
  for (auto& search : searches) EXPECT_EQ(found(search.get()), "a1");
}

}  // namespace vector_cache_test
}  // namespace partita::engine
