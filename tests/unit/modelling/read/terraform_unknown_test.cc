// Values that Terraform alone knows are left out, and those that the files know are kept.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "modelling/core/outline.h"
#include "outline_of.h"
#include "support/temporary_directory.h"

namespace partita::modelling {
namespace terraform_unknown_test {

std::string tables_of(const std::string& shown) { return shown.substr(0, shown.find("notes\n")); }
bool has(const std::string& shown, std::string_view text) { return shown.find(text) != shown.npos; }

constexpr std::string_view kTable = R"(
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
)";

std::string table(const std::string& name, const std::string& begin) {
  return "resource \"aws_dynamodb_table\" \"" + name + "\" {\n" + begin + std::string(kTable);
}

TEST(TerraformUnknown, IsAPartOfAValue) {
  for (const auto& [begin, name] : {
           std::pair{"for_each = { aaa = aws_kms_key.k.arn, bbb = \"x\" }\n name = each.key",
                     "table aaa: id S\ntable bbb"},
           std::pair{"for_each = { ccc = { arn = aws_kms_key.k.arn, n = \"nn1\" } }\n name = each.value.n",
                     "table nn1: "},
           std::pair{"name = merge({ a = \"mm\" }, { b = aws_x.y.z }).a", "table mm: "},
           std::pair{"name = [\"ll\", aws_x.y.z][0]", "table ll: "},
           std::pair{"name = \"n${length([aws_x.y.z, 1])}\"", "table n2: "},
           std::pair{"name = lookup({ a = \"kk\", b = aws_x.y.z }, \"a\")", "table kk: "},
           std::pair{"name = [for x in [{ n = \"ff\", a = aws_x.y.z }] : x.n][0]", "table ff: "},
           std::pair{"name = flatten([[{ n = \"tt\", a = aws_x.y.z }]])[0].n", "table tt: "},
           std::pair{"name = keys({ jj = aws_x.y.z })[0]", "table jj: "},
           std::pair{"name = { for k, v in { oo = aws_x.y.z } : k => \"v-${k}\" }[\"oo\"]", "table v-oo: "},
       })
    EXPECT_TRUE(outline_of(table("t", begin), "t.tf").starts_with(name)) << begin << "\n"
                                                                         << outline_of(table("t", begin), "t.tf");
}

// Values that depend on the unknown part are not guessed.
TEST(TerraformUnknown, StaysUnknown) {
  for (const char* begin : {
           "name = [\"ll\", aws_x.y.z][1]",
           "name = merge({ a = \"mm\" }, { a = aws_x.y.z }).a",
           "name = join(\"-\", [\"a\", aws_x.y.z])",
           "name = tolist(toset([\"a\", aws_x.y.z]))[0]",
           "name = flatten([[\"a\"], aws_x.y.z])[0]",
           "name = contains([\"a\", aws_x.y.z], \"b\") ? \"yes\" : \"no\"",
           "name = sort([\"a\", aws_x.y.z])[0]",
           "name = try({ a = aws_x.y.z }.a, \"other\")",
           "name = compact([\"\", aws_x.y.z, \"b\"])[0]",
       }) {
    const std::string shown = outline_of(table("t", begin), "t.tf");
    EXPECT_TRUE(has(shown, "the name of aws_dynamodb_table.t is taken for t, because it is not known") &&
                has(shown, "the value of aws_x.y.z is not known here"))
        << begin << "\n"
        << shown;
  }
  for (const char* begin : {"for_each = toset([\"a\", aws_x.y.z])\n name = each.key",
                            "count = aws_x.y.z\n name = \"t\"", "name = \"t\"\n range_key = { a = aws_x.y.z }.a"})
    EXPECT_TRUE(has(outline_of(table("t", begin), "t.tf"), "the value of aws_x.y.z is not known here")) << begin;
}

TEST(TerraformUnknown, LeavesTheOtherTags) {
  const auto read =
      read_model_text(table("t", "name = \"t\"\n tags = { a = \"x\", b = aws_x.y.z }"), "t.tf", ReadOptions{});
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->tables.front().tags.size(), 1u);
  EXPECT_EQ(read->tables.front().tags.front().key, "a");
  EXPECT_TRUE(has(outline(*read), "tags.b of aws_dynamodb_table.t is left out")) << outline(*read);
}

