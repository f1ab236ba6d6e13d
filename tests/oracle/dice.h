// Random values, keys, conditions and updates from few possible ones, so that they often meet.
#pragma once

#include <random>

#include "model.h"

namespace partita::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

  AttributeMap key();
  // `count` different keys.
  std::vector<AttributeMap> keys(int count);
  // A value of the kind that `attribute` has.
  AttributeValue value_of(const std::string& attribute);
  // With `any_type`, an item now and then has a type that an index refuses.
  AttributeMap item(const AttributeMap& key, bool any_type);
  Rules rules(int up_to, bool keys_too);
  Actions actions(bool any_type);
  std::vector<SortRule> sort_rules(const Shape& shape);

 private:
  std::mt19937_64 random_;
};

}  // namespace partita::test
