// The index entries of items, the ranges of key conditions, and the sums of tables and collections.
#include <gtest/gtest.h>

#include <random>

#include "engine/index/entries.h"
#include "engine/pages/key_range.h"
#include "keys/key_codec.h"
#include "keys/system_keys.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/encode.h"

namespace partita::engine {
namespace index_test {

using test::create_request;
using test::IndexShape;
using test::number_in;
using test::put_request;

class IndexTest : public testing::Test {
 protected:
  std::vector<std::int64_t> found(const std::string& condition, AttributeMap values, const std::string& index = "") {
    auto request = test::query_request("items", condition, std::move(values));
    if (!index.empty()) request.index_name = index;
    const auto page = engine_.query(request);
    if (!page) return {-1};
    std::vector<std::int64_t> numbers;
    for (const Item& item : *page->items) numbers.push_back(number_in(item, "id"));
    return numbers;
  }
  void put(AttributeMap item) {
    const auto written = engine_.put_item(put_request("items", std::move(item)));
    ASSERT_TRUE(written) << written.error().message;
  }

  test::TestEngine engine_;
};

using Numbers = std::vector<std::int64_t>;

TEST_F(IndexTest, every_operator_of_a_key_condition_means_its_range) {
  ASSERT_TRUE(engine_.create_table(create_request("items", "pk:S", "sk:S")));
  const std::vector<std::string> sorts = {"a", "ab", "abc", "b"};
  for (std::size_t i = 0; i < sorts.size(); ++i) put({{"pk", "p"}, {"sk", sorts[i]}, {"id", i}});
  put({{"pk", "other"}, {"sk", "ab"}, {"id", 9}});
  const auto p = [](const char* low, const char* high = nullptr) {
    AttributeMap values{{":p", "p"}, {":l", low}};
    if (high) values.set(":h", high);
    return values;
  };
  EXPECT_EQ(found("pk = :p", {{":p", "p"}}), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(found("pk = :p AND sk = :l", p("ab")), (Numbers{1}));
  EXPECT_EQ(found("pk = :p AND sk < :l", p("ab")), (Numbers{0}));
  EXPECT_EQ(found("pk = :p AND sk <= :l", p("ab")), (Numbers{0, 1}));
  EXPECT_EQ(found("pk = :p AND sk > :l", p("ab")), (Numbers{2, 3}));
  EXPECT_EQ(found("pk = :p AND sk >= :l", p("ab")), (Numbers{1, 2, 3}));
  EXPECT_EQ(found("pk = :p AND sk BETWEEN :l AND :h", p("ab", "b")), (Numbers{1, 2, 3}));
  EXPECT_EQ(found("pk = :p AND begins_with(sk, :l)", p("ab")), (Numbers{1, 2}));
  EXPECT_EQ(found("pk = :p AND begins_with(sk, :l)", p("c")), Numbers{});
}

TEST_F(IndexTest, an_index_of_several_attributes_is_queried_from_the_left) {
  ASSERT_TRUE(engine_.create_table(
      create_request("items", "pk:S", "", {{.name = "several", .partition = {"a:S", "b:N"}, .sort = {"c:S", "d:N"}}})));
  int id = 0;
  for (const char* a : {"x", "y"})
    for (int b : {1, 2})
      for (const char* c : {"m", "n"})
        for (int d : {10, 20})
          put({{"pk", std::to_string(id)}, {"a", a}, {"b", b}, {"c", c}, {"d", d}, {"id", id}}), ++id;
  const AttributeMap ab{{":a", "x"}, {":b", 2}};
  const auto with = [&](std::string_view name, AttributeValue value, const AttributeMap& base) {
    AttributeMap values = base;
    values.set(name, std::move(value));
    return values;
  };
  EXPECT_EQ(found("a = :a AND b = :b", ab, "several"), (Numbers{4, 5, 6, 7}));
  EXPECT_EQ(found("a = :a AND b = :b AND c = :c", with(":c", "n", ab), "several"), (Numbers{6, 7}));
  EXPECT_EQ(found("a = :a AND b = :b AND c = :c AND d > :d", with(":d", 10, with(":c", "n", ab)), "several"),
            (Numbers{7}));
  EXPECT_EQ(found("a = :a AND b = :b AND c < :c", with(":c", "n", ab), "several"), (Numbers{4, 5}));
  for (const char* refused : {"a = :a", "b = :b", "a = :a AND b > :b", "a = :a AND b = :b AND d = :b"})
    EXPECT_EQ(found(refused, ab, "several"), (Numbers{-1})) << refused;
}

TEST(IndexEntry, holds_what_the_projection_says_and_is_absent_without_the_keys) {
  catalog::TableInfo table;
  table.id = 1;
  table.keys.partition = {{"pk", ScalarAttributeType::S}};
  catalog::IndexInfo index;
  index.id = 2;
  index.keys = {{{"owner", ScalarAttributeType::S}}, {{"n", ScalarAttributeType::N}}};
  index.non_key_attributes = {"text"};
  const AttributeMap whole{{"pk", "a"}, {"owner", "o"}, {"n", 1}, {"text", "t"}, {"more", true}};
  const auto entry = [&](const AttributeMap& item, ProjectionType projection) {
    table.indexes = {index};
    table.indexes[0].projection = projection;
    derive(table);
    std::string base_key, part;
    keys::encode_part(AttributeValue("a"), part);
    keys::append_partition(1, keys::kBaseTable, part, base_key);
    const std::string bytes = value::encode_item(item);
    return entry_of(table, table.indexes[0], value::ItemView(bytes), base_key);
  };
  const auto names = [&](ProjectionType projection) {
    std::string text;
    const auto made = entry(whole, projection);
    for (const Attribute& attribute : value::ItemView(made->value).to_map()) text += attribute.name + " ";
    return text;
  };
  EXPECT_EQ(names(ProjectionType::All), "more n owner pk text ");
  EXPECT_EQ(names(ProjectionType::KeysOnly), "n owner pk ");
  EXPECT_EQ(names(ProjectionType::Include), "n owner pk text ");
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::optional<AttributeValue>>>{
           {"owner", std::nullopt}, {"n", std::nullopt}, {"owner", 1}, {"n", "1"}, {"owner", ""}}) {
    AttributeMap item = whole;
    if (value)
      item.set(name, *value);
    else
      item.erase(name);
    EXPECT_FALSE(entry(item, ProjectionType::All)) << name;
  }
}

// verify() counts again and compares with the sums that writes kept.
TEST_F(IndexTest, sums_are_exact_after_any_writes) {
  ASSERT_TRUE(engine_.create_table(
      create_request("items", "pk:S", "sk:N",
                     {IndexShape{.name = "global", .partition = {"owner:S"}, .projection = ProjectionType::KeysOnly},
                      IndexShape{.name = "local", .partition = {"pk:S"}, .sort = {"n:N"}, .local = true}})));
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const AttributeMap key{{"pk", "p" + std::to_string(random() % 4)}, {"sk", random() % 20}};
    AttributeMap item = key;
    if (random() % 2 == 0) item.set("owner", "o" + std::to_string(random() % 3));
    if (random() % 2 == 0) item.set("n", random() % 1000);
    item.set("words", std::string(random() % 50, 'x'));
    switch (random() % 4) {
      case 0:
        ASSERT_TRUE(engine_.delete_item(test::delete_request("items", key)));
        break;
      case 1:
        ASSERT_TRUE(
            engine_.update_item(test::update_request("items", key, "SET n = :n REMOVE words", {{":n", random() % 9}})));
        break;
      default:
        put(item);
    }
    if (i % 500 == 499) engine_.expect_clean();
  }
  const auto described = engine_.describe_table({.table_name = "items"})->table;
  EXPECT_EQ(*described.item_count, engine_.scan(test::scan_request("items"))->count);
  for (int partition = 0; partition < 4; ++partition)
    for (int sort = 0; sort < 20; ++sort)
      ASSERT_TRUE(
          engine_.delete_item(test::delete_request("items", {{"pk", "p" + std::to_string(partition)}, {"sk", sort}})));
  const auto empty = engine_.describe_table({.table_name = "items"})->table;
  EXPECT_EQ(*empty.item_count, 0);
  EXPECT_EQ(*empty.table_size_bytes, 0);
  EXPECT_EQ(*empty.global_secondary_indexes->front().item_count, 0);
  EXPECT_EQ(*empty.local_secondary_indexes->front().index_size_bytes, 0);
  engine_.expect_clean();
}

// The items that a local index fetches count for the page's 1 MB, because the answer consists of their bytes.
TEST_F(IndexTest, a_page_of_a_local_index_counts_the_items_that_it_fetches) {
  ASSERT_TRUE(engine_.create_table(create_request("items", "pk:S", "sk:N",
                                                  {IndexShape{.name = "local",
                                                              .partition = {"pk:S"},
                                                              .sort = {"n:N"},
                                                              .projection = ProjectionType::KeysOnly,
                                                              .local = true}})));
  constexpr std::size_t kItems = 30, kTextBytes = 100'000;
  for (std::size_t i = 0; i < kItems; ++i)
    put({{"pk", "p"}, {"sk", i}, {"n", i}, {"text", std::string(kTextBytes, 'x')}});
  for (const auto may_wait : {MayWait::Yes, MayWait::No}) {
    auto request = test::query_request("items", "pk = :p", {{":p", "p"}});
    request.index_name = "local";
    request.select = Select::AllAttributes;
    request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
    std::size_t read = 0, pages = 0;
    do {
      const auto page = engine_.start_query(request, may_wait).get();
      ASSERT_TRUE(page) << page.error().message;
      std::size_t bytes = 0;
      for (const Item& item : *page->items) bytes += item.get("text")->s().size();
      EXPECT_LE(bytes, std::size_t{1} << 20);
      EXPECT_EQ(*page->consumed_capacity->table->capacity_units, double(page->count) * 12.5);
      read += static_cast<std::size_t>(page->count);
      ++pages;
      request.exclusive_start_key = page->last_evaluated_key;
    } while (request.exclusive_start_key);
    EXPECT_EQ(read, kItems);
    EXPECT_EQ(pages, 3u);
  }
}

}  // namespace index_test
}  // namespace partita::engine
