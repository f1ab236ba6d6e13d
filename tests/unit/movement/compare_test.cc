// Comparisons of tables, with and without the temporary files.
#include "movement/comparison/compare.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

#include "movement/comparison/matcher.h"
#include "movement_support.h"

namespace partita {
namespace compare_test {

using movement::Difference;
using movement::Side;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class Compare : public movement_support::TwoTables {
 protected:
  Result<movement::Comparison> compare(std::size_t memory_bytes = 1 << 20, std::chrono::milliseconds settle = {}) {
    differences_.clear();
    movement::CompareProgress progress;
    return movement::compare({.database = *database_, .table = facts("first")},
                             {.database = *database_, .table = facts("second"), .scan = {.segments = 3}},
                             {.memory_bytes = memory_bytes,
                              .settle = settle,
                              .on_difference = [this](const Difference& difference) -> Result<void> {
                                differences_.emplace(std::stoi(std::string(difference.key.get("b")->text())),
                                                     difference);

                                return {};
                              }},
                             progress);
  }
  std::vector<int> numbers(Difference::Kind kind) {
    std::vector<int> out;
    for (const auto& [number, difference] : differences_)
      if (difference.kind == kind) out.push_back(number);
    return out;
  }

  std::map<int, Difference> differences_;
};

TEST_F(Compare, EqualTablesDifferInNothing) {
  for (int i = 0; i < 500; ++i) {
    put("first", i);
    put("second", 499 - i);
  }
  const auto result = compare();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->first_items, 500u);
  EXPECT_EQ(result->second_items, 500u);
  EXPECT_EQ(result->different(), 0u);
  EXPECT_THAT(differences_, IsEmpty());
}

TEST_F(Compare, EachKindOfDifferenceIsToldWithBothImages) {
  for (int i = 0; i < 300; ++i) {
    put("first", i);
    put("second", i);
  }
  put("first", 7, 1);
  erase("second", 8);
  erase("first", 9);
  const auto result = compare();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->different(), 3u);
  EXPECT_THAT(numbers(Difference::Kind::Differs), ElementsAre(7));
  EXPECT_THAT(numbers(Difference::Kind::OnlyFirst), ElementsAre(8));
  EXPECT_THAT(numbers(Difference::Kind::OnlySecond), ElementsAre(9));
  EXPECT_THAT(differences_[7].attributes(), ElementsAre("value"));
  EXPECT_EQ(differences_[7].first->get("value"), AttributeValue(1));
  EXPECT_EQ(differences_[7].second->get("value"), AttributeValue(0));
  EXPECT_THAT(differences_[8].attributes(), ElementsAre("b", "pk", "text", "value"));
  EXPECT_FALSE(differences_[8].second);
  EXPECT_FALSE(differences_[9].first);
}

TEST_F(Compare, ItemsThatSettleAreNotTold) {
  put("first", 1, 1);
  put("second", 1, 2);
  put("first", 2, 1);
  // Another program writes the item after it was read again once.
  movement_support::Intercepted second(*database_);
  int reads = 0;
  second.before = [&](std::string_view name) -> std::optional<Error> {
    if (name == "BatchGetItem" && ++reads == 2) put("second", 1, 1);
    return std::nullopt;
  };
  std::vector<Difference::Kind> kinds;
  movement::CompareProgress progress;
  const auto result = movement::compare({.database = *database_, .table = facts("first")},
                                        {.database = second, .table = facts("second")},
                                        {.settle = std::chrono::milliseconds(300),
                                         .on_difference = [&](const Difference& difference) -> Result<void> {
                                           kinds.push_back(difference.kind);
                                           return {};
                                         }},
                                        progress);
  ASSERT_TRUE(result);
  EXPECT_EQ(reads, 2);
  EXPECT_THAT(kinds, ElementsAre(Difference::Kind::OnlyFirst));
}

TEST_F(Compare, TablesWithOtherKeysCannotBeCompared) {
  make("other", "id");
  movement::CompareProgress progress;
  const auto result = movement::compare({.database = *database_, .table = facts("first")},
                                        {.database = *database_, .table = facts("other")}, {}, progress);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("pk (S), b (N) and id (S), b (N)"));
}

TEST_F(Compare, AnErrorOfTheCallerEndsIt) {
  put("first", 1);
  movement::CompareProgress progress;
  const auto result = movement::compare({.database = *database_, .table = facts("first")},
                                        {.database = *database_, .table = facts("second")},
                                        {.on_difference = [](const Difference&) -> Result<void> {
                                          return fail(ErrorCode::InternalServerError, "enough");
                                        }},
                                        progress);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "enough");
}

// Against a map: random changes of the second table, with so little memory that nearly all entries wait in files.
TEST_F(Compare, RandomDifferencesAreFoundWithAndWithoutFiles) {
  std::mt19937 random(42);
  for (const std::size_t memory : {std::size_t{1} << 24, std::size_t{1}}) {
    std::vector<int> differing, only_first, only_second;
    for (int i = 0; i < 2'000; ++i) {
      put("first", i);
      put("second", i);
      switch (random() % 10) {
        case 0:
          put("second", i, 1);
          differing.push_back(i);
          break;
        case 1:
          erase("second", i);
          only_first.push_back(i);
          break;
        case 2:
          erase("first", i);
          only_second.push_back(i);
          break;
        default:
          break;
      }
    }
    const auto result = compare(memory);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->spilled > 0, memory == 1);
    EXPECT_EQ(numbers(Difference::Kind::Differs), differing);
    EXPECT_EQ(numbers(Difference::Kind::OnlyFirst), only_first);
    EXPECT_EQ(numbers(Difference::Kind::OnlySecond), only_second);
    EXPECT_EQ(result->differing, differing.size());
  }
}

std::vector<std::string> unmatched(movement::Matcher& matcher) {
  std::vector<std::string> keys;
  EXPECT_TRUE(matcher.finish([&](std::string_view key) -> Result<void> {
    keys.emplace_back(key);
    return {};
  }));
  return keys;
}

TEST(Matcher, AKeyThatCameTwiceFromOneSideStillMatches) {
  for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{0}}) {
    movement::Matcher matcher(memory);
    ASSERT_TRUE(matcher.add(Side::First, "a", "old"));
    ASSERT_TRUE(matcher.add(Side::First, "a", "new"));
    ASSERT_TRUE(matcher.add(Side::Second, "a", "new"));
    ASSERT_TRUE(matcher.add(Side::First, "b", "one"));
    ASSERT_TRUE(matcher.add(Side::Second, "b", "two"));
    ASSERT_TRUE(matcher.add(Side::Second, "c", "three"));
    EXPECT_THAT(unmatched(matcher), UnorderedElementsAre("b", "c"));
  }
}

TEST(RecordFile, GivesLongAndShortRecordsBackAndIsEmptyThen) {
  movement::RecordFile file;
  std::vector<std::string> wanted;
  for (int i = 0; i < 300; ++i) wanted.emplace_back(static_cast<std::size_t>(i * i), static_cast<char>('a' + i % 26));
  for (int round = 0; round < 2; ++round) {
    for (const std::string& record : wanted) ASSERT_TRUE(file.add(record));
    EXPECT_EQ(file.count(), wanted.size());
    std::vector<std::string> found;
    ASSERT_TRUE(file.drain([&](std::string_view record) -> Result<void> {
      found.emplace_back(record);
      return {};
    }));
    EXPECT_EQ(found, wanted);
    EXPECT_EQ(file.count(), 0u);
  }
}

}  // namespace compare_test
}  // namespace partita
