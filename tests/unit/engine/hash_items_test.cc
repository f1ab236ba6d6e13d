// HashItems: sums that two databases have alike exactly if their items are, in any pages and segments.
#include <gmock/gmock.h>

#include <map>
#include <random>
#include <set>

#include "base/part_sums.h"
#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace hash_items_test {

using test::create_request;
using test::put_request;
using test::TestEngine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::size_t kParts = 32;
const std::string kKey = "0123456789abcdef";

class HashItems : public testing::Test {
 protected:
  HashItems() {
    for (TestEngine* engine : {&first_, &second_})
      EXPECT_TRUE(engine->create_table(create_request("items", "pk:S", "sk:N")));
  }
  static AttributeMap item(int number, AttributeMap more = {}) {
    AttributeMap out = {{"pk", "p" + std::to_string(number % 40)}, {"sk", number}, {"v", number}};
    for (const Attribute& attribute : more) out.set(attribute.name, attribute.value);
    return out;
  }
  static void put(TestEngine& engine, AttributeMap item) {
    ASSERT_TRUE(engine.put_item({.table_name = "items", .item = std::move(item)}));
  }
  static HashItemsRequest request(const std::string& key = kKey, std::int64_t parts = kParts) {
    return {.table_name = "items", .hash_key = AttributeValue::binary(key), .part_count = parts};
  }
  // Of all pages of all segments.
  static base::PartSums sums(TestEngine& engine, HashItemsRequest request = HashItems::request(),
                             std::int64_t segments = 1) {
    base::PartSums out(static_cast<std::size_t>(*request.part_count));
    for (std::int64_t segment = 0; segment < segments; ++segment) {
      request.total_segments = segments;
      request.segment = segment;
      request.exclusive_start_key.reset();
      do {
        const auto page = engine.hash_items(request);
        EXPECT_TRUE(page) << page.error().message;
        if (!page) return out;
        EXPECT_FALSE(page->items);
        EXPECT_TRUE(out.add(page->part_sums->b()));
        request.exclusive_start_key = page->last_evaluated_key;
      } while (request.exclusive_start_key);
    }
    return out;
  }
  // The hashes by the keys' numbers, of the items in these parts.
  static std::map<int, std::string> listed(TestEngine& engine, std::vector<std::int64_t> parts) {
    HashItemsRequest request = HashItems::request();
    request.parts = std::move(parts);
    std::map<int, std::string> out;
    do {
      const auto page = engine.hash_items(request);
      EXPECT_TRUE(page) << page.error().message;
      EXPECT_FALSE(page->part_sums);
      for (const HashedItem& found : *page->items) {
        EXPECT_EQ(found.key->size(), 2u);
        EXPECT_EQ(found.hash->b().size(), 16u);
        const int number = std::stoi(std::string(found.key->get("sk")->n()));
        EXPECT_TRUE(out.emplace(number, found.hash->b()).second) << number;
      }
      request.exclusive_start_key = page->last_evaluated_key;
    } while (request.exclusive_start_key);
    return out;
  }
  std::vector<std::size_t> differing() { return sums(first_).differing(sums(second_)); }

  TestEngine first_, second_;
};

TEST_F(HashItems, EqualItemsHaveEqualSumsInWhateverOrderAndSpellingTheyWereWritten) {
  const AttributeMap more = {{"n", AttributeValue::number("1.0")},
                             {"s", AttributeValue::string_set({"a", "b", "c"})},
                             {"ns", AttributeValue::number_set({"1", "20"})},
                             {"m", AttributeValue::map({{"x", 1}, {"y", AttributeValue::list({"a", true})}})}};
  const AttributeMap same = {
      {"m", AttributeValue::map({{"y", AttributeValue::list({"a", true})}, {"x", AttributeValue::number("10e-1")}})},
      {"ns", AttributeValue::number_set({"2e1", "1.00"})},
      {"s", AttributeValue::string_set({"c", "a", "b"})},
      {"n", AttributeValue::number("1")}};
  for (int i = 0; i < 300; ++i) put(first_, item(i, more));
  for (int i = 299; i >= 0; --i) put(second_, item(i, {{"old", i}}));
  for (int i = 299; i >= 0; --i) put(second_, item(i, same));
  EXPECT_THAT(differing(), IsEmpty());
  EXPECT_EQ(listed(first_, {1, 2, 3}), listed(second_, {3, 2, 1}));
}

