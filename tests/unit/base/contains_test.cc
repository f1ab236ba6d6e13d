#include "base/contains.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::base {
namespace contains_test {

TEST(Contains, FindsAnElementAtEachPlace) {
  const std::vector<int> list = {1, 2, 3};
  for (const int element : list) EXPECT_TRUE(contains(list, element)) << element;
  EXPECT_FALSE(contains(list, 4));
  EXPECT_FALSE(contains(std::vector<int>(), 1));
}

TEST(Contains, ComparesTextsOfOtherTypes) {
  constexpr std::string_view kWords[] = {"first", "last"};
  static_assert(contains(kWords, std::string_view("last")));
  EXPECT_FALSE(contains(kWords, std::string("las")));
}

TEST(Contains, ComparesAMemberOfEachElement) {
  struct Named {
    std::string name;
    int number;
  };
  const std::vector<Named> list = {{"one", 1}, {"two", 2}};
  EXPECT_TRUE(contains(list, "two", &Named::name));
  EXPECT_FALSE(contains(list, "three", &Named::name));
  EXPECT_TRUE(contains(list, 1, &Named::number));
}

}  // namespace contains_test
}  // namespace partita::base
