// Types of Terraform's values: equality, the texts of numbers, the conversion to the type of a variable, and texts with
// directives.
#include <gtest/gtest.h>

#include "outline_of.h"

namespace partita::modelling {
namespace terraform_types_test {

constexpr std::string_view kHead = R"(
variable "b" {
  type = bool
  default = true
}
variable "s" {
  type = string
  default = 5
}
variable "n" {
  type = number
  default = "07"
}
variable "list" {
  type = list(string)
  default = []
}
variable "set" {
  type = set(string)
  default = ["z", "a", "z"]
}
variable "map" {
  type = map(string)
  default = {}
}
variable "object" {
  type = object({ kept = string, inner = optional(object({ b = optional(string, "in"), c = optional(number) }), {}) })
  default = { kept = 1, dropped = "x" }
}
variable "objects" {
  type = list(object({ name = string, size = optional(number, 1.50) }))
  default = [{ name = "a", more = "x" }, { name = "b", size = "2.0" }]
}
variable "secret" {}
locals {
  one  = 1.0
  tuple = ["a", "b"]
  lines = <<-EOT
    %{ for x in local.tuple ~}
    - ${x}
    %{ endfor ~}
    end
  EOT
}
)";

// The name of a table whose key has the name that the expression gives, or the reason why it is not known.
std::string value_of(const std::string& expression, const ReadOptions& options = {}) {
  const std::string text =
      outline_of(std::string(kHead) + "resource \"aws_dynamodb_table\" \"t\" {\n  hash_key = " + expression +
                     "\n  name = \"t\"\n}\n",
                 "t.tf", options);
  constexpr std::string_view kBegin = "table t: ";
  if (!text.starts_with(kBegin)) return text;
  const std::string line = text.substr(kBegin.size(), text.find('\n') - kBegin.size());
  return line.substr(0, line.find(", provisioned"));
}

TEST(TerraformTypes, AreEqualOnlyAmongThemselves) {
  struct Case {
    std::string_view expression;
    bool is_equal;
  };
  for (const Case& one : {
           Case{R"("1" == 1)", false},
           Case{R"(1 == 1.0)", true},
           Case{R"(local.one == 1)", true},
           Case{R"("a" == "a")", true},
           Case{R"("${1}" == 1)", true},     // a text of one value alone is the value
           Case{R"("${1}" == "1")", false},  // so it is not a text
           Case{R"("v${1}" == "v1")", true},
           Case{R"(var.b == "true")", false},
           Case{R"(var.b == true)", true},
           Case{R"(var.s == 5)", false},
           Case{R"(var.s == "5")", true},
           Case{R"(var.n == 7)", true},
           Case{R"(var.list == [])", false},
           Case{R"(var.list == tolist([]))", true},
           Case{R"(var.map == {})", false},
           Case{R"(length(var.map) == 0)", true},
           Case{R"(toset(["a"]) == ["a"])", false},
           Case{R"(toset(["b", "a"]) == toset(["a", "b", "a"]))", true},
           Case{R"(local.tuple == ["a", "b"])", true},
           Case{R"(local.tuple == ["a", "c"])", false},
           Case{R"({ a = 1 } == { a = 1.0 })", true},
           Case{R"({ a = 1 } == { a = "1" })", false},
           Case{R"(null == null)", true},
           Case{R"(var.object == null)", false},
           Case{R"(contains(["1"], 1))", false},
           Case{R"(contains(["1"], tostring(1)))", true},
           Case{R"((var.b ? 5 : "none") == 5)", false},  // both results of a condition have one type
           Case{R"((var.b ? 5 : "none") == "5")", true},
           Case{R"(jsondecode("{\"n\": 1.0}").n == 1)", true},
           Case{R"(jsondecode("{\"n\": \"1\"}").n == 1)", false},
           Case{R"(tonumber("010") == 10)", true},
           Case{R"(tobool("true") == true)", true},
       }) {
    EXPECT_EQ(value_of(std::string(one.expression) + " ? \"equal\" : \"different\""),
              one.is_equal ? "equal" : "different")
        << one.expression;
    if (one.expression.find(" == ") == one.expression.npos || one.expression.starts_with("contains")) continue;
    std::string opposite(one.expression);
    opposite.replace(opposite.rfind(" == "), 4, " != ");
    EXPECT_EQ(value_of(opposite + " ? \"different\" : \"equal\""), one.is_equal ? "equal" : "different") << opposite;
  }
}

TEST(TerraformTypes, DoNotDecideWhatIsNotKnown) {
  EXPECT_NE(value_of("concat(var.list, []) == [] ? \"a\" : \"b\"").find("of one type is not known here"),
            std::string::npos);
  EXPECT_NE(value_of("[var.secret] == [\"a\"] ? \"a\" : \"b\"").find("the variable secret has no value"),
            std::string::npos);
  EXPECT_EQ(value_of("[var.secret] == [] ? \"a\" : \"b\""), "b");
  EXPECT_EQ(value_of("{ a = var.secret } == null ? \"a\" : \"b\""), "b");
}

TEST(TerraformTypes, WriteNumbersInOneWay) {
  struct Case {
    std::string_view expression, text;
  };
  for (const Case& one : {
           Case{"1.0", "v1"},
           Case{"1.50", "v1.5"},
           Case{"1e3", "v1000"},
           Case{"1.25e1", "v12.5"},
           Case{"25e-3", "v0.025"},
           Case{"-0.0", "v0"},
           Case{"0.1 + 0.2", "v0.3"},
           Case{"2 * 3.50", "v7"},
           Case{"7 / 2", "v3.5"},
           Case{"9007199254740993", "v9007199254740993"},
           Case{"9007199254740993 + 1", "v9007199254740994"},
           Case{"123456789012345678901234567890", "v123456789012345678901234567890"},
           Case{"tostring(1.50)", "v1.5"},
           Case{"tonumber(\"010\")", "v10"},
           Case{"jsondecode(\"[1.0]\")[0]", "v1"},
           Case{"tostring(\"1.0\")", "v1.0"},
           Case{"max(1.0, 0.5)", "v1"},
       })
    EXPECT_EQ(value_of("\"v${" + std::string(one.expression) + "}\""), one.text) << one.expression;
}

TEST(TerraformTypes, AreThoseOfVariables) {
  for (const auto& [expression, text] : {
           std::pair{"join(\",\", keys(var.object))", "inner,kept"},
           std::pair{"\"${var.object.inner.b}-${var.object.inner.c == null}\"", "in-true"},
           std::pair{"join(\",\", [for o in var.objects : \"${o.name}${o.size}${length(o)}\"])", "a1.52,b22"},
           std::pair{"tolist(var.set)[0]", "a"},
           std::pair{"join(\"\", [for k, v in var.set : \"${k}${v}\"])", "aazz"},
       })
    EXPECT_EQ(value_of(expression), text) << expression;
  ReadOptions options;
  options.templates.parameters["b"] = "false";
  options.templates.parameters["n"] = "8.0";
  EXPECT_EQ(value_of("\"${var.b == false}-${var.n}-${var.n == 8}\"", options), "true-8-true");
  options.templates.parameters["n"] = "many";
  EXPECT_NE(value_of("\"${var.n}\"", options).find("'many' is not a number, which the type of the variable demands"),
            std::string::npos);
}

TEST(TerraformTexts, HaveDirectives) {
  struct Case {
    std::string_view expression, text;
  };
  for (const Case& one : {
           Case{R"("%{ if var.b }yes%{ else }no%{ endif }")", "yes"},
           Case{R"("a%{ if !var.b }yes%{ endif }b")", "ab"},
           Case{R"("%{ for x in local.tuple }<${x}>%{ endfor }")", "<a><b>"},
           Case{R"("%{ for k, v in { y = 1, x = 2.0 } }${k}${v}%{ endfor }")", "x2y1"},
           Case{R"("%{ for x in local.tuple }%{ if x == "b" }B%{ else }${x}%{ endif }%{ endfor }")", "aB"},
           Case{R"("a ${~ 1 ~} b")", "a1b"},
           Case{R"("a %{~ if true ~} b %{~ endif ~} c")", "abc"},
           Case{R"("%%{ if }$${x}")", "%{ if }${x}"},
           Case{R"(replace(trimspace(local.lines), "\n", "/"))", "- a/- b/end"},
           // A text of a directive is a string.
           Case{R"("%{ if true }${5}%{ endif }" == "5" ? "text" : "number")", "text"},
       })
    EXPECT_EQ(value_of(std::string(one.expression)), one.text) << one.expression;
  for (const auto& [expression, message] : {
           std::pair{R"("%{ if var.secret == "x" }a%{ endif }")", "the variable secret has no value"},
           std::pair{R"("%{ if true }a")", "the directive %{ if } has no %{ endif }"},
           std::pair{R"("a%{ endfor }")", "a directive %{ ends that does not begin"},
           std::pair{R"("%{ while true }")", "there is no directive %{ while }"},
       })
    EXPECT_NE(value_of(expression).find(message), std::string::npos) << expression << "\n" << value_of(expression);
}

// A directive in one argument does not change the others.
TEST(TerraformTexts, LeaveTheRestOfTheFile) {
  const std::string shown = outline_of(R"(
resource "aws_instance" "i" { user_data = "%{ if data.x.y.z }a%{ endif }" }
resource "aws_dynamodb_table" "t" {
  name = "t-%{ if data.x.y.z }a%{ endif }"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
}
)",
                                       "t.tf");
  EXPECT_TRUE(shown.starts_with("table t: id\n")) << shown;
  EXPECT_NE(shown.find("the name of aws_dynamodb_table.t is taken for t, because it is not known"), shown.npos)
      << shown;
}

TEST(TerraformTexts, MayBeginWithAByteOrderMark) {
  EXPECT_TRUE(
      outline_of("\xEF\xBB\xBFresource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n  hash_key = \"id\"\n}\n",
                 "t.tf")
          .starts_with("table t: id"));
}

}  // namespace terraform_types_test
}  // namespace partita::modelling
