#include "auth/fields.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace partita::auth {
namespace fields_test {

TEST(HeaderFieldsTest, KeepsNamesInLowerCaseAndValuesAsTheyAre) {
  HeaderFields fields;
  for (int run = 0; run < 2; ++run) {
    std::string name, value;
    for (int size = 1; size <= 20; ++size) {
      name += static_cast<char>('@' + size * 3);  // '@' to '|', so letters in both cases and their neighbours
      value += "Va";
      fields.add(name, value);
      const HeaderField field = fields[fields.size() - 1];
      EXPECT_EQ(field.name, base::lower(name));
      EXPECT_EQ(field.value, value);
      EXPECT_EQ(fields.find(base::lower(name)), value);
    }
    EXPECT_EQ(fields.size(), 20u);
    EXPECT_EQ(fields[0].name, base::lower(name.substr(0, 1)));
    fields.add("Empty", "");
    EXPECT_EQ(fields.find("empty"), "");
    EXPECT_EQ(fields.find("Empty"), std::nullopt);
    fields.clear();
    EXPECT_EQ(fields.size(), 0u);
  }
  // Each byte by itself.
  for (int byte = 0; byte < 256; ++byte) {
    const std::string name(1, static_cast<char>(byte));
    fields.clear();
    fields.add(name, "v");
    EXPECT_EQ(fields[0].name, base::lower(name)) << byte;
  }
  fields.release();
  EXPECT_LT(fields.capacity(), 64u);
}

TEST(HeaderFieldsTest, FindsTheFirstOfAName) {
  HeaderFields fields;
  fields.add("A", "1");
  fields.add("a", "2");
  EXPECT_EQ(fields.find("a"), "1");
  EXPECT_EQ(fields.find("b"), std::nullopt);
}

}  // namespace fields_test
}  // namespace partita::auth
