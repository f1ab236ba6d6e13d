// Iterators of every kind against a std::map: bounds, directions, within a prefix, keys shorter than the prefix.
#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "unit/storage/any_store.h"

namespace partita::test {
namespace iterator_test {

using storage::Direction;
using storage::IteratorOptions;
using storage::ReadState;
using storage::Store;
using Entries = std::vector<std::pair<std::string, std::string>>;

class StoreIterator : public AnyStore {
 protected:
  Entries read(const IteratorOptions& options) const {
    Entries out;
    auto iterator = store_->iterate(options);
    for (; iterator->valid(); iterator->next()) out.emplace_back(iterator->key(), iterator->value());
    const auto end = iterator->end_state();
    EXPECT_TRUE(end);
    EXPECT_EQ(end.value_or(ReadState::NotCached), ReadState::Missing);
    return out;
  }

  Entries expected(const IteratorOptions& options) const {
    Entries out;
    for (auto at = model_.lower_bound(options.lower); at != model_.end(); ++at)
      if (options.upper.empty() || at->first < options.upper) out.push_back(*at);
    if (options.direction == Direction::Reverse) std::ranges::reverse(out);
    return out;
  }

  void expect_as_model(IteratorOptions options) {
    for (const Direction direction : {Direction::Forward, Direction::Reverse}) {
      options.direction = direction;
      EXPECT_EQ(read(options), expected(options))
          << "[" << options.lower << ", " << options.upper << ") within_prefix " << options.within_prefix;
    }
  }

  // Keys have one to fifteen letters out of two, so that many share prefixes of ten, and some are shorter.
  std::string random_key() {
    std::string key(1 + random_() % 15, 'a');
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = i < 7 || random_() % 2 ? 'a' : 'b';
    return key;
  }

  void change_at_random() {
    storage::Batch batch;
    for (int i = 0; i < 20; ++i) {
      const std::string key = random_key();
      if (random_() % 3 == 0) {
        batch.erase(key);
        model_.erase(key);
      } else {
        batch.put(key, std::to_string(random_()));
      }
      batch.for_each([&](auto operation, std::string_view k, const storage::Batch::Value& v) {
        std::string joined;
        if (operation == storage::Batch::Operation::Put) model_[std::string(k)] = v.whole(joined);
      });
      write(batch);
      batch.clear();
    }
    std::string lower = random_key(), upper = random_key();
    if (lower > upper) std::swap(lower, upper);
    if (random_() % 4 == 0 && lower < upper) {
      batch.erase_range(lower, upper);
      model_.erase(model_.lower_bound(lower), model_.lower_bound(upper));
      write(batch);
    }
  }

  std::mt19937 random_{20240607};
  std::map<std::string, std::string> model_;
};
PARTITA_FOR_EVERY_STORE(StoreIterator);

TEST_P(StoreIterator, an_empty_store_has_no_entries) { expect_as_model({}); }

TEST_P(StoreIterator, agrees_with_a_map_over_random_changes_and_bounds) {
  for (int round = 0; round < 25; ++round) {
    change_at_random();
    if (round % 5 == 0) settle();
    expect_as_model({});
    for (int i = 0; i < 20; ++i) {
      IteratorOptions options;
      options.lower = random_key();
      options.upper = random_() % 5 == 0 ? "" : random_key();
      expect_as_model(options);
    }
  }
}

TEST_P(StoreIterator, agrees_with_a_map_within_a_prefix) {
  for (int round = 0; round < 25; ++round) {
    change_at_random();
    if (round % 5 == 0) settle();
    for (int i = 0; i < 20; ++i) {
      std::string prefix = random_key();
      prefix.resize(Store::kPrefixBytes, 'b');
      IteratorOptions options;
      options.within_prefix = true;
      options.lower = prefix + std::string(random_() % 3, 'a');
      options.upper = prefix + std::string(1 + random_() % 3, 'b');
      expect_as_model(options);
      options.upper = prefix;
      ++options.upper.back();  // the bound just after the prefix does not have the prefix
      expect_as_model(options);
    }
  }
}

TEST_P(StoreIterator, an_upper_bound_behind_the_last_byte_of_a_prefix_is_found_in_reverse) {
  const std::string prefix("\0\0\0\1\0\0\xff\xff\xff\xff", 10), next("\0\0\0\1\0\1\0\0\0\0", 10);
  for (const std::string& key : {prefix + "a", prefix + "b", next + "a"}) {
    put(key, "1");
    model_[key] = "1";
  }
  settle();
  IteratorOptions options;
  options.within_prefix = true;
  options.lower = prefix;
  options.upper = next;
  expect_as_model(options);
}

TEST_P(StoreIterator, sees_one_moment) {
  put("a", "1");
  put("b", "1");
  auto iterator = store_->iterate({});
  put("b", "2");
  put("c", "2");
  iterator->next();
  ASSERT_TRUE(iterator->valid());
  EXPECT_EQ(iterator->value(), "1");
  iterator->next();
  EXPECT_FALSE(iterator->valid());
}

}  // namespace iterator_test
}  // namespace partita::test
