// The nearest known name, by the most changes that a caller allows.
#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace partita::base {
namespace nearest_name_test {

constexpr std::array<std::string_view, 4> kKnown = {"operation", "parameters", "name", "Query"};

std::size_t third(std::size_t name, std::size_t known) { return std::max(name, known) / 3; }

TEST(NearestName, TakesFewChanges) {
  struct Case {
    std::string_view name, nearest;
  };
  for (const Case& one : {Case{"operaton", "operation"}, Case{"paramaters", "parameters"}, Case{"NAME", "name"},
                          Case{"nmae", "name"}, Case{"query", "Query"}, Case{"colour", ""}, Case{"", ""}})
    EXPECT_EQ(nearest_name(one.name, kKnown, third), one.nearest) << one.name;
}

TEST(NearestName, TakesAsManyChangesAsTheCallerAllows) {
  const auto two = [](std::size_t, std::size_t) -> std::size_t { return 2; };
  EXPECT_EQ(nearest_name("oxerxtion", kKnown, two), "operation");
  EXPECT_EQ(nearest_name("oxerxtiox", kKnown, two), "");
  EXPECT_EQ(nearest_name("oxerxtiox", kKnown, third), "operation");
  // The lengths are those of the name and of the known one, in this order.
  const auto by_name = [](std::size_t name, std::size_t) { return name; };
  EXPECT_EQ(nearest_name("x", std::array<std::string_view, 1>{"xyz"}, by_name), "");
  EXPECT_EQ(nearest_name("xyz", std::array<std::string_view, 1>{"x"}, by_name), "x");
}

TEST(NearestName, TakesTheFirstOfSeveral) {
  constexpr std::array<std::string_view, 3> kAlike = {"cat", "bat", "rat"};
  EXPECT_EQ(nearest_name("hat", kAlike, third), "cat");
  EXPECT_EQ(nearest_name("RAT", kAlike, third), "rat");
}

TEST(NearestName, ComparesLongNamesByTheirBeginnings) {
  const std::string long_name(100'000, 'x');
  EXPECT_EQ(nearest_name(long_name, kKnown, third), "");
  const std::string known = std::string(256, 'x') + std::string(300, 'a');
  EXPECT_EQ(nearest_name(std::string(256, 'x') + std::string(300, 'b'), std::array<std::string_view, 1>{known}, third),
            known);
}

}  // namespace nearest_name_test
}  // namespace partita::base
