// Texts of a model stay texts in a module of TypeScript.
#include "modelling/generate/typescript/ts_text.h"

#include <gtest/gtest.h>

namespace partita::modelling::typescript {
namespace ts_text_test {

TEST(TsText, PropertiesAreIdentifiersOrQuoted) {
  EXPECT_EQ(ts_property("order"), "order");
  EXPECT_EQ(ts_property("class"), "class");
  EXPECT_EQ(ts_property("a-b"), "\"a-b\"");
  EXPECT_EQ(ts_property("a\"b\\"), R"("a\"b\\")");
  EXPECT_EQ(ts_property(""), "\"\"");
  // In an object literal this name without brackets would set the prototype.
  EXPECT_EQ(ts_property("__proto__"), "[\"__proto__\"]");
  EXPECT_FALSE(is_ts_identifier("class"));
  EXPECT_FALSE(is_ts_identifier("3d"));
  EXPECT_TRUE(is_ts_identifier("$order_1"));
}

TEST(TsText, ACommentEndsOnlyAtItsEnd) {
  EXPECT_EQ(ts_doc({"a */ b\nc"}), "/** a *\\/ b c */\n");
  EXPECT_EQ(ts_doc({"", ""}), "");
  EXPECT_EQ(ts_doc({"one", "two"}, 2), "  /**\n   * one\n   *\n   * two\n   */\n");
}

TEST(TsText, LongLinesAreDivided) {
  const std::vector<std::string> names = {std::string(60, 'a'), std::string(60, 'b')};
  EXPECT_EQ(ts_union_line("type A = ", {"a", "b"}, ";"), "type A = \"a\" | \"b\";\n");
  EXPECT_EQ(ts_union_line("type A = ", names, ";"), "type A =\n  | \"" + names[0] + "\"\n  | \"" + names[1] + "\";\n");
  EXPECT_EQ(ts_union({}), "never");
}

}  // namespace ts_text_test
}  // namespace partita::modelling::typescript
