// The nearest known name for a misspelt one.
#include "modelling/core/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace partita::modelling {
namespace nearest_test {

constexpr std::array<std::string_view, 4> kKnown = {"operation", "parameters", "name", "Query"};

TEST(Nearest, FindsTheNameThatTakesFewChanges) {
  struct Case {
    std::string_view name, nearest;
  };
  for (const Case& one : {Case{"operaton", "operation"}, Case{"paramaters", "parameters"}, Case{"NAME", "name"},
                          Case{"nmae", "name"}, Case{"query", "Query"}, Case{"colour", ""}, Case{"", ""}})
    EXPECT_EQ(nearest_name(one.name, kKnown), one.nearest) << one.name;
}

TEST(Nearest, ListsAllIfNoneIsNear) {
  EXPECT_EQ(did_you_mean("Qurey", kKnown), "; did you mean 'Query'?");
  EXPECT_EQ(did_you_mean("colour", kKnown), "; it is one of operation, parameters, name, Query");
  EXPECT_EQ(did_you_mean("colour", {}), "");
}

TEST(Nearest, ComparesLongNamesByTheirBeginnings) {
  const std::string long_name(100'000, 'x');
  EXPECT_EQ(nearest_name(long_name, kKnown), "");
}

}  // namespace nearest_test
}  // namespace partita::modelling
