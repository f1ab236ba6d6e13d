// Texts of a model stay texts in a package of Go, and names are those that its programmers expect.
#include "modelling/generate/go/go_text.h"

#include <gtest/gtest.h>

namespace partita::modelling::go {
namespace go_text_test {

TEST(GoText, NamesAreThoseOfGo) {
  EXPECT_EQ(go_exported("customer_id"), "CustomerID");
  EXPECT_EQ(go_exported("ORDER_ITEM"), "OrderItem");
  EXPECT_EQ(go_exported("url of a page"), "URLOfAPage");
  EXPECT_EQ(go_exported("3d"), "X3d");
  EXPECT_EQ(go_unexported("id_of_customer"), "idOfCustomer");
  EXPECT_EQ(go_small("URLEntry"), "urlEntry");
  EXPECT_EQ(go_small("OrderItem"), "orderItem");
  EXPECT_EQ(go_small("ID"), "id");
  EXPECT_EQ(go_plural("Category"), "Categories");
  EXPECT_EQ(go_plural("Day"), "Days");
  EXPECT_EQ(go_plural("Box"), "Boxes");
}

TEST(GoText, APackageIsNamedAsItsDirectory) {
  EXPECT_EQ(go_package_name("shop"), "shop");
  EXPECT_EQ(go_package_name("My-Shop_2"), "myshop2");
  EXPECT_EQ(go_package_name("2shops"), "");
  EXPECT_EQ(go_package_name("func"), "");
  EXPECT_EQ(go_package_name("main"), "");
  EXPECT_EQ(go_package_name("c"), "c");
  EXPECT_EQ(go_package_name("--"), "");
}

TEST(GoText, LiteralsAndTagsEndOnlyAtTheirEnd) {
  EXPECT_EQ(go_literal("a\"b\\c\n"), R"("a\"b\\c\x0a")");
  EXPECT_EQ(go_literal("\xef\xbb\xbfx"), R"("\ufeffx")");
  EXPECT_EQ(go_json_tag("note", ",omitempty"), "`json:\"note,omitempty\"`");
  EXPECT_EQ(go_json_tag("a`b"), "`json:\"-\"`");
  EXPECT_EQ(go_json_tag("a,b"), "`json:\"-\"`");
}

TEST(GoText, CommentsHaveOneLineForEachLine) {
  EXPECT_EQ(go_doc({"a\nfunc b() {}", "", "c"}), "// a func b() {}\n//\n// c\n");
  EXPECT_EQ(go_doc({""}), "");
}

TEST(GoText, ColumnsAreBelowEachOther) {
  EXPECT_EQ(go_columns({{"A", "int"}, {"Longer", "string"}}, "\t"), "\tA      int\n\tLonger string\n");
  EXPECT_EQ(go_struct_rows({{"A", "int", "`x`"}, {"Bc", "string", "`y`"}}), "\tA  int    `x`\n\tBc string `y`\n");
}

TEST(GoText, ParametersOfOneTypeShareIt) {
  EXPECT_EQ(go_parameters("func f", {"a int", "b int", "c string"}, " {"), "func f(a, b int, c string) {");
  const std::string name(100, 'n');
  EXPECT_EQ(go_parameters("func f", {name + " int", "b int"}, " {"), "func f(\n\t" + name + " int,\n\tb int,\n) {");
}

}  // namespace go_text_test
}  // namespace partita::modelling::go