TEST_F(HashItems, AChangeShowsInThePartOfItsKeyOnly) {
  for (int i = 0; i < 300; ++i)
    for (TestEngine* engine : {&first_, &second_}) put(*engine, item(i));
  const auto part_of = [&](int number) {
    for (std::int64_t part = 0; part < std::int64_t(kParts); ++part)
      if (listed(first_, {part}).contains(number)) return static_cast<std::size_t>(part);
    return kParts;
  };
  const std::size_t part = part_of(7);
  for (const AttributeMap& changed :
       {item(7, {{"v", 8}}), item(7, {{"v", "7"}}), item(7, {{"more", AttributeValue::null()}})}) {
    put(second_, changed);
    EXPECT_THAT(differing(), ElementsAre(part));
    const auto here = listed(first_, {std::int64_t(part)}), there = listed(second_, {std::int64_t(part)});
    ASSERT_EQ(here.size(), there.size());
    for (const auto& [number, hash] : here) EXPECT_EQ(hash == there.at(number), number != 7);
  }
  put(second_, item(7));
  EXPECT_THAT(differing(), IsEmpty());
  // Another key.
  ASSERT_TRUE(second_.delete_item({.table_name = "items", .key = AttributeMap{{"pk", "p7"}, {"sk", 7}}}));
  EXPECT_THAT(differing(), ElementsAre(part));
  put(first_, item(1007));
  std::set<std::size_t> both = {part, part_of(1007)};
  EXPECT_EQ(differing(), std::vector<std::size_t>(both.begin(), both.end()));
}

