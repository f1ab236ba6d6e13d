#include "value/utf8.h"

#include <gtest/gtest.h>

#include "unit/support/hex.h"

namespace partita::value {
namespace utf8_test {

using test::unhex;

constexpr const char* kCharacters[] = {"00",     "7f",     "c280",   "dfbf",     "e0a080",
                                       "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf"};
constexpr const char* kBroken[] = {
    "80",     "bf",     "c0af",     "c1bf",     "c2",       "c241",     "e09fbf", "e0a0",
    "eda080", "edbfbf", "f08fbfbf", "f0908041", "f4908080", "f5808080", "ff",
};

TEST(Utf8, AcceptsTheFirstAndLastCharacterOfEachForm) {
  for (const char* character : kCharacters)
    for (int before = 0; before < 18; ++before)
      EXPECT_TRUE(is_utf8(std::string(before, 'a') + unhex(character) + std::string(18 - before, 'b'))) << character;
  EXPECT_TRUE(is_utf8(""));
}

TEST(Utf8, RefusesLongFormsSurrogatesAndBrokenCharactersWhereverTheyStand) {
  for (const char* broken : kBroken)
    for (int before = 0; before < 18; ++before) {
      EXPECT_FALSE(is_utf8(std::string(before, 'a') + unhex(broken))) << broken;
      EXPECT_FALSE(is_utf8(std::string(before, 'a') + unhex(broken) + "bcdefghijk")) << broken;
    }
}

}  // namespace utf8_test
}  // namespace partita::value