TEST(TerraformUnknown, NamesDiffer) {
  const std::string shown = outline_of(
      table("a", "name = var.env") + table("b", "count = 2\n name = var.env") + table("c", "name = \"a\""), "t.tf");
  EXPECT_EQ(tables_of(shown), "table a: id S\ntable b-0: id S\ntable b-1: id S\ntable a-2: id S\n") << shown;
  EXPECT_TRUE(has(shown, "the table a is called a-2 here, because a model has one table of each name")) << shown;
}

TEST(TerraformRegions, MayHaveTablesOfOneName) {
  const std::string shown =
      outline_of(table("a", "name = \"bbb\"") + table("b", "provider = aws.west\n name = \"bbb\"") +
                     table("c", "region = \"eu-west-1\"\n name = \"bbb\""),
                 "t.tf");
  EXPECT_EQ(tables_of(shown), "table bbb: id S\ntable bbb-west: id S\ntable bbb-eu-west-1: id S\n") << shown;
  EXPECT_TRUE(has(shown, "the table bbb of west is called bbb-west here")) << shown;
  EXPECT_TRUE(has(outline_of(table("a", "name = \"bbb\"") + table("b", "name = \"bbb\""), "t.tf"),
                  "there are two tables bbb; rename one"));
}

TEST(TerraformNotes, NameWhatBelongsToATable) {
  const std::string shown = outline_of(table("t", "name = \"t\"") + R"(
provider "aws" {
  default_tags {
    tags = { team = "x" }
  }
}
resource "aws_appautoscaling_target" "s" {
  service_namespace = "dynamodb"
}
resource "aws_appautoscaling_target" "other" {
  service_namespace = "ecs"
}
resource "aws_appautoscaling_target" "none" {
  count             = 0
  service_namespace = "dynamodb"
}
resource "aws_dynamodb_tag" "g" {}
resource "aws_dynamodb_table_replica" "r" {}
resource "aws_dynamodb_kinesis_streaming_destination" "k" {}
resource "aws_dynamodb_contributor_insights" "i" {}
resource "aws_dynamodb_resource_policy" "p" {}
)",
                                       "t.tf");
  for (const char* name :
       {"default_tags of the provider are not kept", "aws_appautoscaling_target.s is not kept: the units",
        "aws_dynamodb_tag.g is not kept", "aws_dynamodb_table_replica.r is not kept",
        "aws_dynamodb_kinesis_streaming_destination.k is not kept", "aws_dynamodb_contributor_insights.i is not kept",
        "aws_dynamodb_resource_policy.p is not kept"})
    EXPECT_TRUE(has(shown, name)) << name << "\n" << shown;
  EXPECT_FALSE(has(shown, "aws_appautoscaling_target.other")) << shown;
  EXPECT_FALSE(has(shown, "aws_appautoscaling_target.none")) << shown;
}

TEST(TerraformNotes, AreTheErrorIfNoTableHasAnInstance) {
  const std::string shown = outline_of(table("t", "count = 0\n name = \"t\""), "t.tf");
  EXPECT_EQ(shown, "t.tf:1: aws_dynamodb_table.t has no instance");
}

TEST(TerraformNotes, SayThatANullIsNoValue) {
  EXPECT_TRUE(
      has(outline_of("variable \"k\" { default = null }\nresource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n "
                     " hash_key = var.k\n}\n",
                     "t.tf"),
          "the member 'hash_key' of the resource aws_dynamodb_table.t has no value"));
}

