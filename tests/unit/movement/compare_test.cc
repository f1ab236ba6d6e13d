// Comparisons of tables, with and without the temporary files.
#include "movement/comparison/compare.h"

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <mutex>
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

// A database that counts the requests, and may have no HashItems.
class Counted : public movement_support::Intercepted {
 public:
  explicit Counted(Database& database) : Intercepted(database) {
    before = [this](std::string_view name) -> std::optional<Error> {
      const std::lock_guard lock(mutex_);
      ++requests_[std::string(name)];
      if (name == "HashItems" && refusal) return refusal;
      return std::nullopt;
    };
  }
  Result<HashItemsResponse> hash_items(HashItemsRequest request) override {
    if (on_hash) on_hash(request);
    return Intercepted::hash_items(std::move(request));
  }
  using Intercepted::hash_items;
  int count(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return requests_[name];
  }

  std::optional<Error> refusal = {};
  std::function<void(const HashItemsRequest&)> on_hash = {};

 private:
  std::mutex mutex_;
  std::map<std::string, int> requests_;  // guarded by mutex_
};

class Compare : public movement_support::TwoTables {
 protected:
  void SetUp() override {
    TwoTables::SetUp();
    first_ = std::make_unique<Counted>(*database_);
    second_ = std::make_unique<Counted>(*database_);
  }
  Result<movement::Comparison> compare(std::size_t memory_bytes = 1 << 20, std::chrono::milliseconds settle = {}) {
    differences_.clear();
    movement::CompareProgress progress;
    auto result = compare(memory_bytes, settle, progress);
    listed_ = progress.listed;
    return result;
  }
  Result<movement::Comparison> compare(std::size_t memory_bytes, std::chrono::milliseconds settle,
                                       movement::CompareProgress& progress) {
    return movement::compare({.database = *first_, .table = facts("first")},
                             {.database = *second_, .table = facts("second"), .scan = {.segments = 3}},
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

  std::unique_ptr<Counted> first_, second_;
  std::uint64_t listed_ = 0;
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

TEST_F(Compare, EqualTablesAreHashedAndNotRead) {
  for (int i = 0; i < 500; ++i) {
    put("first", i);
    put("second", 499 - i);
  }
  const auto result = compare();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->different(), 0u);
  for (Counted* database : {first_.get(), second_.get()}) {
    // One of them tells whether the database has the operation, and four segments have a page each.
    EXPECT_EQ(database->count("HashItems"), 5);
    EXPECT_EQ(database->count("Scan"), 0);
    EXPECT_EQ(database->count("BatchGetItem"), 0);
  }
  EXPECT_EQ(listed_, 0u);
}

TEST_F(Compare, OfAnItemThatDiffersOnlyThePartIsListed) {
  for (int i = 0; i < 3'000; ++i) {
    put("first", i);
    put("second", i);
  }
  put("second", 1'234, 1);
  const auto result = compare();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->differing, 1u);
  EXPECT_THAT(numbers(Difference::Kind::Differs), ElementsAre(1'234));
  for (Counted* database : {first_.get(), second_.get()}) {
    EXPECT_EQ(database->count("HashItems"), 6);
    EXPECT_EQ(database->count("Scan"), 0);
    EXPECT_EQ(database->count("BatchGetItem"), 1);
  }
  // There are 64 parts in all, and both tables list one.
  EXPECT_GE(listed_, 2u);
  EXPECT_LT(listed_, 2 * 3'000u / 10);
}

TEST_F(Compare, ADatabaseThatCannotHashIsScanned) {
  for (int i = 0; i < 100; ++i) {
    put("first", i);
    put("second", i, i == 7 ? 1 : 0);
  }
  for (const ErrorCode code : {ErrorCode::UnknownOperationException, ErrorCode::AccessDeniedException,
                               ErrorCode::ValidationException, ErrorCode::InternalServerError})
    for (const bool is_first : {true, false}) {
      first_ = std::make_unique<Counted>(*database_);
      second_ = std::make_unique<Counted>(*database_);
      (is_first ? first_ : second_)->refusal = Error{code, "no", {}, {}};
      const auto result = compare();
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_EQ(result->first_items, 100u);
      EXPECT_EQ(result->second_items, 100u);
      EXPECT_THAT(numbers(Difference::Kind::Differs), ElementsAre(7));
      EXPECT_EQ(first_->count("Scan"), 4);
      EXPECT_EQ(second_->count("Scan"), 3);
      EXPECT_LE(first_->count("HashItems") + second_->count("HashItems"), 2);
    }
}

TEST_F(Compare, AnErrorOfALaterPageEndsIt) {
  put("first", 1);
  first_->on_hash = [this](const HashItemsRequest& request) {
    if (request.total_segments != 1'000'000)
      first_->refusal = Error{ErrorCode::ResourceNotFoundException, "gone", {}, {}};
  };
  const auto result = compare();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "gone");
}

// Another program writes items between the sums and the lists, and between the lists and the second reads.
TEST_F(Compare, ItemsThatAreWrittenMeanwhileAreToldAsTheyAreInTheEnd) {
  for (int i = 0; i < 50; ++i) {
    put("first", i);
    put("second", i);
  }
  put("second", 1, 5);  // until it is listed
  put("second", 2, 5);  // until it is read again
  put("second", 3, 5);  // becomes another difference
  std::once_flag lists, reads;
  second_->on_hash = [&](const HashItemsRequest& request) {
    if (request.parts)
      std::call_once(lists, [&] {
        put("second", 1);
        put("second", 3, 6);
      });
  };
  const auto counting = second_->before;
  second_->before = [&](std::string_view name) {
    if (name == "BatchGetItem") std::call_once(reads, [&] { put("second", 2); });
    return counting(name);
  };
  const auto result = compare();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(numbers(Difference::Kind::Differs), ElementsAre(3));
  EXPECT_EQ(differences_[3].second->get("value"), AttributeValue(6));
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

// Against a map: random changes of both tables, with so little memory that nearly all entries wait in files, and with
// hashes or without.
TEST_F(Compare, RandomDifferencesAreFoundWithAndWithoutFiles) {
  std::mt19937 random(42);
  for (int way = 0; way < 4; ++way) {
    const std::size_t memory = way % 2 == 0 ? std::size_t{1} << 24 : 1;
    if (way >= 2) first_->refusal = Error{ErrorCode::UnknownOperationException, "", {}, {}};
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
