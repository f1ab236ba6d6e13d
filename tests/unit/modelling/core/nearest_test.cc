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

TEST(Nearest, TranslatesWordsOfOtherSystems) {
  struct Case {
    std::string_view name, end;
  };
  constexpr std::array<std::string_view, 4> kKinds = {"string", "integer", "bool", "time"};
  for (const Case& one :
       {Case{"number", "; did you mean 'integer'?"}, Case{"boolean", "; did you mean 'bool'?"},
        Case{"Timestamp", "; did you mean 'time'?"}, Case{"money", "; it is one of string, integer, bool, time"}})
    EXPECT_EQ(did_you_mean(one.name, kKinds), one.end) << one.name;
  // A translation counts more than a similar name, and only among the known names.
  constexpr std::array<std::string_view, 3> kMembers = {"set", "entities", "partition_key"};
  EXPECT_EQ(did_you_mean("get", kMembers), "; did you mean 'entities'?");
  EXPECT_EQ(did_you_mean("hash_key", kMembers), "; did you mean 'partition_key'?");
  EXPECT_EQ(did_you_mean("HashKey", kMembers), "; did you mean 'partition_key'?");
  EXPECT_EQ(did_you_mean("get", kKnown), "; it is one of operation, parameters, name, Query");
}

TEST(Nearest, ComparesLongNamesByTheirBeginnings) {
  const std::string long_name(100'000, 'x');
  EXPECT_EQ(nearest_name(long_name, kKnown), "");
}

}  // namespace nearest_test
}  // namespace partita::modelling
