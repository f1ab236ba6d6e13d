// Directories of Terraform's files, files that refer to their siblings, and .tf.json files.
#include <gtest/gtest.h>

#include <fstream>

#include "modelling/core/outline.h"
#include "modelling/read/read_model.h"
#include "outline_of.h"
#include "support/temporary_directory.h"

namespace partita::modelling {
namespace terraform_files_test {

class TerraformFiles : public ::testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) const { std::ofstream(directory_ / name) << text; }
  // The outline or the error, with the directory left out.
  std::string shown(const std::string& name = {}) const {
    const std::string path = name.empty() ? directory_.string() : directory_ / name;
    const auto read = read_model(path);
    std::string text = read ? outline(*read) : read.error().message;
    const std::string directory = directory_.string();
    for (std::size_t at; (at = text.find(directory)) != text.npos;) text.replace(at, directory.size(), "DIR");
    return text;
  }

  const test::TemporaryDirectory directory_;
};

constexpr std::string_view kVariables = R"(variable "stage" { default = "dev" }
locals { prefix = "shop-${var.stage}" }
)";
constexpr std::string_view kOrders = R"(resource "aws_dynamodb_table" "orders" {
  name         = "${local.prefix}-orders"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
)";
constexpr std::string_view kItems = R"(resource "aws_dynamodb_table_item" "one" {
  table_name = aws_dynamodb_table.orders.name
  item       = jsonencode({ id = { S = "7" } })
}
)";

TEST_F(TerraformFiles, ReadsAllFilesOfADirectory) {
  write("variables.tf", kVariables);
  write("orders.tf", kOrders);
  write("items.tf", kItems);
  write("carts.tf.json",
        R"({"resource": {"aws_dynamodb_table": {"carts": {"name": "${local.prefix}-carts", "hash_key": "id",
    "billing_mode": "PAY_PER_REQUEST", "attribute": {"name": "id", "type": "N"}}}}})");
  write(".draft.tf", "not HCL");
  write("notes.txt", "not HCL");
  EXPECT_EQ(shown(), R"(table shop-dev-carts: id N
table shop-dev-orders: id S, 1 sample
  entity shop_dev_orders (guessed)
    id string
    key "{id}"
    1 sample
notes
  DIR: Terraform says nothing about entities and access patterns
)");
}

TEST_F(TerraformFiles, ReadsASingleFileWithWhatItsSiblingsDefine) {
  write("variables.tf", kVariables);
  write("orders.tf", kOrders);
  write("carts.tf", "resource \"aws_dynamodb_table\" \"carts\" {\n  name = \"carts\"\n  hash_key = \"id\"\n}\n");
  const std::string text = shown("orders.tf");
  EXPECT_EQ(text.substr(0, text.find('\n')), "table shop-dev-orders: id S");
  EXPECT_EQ(text.find("carts"), text.npos) << text;
}

TEST_F(TerraformFiles, TakesValuesOfVariablesFromTheirFiles) {
  write("variables.tf", kVariables);
  write("orders.tf", kOrders);
  write("terraform.tfvars", "stage = \"test\"\n");
  write("other.tfvars", "stage = \"other\"\n");  // Terraform reads this one only if it is told to
  EXPECT_EQ(shown().substr(0, 28), "table shop-test-orders: id S");
}

// Terraform merges the blocks of such a file into the table, so the table would otherwise be read twice.
TEST_F(TerraformFiles, NotesAFileThatOverridesOthers) {
  write("variables.tf", kVariables);
  write("orders.tf", kOrders);
  write("orders_override.tf", R"(resource "aws_dynamodb_table" "orders" { billing_mode = "PROVISIONED" })");
  const std::string text = shown();
  EXPECT_NE(text.find("table shop-dev-orders: id S"), text.npos) << text;
  EXPECT_NE(text.find("orders_override.tf overrides parts of other files and is not read"), text.npos) << text;
}

TEST_F(TerraformFiles, NamesTheFileOfAFault) {
  write("variables.tf", "variable \"stage\" {\n");
  write("orders.tf", "resource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n  hash_key = \"id\"\n}\n");
  const std::string all = shown();
  EXPECT_EQ(all.substr(0, all.find('\n')), "table t: id, provisioned");
  EXPECT_NE(all.find("DIR: the file DIR/variables.tf is not read: DIR/variables.tf:1: the block variable has no end; a "
                     "'}' is missing"),
            all.npos)
      << all;
  const std::string alone = shown("orders.tf");
  EXPECT_NE(alone.find("what the file refers to is not taken from DIR/variables.tf:1: the block variable"), alone.npos)
      << alone;
}

TEST_F(TerraformFiles, RefusesADirectoryWithoutTerraform) {
  write("model.yaml", "format: 1\n");
  EXPECT_EQ(shown(), "DIR is a directory without Terraform files (.tf or .tf.json); give the file of a model instead");
}

