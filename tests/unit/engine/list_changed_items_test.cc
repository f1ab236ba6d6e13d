// The items that changed within a span: random histories against the versions that the test knows, in pages.
#include <gmock/gmock.h>

#include <random>

#include "unit/engine/versioned_items.h"

namespace partita::engine {
namespace item_versions_test {

using Change = std::pair<std::optional<std::string>, std::optional<std::string>>;  // the values before and after
using Changes = std::map<std::string, Change>;                                     // by key

class ListChangedItems : public ItemVersionsTest {
 protected:
  static std::optional<std::string> value_of(const std::optional<Item>& image) {
    if (!image) return std::nullopt;
    const auto value = image->get("v");
    return value ? std::string(value->type() == AttributeType::S ? value->s() : value->n()) : "";
  }
  Changes changed(double from, std::optional<double> to, OptionalInteger limit = {}) {
    Changes out;
    ListChangedItemsRequest request{.table_name = "items", .start_time = from, .end_time = to, .limit = limit};
    do {
      const auto page = engine_.list_changed_items(request);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) break;
      EXPECT_LE(page->changed_items.size(), static_cast<std::size_t>(limit.value_or(1'000'000)));
      for (const ChangedItem& change : page->changed_items) {
        const std::string name(change.key->get("pk")->s());
        EXPECT_EQ(change.key->size(), 2u);
        EXPECT_TRUE(out.emplace(name, Change(value_of(change.old_image), value_of(change.new_image))).second) << name;
      }
      request.next_token = page->next_token;
    } while (request.next_token);
    return out;
  }
  // By the versions that the test noted.
  Changes expected_changes(std::int64_t from_ms, std::int64_t to_ms) {
    Changes out;
    for (const auto& [name, all] : versions_) {
      std::optional<std::string> before, after;
      bool has_changed = false;
      for (const Version& version : all) {
        if (version.time_ms < from_ms) before = version.value;
        if (version.time_ms < to_ms) after = version.value;
        has_changed = has_changed || (version.time_ms >= from_ms && version.time_ms < to_ms);
      }
      if (has_changed && (before || after)) out[name] = {before, after};
    }
    return out;
  }
};

TEST_F(ListChangedItems, has_both_images_of_each_item_that_changed) {
  put("kept", "1");
  put("changed", "1");
  put("gone", "1");
  enable();
  later(1000);
  const double from = seconds();
  put("changed", "2");
  put("changed", "3");
  erase("gone");
  put("new", "1");
  put("came and went", "1");
  erase("came and went");
  later(1000);
  const double to = seconds();
  put("changed", "4");
  put("kept", "2");
  const Changes wanted = {{"changed", {"1", "3"}}, {"gone", {"1", std::nullopt}}, {"new", {std::nullopt, "1"}}};
  for (const OptionalInteger limit : {OptionalInteger(), OptionalInteger(1), OptionalInteger(2)})
    EXPECT_EQ(changed(from, to, limit), wanted);
  EXPECT_EQ(changed(from, {}).at("changed"), Change("1", "4"));
  EXPECT_EQ(changed(to, to), Changes());
}

TEST_F(ListChangedItems, pages_are_of_the_moment_of_the_first_one) {
  enable();
  later(1000);
  const double from = seconds();
  for (int i = 0; i < 5; ++i) put("k" + std::to_string(i), "1");
  later(1000);
  ListChangedItemsRequest request{.table_name = "items", .start_time = from, .limit = 2};
  std::size_t count = 0;
  do {
    const auto page = engine_.list_changed_items(request);
    ASSERT_TRUE(page) << page.error().message;
    for (const ChangedItem& change : page->changed_items) EXPECT_EQ(value_of(change.new_image), "1");
    count += page->changed_items.size();
    for (int i = 0; i < 5; ++i) put("k" + std::to_string(i), "later");
    put("new", "later");
    later(1000);
    request.next_token = page->next_token;
  } while (request.next_token);
  EXPECT_EQ(count, 5u);
}

TEST_F(ListChangedItems, faults) {
  const auto code = [&](ListChangedItemsRequest request) {
    request.table_name = "items";
    const auto answer = engine_.list_changed_items(request);
    return answer ? std::optional<ErrorCode>() : answer.error().code;
  };
  EXPECT_EQ(code({.start_time = seconds()}), ErrorCode::PointInTimeRecoveryUnavailableException);
  enable();
  later(1000);
  EXPECT_EQ(code({}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.start_time = seconds() - 5000}), ErrorCode::InvalidRestoreTimeException);
  EXPECT_EQ(code({.start_time = seconds() + 5000}), ErrorCode::InvalidRestoreTimeException);
  EXPECT_EQ(code({.start_time = seconds(), .end_time = seconds() - 1}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.start_time = seconds(), .limit = 0}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.start_time = seconds(), .next_token = "other"}), ErrorCode::ValidationException);
}

TEST_F(ListChangedItems, random_histories_of_many_days) {
  std::mt19937 random(5);
  for (int i = 0; i < 6; ++i) put("k" + std::to_string(i), "0");
  enable();
  std::vector<std::int64_t> times;
  for (int step = 0; step < 200; ++step) {
    later(random() % 20 == 0 ? kDay / 2 : 1 + random() % 3000);
    const std::string name = "k" + std::to_string(random() % 12);
    if (random() % 4 == 0)
      erase(name);
    else
      put(name, std::to_string(random() % 3));
    later(1);
    times.push_back(now());
  }
  later(1000);
  for (int round = 0; round < 60; ++round) {
    const std::size_t from = random() % times.size(), to = from + random() % (times.size() - from);
    EXPECT_EQ(changed(double(times[from]) / 1000, double(times[to]) / 1000,
                      random() % 2 == 0 ? OptionalInteger() : OptionalInteger(1 + random() % 3)),
              expected_changes(times[from], times[to]))
        << times[from] << ' ' << times[to];
  }
}

}  // namespace item_versions_test
}  // namespace partita::engine