class TerraformUnknownFiles : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(directory_ / name).parent_path());
    std::ofstream(directory_ / name) << text;
  }
  std::string shown() const {
    const auto read = read_model(directory_.string());
    return read ? outline(*read) : read.error().message;
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(TerraformUnknownFiles, TablesOfModulesHaveTheModulesNames) {
  write("m/main.tf", "variable \"env\" {}\n" + table("this", "name = var.env"));
  write("main.tf",
        "module \"a\" {\n source = \"./m\"\n env = aws_x.y.z\n}\nmodule \"b\" {\n source = \"./m\"\n for_each = "
        "toset([\"p\", "
        "\"q\"])\n env = \"${aws_x.y.z}-${each.key}\"\n}\n");
  EXPECT_EQ(tables_of(shown()), "table a-this: id S\ntable b-p-this: id S\ntable b-q-this: id S\n") << shown();
}

TEST_F(TerraformUnknownFiles, ModulesHaveOutputs) {
  write("m/main.tf", table("this", "name = \"${var.prefix}-inner\"") + R"(
variable "prefix" {}
output "hash_key" { value = "user_id" }
output "table" { value = aws_dynamodb_table.this.name }
output "arn" { value = aws_dynamodb_table.this.arn }
)");
  write("main.tf", R"(
module "a" {
  source = "./m"
  prefix = "one"
}
module "each" {
  source   = "./m"
  for_each = toset(["x"])
  prefix   = each.key
}
resource "aws_dynamodb_table" "t" {
  name         = "${module.a.table}-2-${module.each["x"].table}"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = module.a.hash_key
  range_key    = try(module.a.none, "sort")
  attribute {
    name = module.a.hash_key
    type = "S"
  }
  attribute {
    name = "sort"
    type = "S"
  }
}
resource "aws_dynamodb_table" "u" {
  name     = "u"
  hash_key = module.a.arn
}
)");
  const std::string text = shown();
  EXPECT_TRUE(has(text, "table one-inner-2-x-inner: user_id S / sort S\n")) << text;
  EXPECT_TRUE(has(text, "aws_dynamodb_table.u is not read")) << text;
}

// A module whose inputs need its own outputs ends.
TEST_F(TerraformUnknownFiles, OutputsMayRefer) {
  write("m/main.tf", "variable \"in\" {}\noutput \"out\" { value = var.in }\noutput \"known\" { value = \"k\" }\n");
  write("main.tf",
        "module \"a\" {\n source = \"./m\"\n in = module.b.out\n}\nmodule \"b\" {\n source = \"./m\"\n in = "
        "module.a.out\n}\n" +
            table("t", "name = module.a.known") + table("u", "name = module.a.out"));
  EXPECT_TRUE(has(shown(), "table k: id S\ntable u: id S\n")) << shown();
}

TEST_F(TerraformUnknownFiles, FilesOfVariablesComeInTerraformsOrder) {
  const std::string main = "variable \"name\" { default = \"none\" }\n" + table("t", "name = var.name");
  write("main.tf", main);
  for (const auto& [file, text, name] : {
           std::tuple{"terraform.tfvars", "name = \"one\"\n", "one"},
           std::tuple{"terraform.tfvars.json", "{\"name\": \"two\"}", "two"},
           std::tuple{"a.auto.tfvars", "name = \"three\"\n", "three"},
           std::tuple{"b.auto.tfvars.json", "{\"name\": \"fo${u}r\"}", "fo${u}r"},
           std::tuple{"z.auto.tfvars", "name = \"five\"\n", "five"},
           std::tuple{"other.tfvars", "name = \"never\"\n", "five"},
       }) {
    write(file, text);
    EXPECT_TRUE(shown().starts_with("table " + std::string(name) + ": ")) << file << "\n" << shown();
  }
}

}  // namespace terraform_unknown_test
}  // namespace partita::modelling