TEST_F(TerraformFiles, ReadsModulesWithTheInputsOfTheirCalls) {
  std::filesystem::create_directory(directory_ / "table");
  write("main.tf", R"(variable "prefix" { default = "shop" }
module "tables" {
  source   = "./table"
  for_each = { orders = "id", carts = "cart" }
  name     = "${var.prefix}-${each.key}"
  key      = { name = each.value }
  secret   = data.x.y.z
}
)");
  write("table/main.tf", R"(variable "name" {}
variable "key" { type = object({ name = string, type = optional(string, "N") }) }
variable "secret" {}
variable "prefix" { default = "not the caller's" }
resource "aws_dynamodb_table" "this" {
  name         = var.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = var.key.name
  table_class  = var.secret
  attribute {
    name = var.key.name
    type = var.key.type
  }
}
)");
  const std::string text = shown();
  EXPECT_EQ(text.substr(0, text.find("notes")), "table shop-carts: cart N\ntable shop-orders: id N\n") << text;
  EXPECT_NE(text.find("table_class of module.tables[orders].aws_dynamodb_table.this is left out: DIR/main.tf:7: the "
                      "value of data.x.y.z is not known here"),
            text.npos)
      << text;
}

TEST_F(TerraformFiles, SaysThatADirectoryHasNoTable) {
  write("variables.tf", kVariables);
  EXPECT_EQ(shown(), "DIR: there is no resource aws_dynamodb_table here");
}

TEST(TerraformJsonSyntax, ReadsWhatTheOtherSyntaxSays) {
  const std::string hcl = outline_of(R"(
variable "stage" { default = "dev" }
locals { names = { orders = "orders-${var.stage}" } }
resource "aws_dynamodb_table" "t" {
  name = local.names.orders
  billing_mode = "PROVISIONED"
  read_capacity = 5
  write_capacity = 6
  hash_key = "pk"
  range_key = "sk"
  attribute {
    name = "pk"
    type = "S"
  }
  attribute {
    name = "sk"
    type = "N"
  }
  global_secondary_index {
    name = "g"
    projection_type = "ALL"
    key_schema {
      attribute_name = "sk"
      key_type = "HASH"
    }
  }
  ttl {
    attribute_name = "expires"
    enabled = true
  }
  tags = { team = "a" }
}
resource "aws_dynamodb_table_item" "i" {
  table_name = aws_dynamodb_table.t.name
  item = "{\"pk\": {\"S\": \"A#1\"}, \"sk\": {\"N\": \"1\"}}"
}
)",
                                     "a.tf");
  const std::string json = outline_of(R"({
"//": "a comment",
"variable": {"stage": {"default": "dev"}},
"locals": {"names": {"orders": "orders-${var.stage}"}},
"resource": [
  {"aws_dynamodb_table": {"t": [{"name": "${local.names.orders}", "billing_mode": "PROVISIONED", "read_capacity": 5,
    "write_capacity": 6, "hash_key": "pk", "range_key": "sk",
    "attribute": [{"name": "pk", "type": "S"}, {"name": "sk", "type": "N"}],
    "global_secondary_index": {"name": "g", "projection_type": "ALL", "key_schema": [{"attribute_name": "sk", "key_type": "HASH"}]},
    "ttl": {"attribute_name": "expires", "enabled": true}, "tags": {"team": "a"}}]}},
  {"aws_dynamodb_table_item": {"i": {"table_name": "${aws_dynamodb_table.t.name}",
    "item": "{\"pk\": {\"S\": \"A#1\"}, \"sk\": {\"N\": \"1\"}}"}}}]
})",
                                      "a.tf.json");
  EXPECT_EQ(json, hcl);
  EXPECT_EQ(json.substr(0, json.find(',')), "table orders-dev: pk S / sk N");
}

TEST(TerraformJsonSyntax, RefusesWhatItCannotEvaluate) {
  const auto with = [](std::string_view members) {
    return outline_of("{\"resource\": {\"aws_dynamodb_table\": {\"t\": {\n" + std::string(members) + "}}}}",
                      "a.tf.json");
  };
  EXPECT_EQ(with(R"("name": "${lower("T")}")"), "a.tf.json:2: not YAML or JSON: illegal EOF in scalar");
  EXPECT_EQ(
      with(R"("name": "t", "hash_key": "${uuid()}")"),
      "a.tf.json:2: the function uuid is not known here; write the value out, or read the output of 'terraform show "
      "-json' instead");
  EXPECT_EQ(with(R"("name": "${var.x")"), "a.tf.json:2: a ${ has no closing brace");
  EXPECT_EQ(with(R"("name": "t", "hash_key": "a", "attribute": "a")"),
            "a.tf.json:2: attribute takes a map, not a string");
}

TEST(TerraformJsonSyntax, ReadsDynamicBlocks) {
  const std::string text = outline_of(
      R"({"resource": {"aws_dynamodb_table": {"t": {"name": "t", "billing_mode": "PAY_PER_REQUEST", "hash_key": "a",
  "dynamic": {"attribute": {"for_each": {"a": "N"}, "iterator": "one",
                            "content": {"name": "${one.key}", "type": "${one.value}"}}}}}}})",
      "a.tf.json");
  EXPECT_EQ(text.substr(0, text.find('\n')), "table t: a N") << text;
}

}  // namespace terraform_files_test
}  // namespace partita::modelling