TEST_F(HashItems, PagesAndSegmentsHaveTheSameSums) {
  // Each page reads 4 MB.
  for (int i = 0; i < 60; ++i) put(first_, item(i, {{"text", std::string(200'000, 'x')}}));
  auto page = first_.hash_items(request());
  ASSERT_TRUE(page && page->last_evaluated_key);
  EXPECT_LT(page->scanned_count, 25);
  const base::PartSums all = sums(first_);
  EXPECT_THAT(all.differing(sums(first_, request(), 7)), IsEmpty());
  EXPECT_THAT(all.differing(sums(first_, request(), 1'000)), IsEmpty());
  EXPECT_THAT(all.differing(sums(first_, request("another key 1234"))), SizeIs(testing::Gt(20u)));
  std::vector<std::int64_t> every(kParts);
  for (std::size_t i = 0; i < kParts; ++i) every[i] = std::int64_t(i);
  EXPECT_THAT(listed(first_, every), SizeIs(60));
}

TEST_F(HashItems, ListsEndBeforeTheirAnswersAreLarge) {
  for (int i = 0; i < 1'500; ++i) put(first_, {{"pk", std::string(1'500, 'k') + std::to_string(i)}, {"sk", i}});
  HashItemsRequest one = request(kKey, 1);
  one.parts = {0};
  const auto page = first_.hash_items(one);
  ASSERT_TRUE(page && page->last_evaluated_key);
  EXPECT_EQ(std::ssize(*page->items), page->scanned_count);
  EXPECT_LT(page->items->size(), 800u);
}

TEST_F(HashItems, UnitsAreThoseOfAScan) {
  for (int i = 0; i < 30; ++i) put(first_, item(i, {{"text", std::string(1'000, 'x')}}));
  HashItemsRequest counted = request();
  counted.return_consumed_capacity = ReturnConsumedCapacity::Total;
  ScanRequest scan{.table_name = "items", .return_consumed_capacity = ReturnConsumedCapacity::Total};
  for (const bool consistent : {false, true}) {
    counted.consistent_read = scan.consistent_read = consistent;
    const auto hashed = first_.hash_items(counted)->consumed_capacity, scanned = first_.scan(scan)->consumed_capacity;
    EXPECT_EQ(hashed->table_name, "items");
    EXPECT_EQ(hashed->capacity_units, scanned->capacity_units);
    EXPECT_EQ(*hashed->capacity_units, consistent ? 8.0 : 4.0);
  }
}

TEST_F(HashItems, AnEmptyTableHasNoSums) {
  const auto page = first_.hash_items(request());
  ASSERT_TRUE(page);
  EXPECT_EQ(page->part_sums->b(), "");
  EXPECT_EQ(page->scanned_count, 0);
  EXPECT_FALSE(page->last_evaluated_key);
  EXPECT_THAT(listed(first_, {0}), IsEmpty());
}

TEST_F(HashItems, Faults) {
  const auto fault = [&](const std::function<void(HashItemsRequest&)>& change) {
    HashItemsRequest changed = request();
    change(changed);
    const auto answer = first_.hash_items(changed);
    return answer ? "none" : answer.error().message;
  };
  EXPECT_EQ(fault([](auto&) {}), "none");
  EXPECT_THAT(fault([](auto& r) { r = {}; }), HasSubstr("3 validation errors detected"));
  EXPECT_THAT(fault([](auto& r) { r.part_count = 0; }), HasSubstr("Value at 'PartCount'"));
  EXPECT_THAT(fault([](auto& r) { r.part_count = 65'537; }), HasSubstr("Value at 'PartCount'"));
  EXPECT_THAT(fault([](auto& r) { r.hash_key = AttributeValue::binary("short"); }), HasSubstr("of 16 bytes"));
  EXPECT_THAT(fault([](auto& r) { r.hash_key = kKey; }), HasSubstr("of 16 bytes"));
  EXPECT_THAT(fault([](auto& r) { r.parts.emplace(); }), HasSubstr("Parts must not be empty"));
  EXPECT_THAT(fault([](auto& r) { r.parts = {3, 32}; }), HasSubstr("Part 32 of Parts is not between 0 and"));
  EXPECT_THAT(fault([](auto& r) { r.parts = {-1}; }), HasSubstr("Part -1 of Parts"));
  EXPECT_THAT(fault([](auto& r) {
                r.part_count = 1;
                r.parts = {0, 0};
              }),
              HasSubstr("more elements than PartCount"));
  EXPECT_THAT(fault([](auto& r) { r.segment = 0; }), HasSubstr("TotalSegments parameter is required"));
  EXPECT_THAT(fault([](auto& r) {
                r.segment = 4;
                r.total_segments = 4;
              }),
              HasSubstr("must be less than parameter TotalSegments"));
  EXPECT_THAT(fault([](auto& r) { r.exclusive_start_key = AttributeMap{{"other", 1}}; }), HasSubstr("starting key"));
  EXPECT_THAT(fault([](auto& r) { r.table_name = "nothing"; }), HasSubstr("resource not found"));
}

// The calling thread never waits, and the answer comes from a thread for long pages.
TEST_F(HashItems, ReadsOnAnotherThreadIfTheCallerMustNotWait) {
  put(first_, item(1));
  auto started = first_.start_hash_items(request(), MayWait::No);
  const auto answer = started.get();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->part_sums, first_.hash_items(request())->part_sums);
}

// Against a map: the parts that differ are those of the keys that differ.
TEST_F(HashItems, RandomTables) {
  std::mt19937 random(11);
  std::map<int, int> here, there;
  for (int round = 0; round < 40; ++round) {
    for (int change = 0; change < 20; ++change) {
      const int number = int(random() % 200), value = int(random() % 3);
      const bool is_first = random() % 2 == 0;
      TestEngine& engine = is_first ? first_ : second_;
      std::map<int, int>& map = is_first ? here : there;
      if (random() % 3 == 0) {
        const AttributeMap whole = item(number);
        ASSERT_TRUE(engine.delete_item(
            {.table_name = "items", .key = AttributeMap{{"pk", *whole.find("pk")}, {"sk", number}}}));
        map.erase(number);
      } else {
        put(engine, item(number, {{"v", value}}));
        map[number] = value;
      }
    }
    std::set<int> wanted;
    for (const auto& [number, value] : here)
      if (!there.contains(number) || there.at(number) != value) wanted.insert(number);
    for (const auto& [number, value] : there)
      if (!here.contains(number)) wanted.insert(number);
    std::vector<std::int64_t> parts;
    for (const std::size_t part : differing()) parts.push_back(std::int64_t(part));
    std::set<int> found;
    if (!parts.empty()) {
      const auto ours = listed(first_, parts), theirs = listed(second_, parts);
      for (const auto& [number, hash] : ours)
        if (!theirs.contains(number) || theirs.at(number) != hash) found.insert(number);
      for (const auto& [number, hash] : theirs)
        if (!ours.contains(number)) found.insert(number);
    }
    EXPECT_EQ(found, wanted);
  }
}

}  // namespace hash_items_test
}  // namespace partita::engine
