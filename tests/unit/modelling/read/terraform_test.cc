// The readers of Terraform's .tf files and of its JSON.
#include <gtest/gtest.h>

#include "modelling/read/hcl/hcl_tree.h"
#include "outline_of.h"

namespace partita::modelling {
namespace terraform_test {

constexpr std::string_view kTable = R"(# a comment
variable "stage" {
  type    = string
  default = "dev"
}
locals { prefix = "shop-${var.stage}" /* one
  of two lines */ }

resource "aws_dynamodb_table" "orders" {
  name         = "${local.prefix}-orders"
  billing_mode = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 6
  hash_key  = "PK"
  range_key = "SK"  // the end

  attribute {
    name = "PK"
    type = "S"
  }
  attribute {
    name = "SK"
    type = "S"
  }
  attribute {
    name = "city"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
  local_secondary_index {
    name            = "by_time"
    range_key       = "at"
    projection_type = "KEYS_ONLY"
  }
  global_secondary_index {
    name               = "by_city"
    hash_key           = "city"
    range_key          = "at"
    projection_type    = "INCLUDE"
    non_key_attributes = ["total", "status"]
    read_capacity      = 1
    write_capacity     = 2
  }
  global_secondary_index {
    name            = "many"
    projection_type = "ALL"
    key_schema {
      attribute_name = "city"
      key_type       = "HASH"
    }
    key_schema {
      attribute_name = "SK"
      key_type       = "HASH"
    }
    key_schema {
      attribute_name = "at"
      key_type       = "RANGE"
    }
  }
  ttl {
    attribute_name = "expires"
    enabled        = true
  }
  point_in_time_recovery { enabled = true }
  stream_enabled              = true
  stream_view_type            = "NEW_AND_OLD_IMAGES"
  deletion_protection_enabled = true
  tags = { team = "a", "cost:center" = "7" }
  server_side_encryption {
    enabled     = true
    kms_key_arn = aws_kms_key.main.arn
  }
  lifecycle { ignore_changes = [read_capacity, write_capacity] }
}

resource "aws_dynamodb_table_item" "one" {
  table_name = aws_dynamodb_table.orders.name
  hash_key   = aws_dynamodb_table.orders.hash_key
  item = <<-ITEM
    {"PK": {"S": "CUST#1"}, "SK": {"S": "ORDER#7"}, "city": {"S": "Bern"}, "at": {"N": "5"}}
  ITEM
}
resource "aws_dynamodb_table_item" "two" {
  table_name = aws_dynamodb_table.orders.id
  item = jsonencode({ PK = { S = "CUST#2" }, SK = { S = "ORDER#8" }, city = { S = "Rome" } })
}
resource "aws_lambda_function" "f" {
  environment { variables = merge(var.common, { TABLE = aws_dynamodb_table.orders.name }) }
}
)";

TEST(Terraform, ReadsTablesAndItems) {
  EXPECT_EQ(
      outline_of(std::string(kTable), "main.tf"),
      R"(table shop-dev-orders: PK S / SK S, expires at expires, provisioned 5 / 6 units, stream NEW_AND_OLD_IMAGES, point-in-time recovery, deletion protection, 2 samples
  index by_time: local, PK S / at N, keys only
  index by_city: city S / at N, with total, status, 1 / 2 units
  index many: city S + SK S / at N
  entity ORDER (guessed)
    cust string in keys only, order string in keys only, at? integer, city string
    key "CUST#{cust}", "ORDER#{order}"
    in by_time "CUST#{cust}", "{at}", sparse
    in by_city "{city}", "{at}", sparse
    in many "{city}" + "ORDER#{order}", "{at}", sparse
    2 samples
notes
  main.tf:9: server_side_encryption of aws_dynamodb_table.orders is not kept
)");
}

TEST(Terraform, TakesVariablesFromParametersAndTheEnvironment) {
  ReadOptions options;
  options.templates.environment = [](const std::string& name) -> std::optional<std::string> {
    if (name == "TF_VAR_stage") return "test";
    return std::nullopt;
  };
  EXPECT_EQ(outline_of(std::string(kTable), "main.tf", options).substr(0, 23), "table shop-test-orders:");
  options.templates.parameters["stage"] = "live";
  EXPECT_EQ(outline_of(std::string(kTable), "main.tf", options).substr(0, 23), "table shop-live-orders:");
}

// Both lists and single arguments name key attributes.
TEST(Terraform, ReadsListsOfKeyAttributes) {
  const std::string shown = outline_of(
      "resource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = "
      "\"a\"\n"
      "  global_secondary_index {\n    name = \"g\"\n    hash_keys = [\"a\", \"b\"]\n    range_keys = [\"c\"]\n    "
      "projection_type = \"ALL\"\n  }\n}\n",
      "t.tf");
  EXPECT_EQ(shown.substr(0, shown.find("notes")), "table t: a\n  index g: a + b / c\n");
}

TEST(Terraform, RefusesValuesThatItDoesNotKnow) {
  struct Case {
    std::string_view arguments, message;
  };
  for (const Case& one : {
           Case{"hash_key = uuid()",
                "t.tf:2: the function uuid is not known here; write the value out, or read the output "
                "of 'terraform show -json' instead"},
           Case{"hash_key = \"${data.x.y}-t\"",
                "t.tf:2: the value of data.x.y is not known here; write the value out, or "
                "read the output of 'terraform show -json' instead"},
           Case{"hash_key = \"%{ if data.x.y }a%{ endif }\"",
                "t.tf:2: the value of data.x.y is not known here; write the value out, or "
                "read the output of 'terraform show -json' instead"},
           Case{"hash_key = var.x", "t.tf:2: the variable x has no value; give --param x=VALUE"},
           Case{"hash_key = local.x", "t.tf:2: there is no local value 'x' here"},
           Case{"hash_key = aws_dynamodb_table.t.hash_key", "t.tf:2: aws_dynamodb_table.t.hash_key refers to itself"},
           Case{"count = var.x", "t.tf:2: the variable x has no value; give --param x=VALUE"},
           Case{"count = -1", "t.tf:2: count is -1; it must be from 0 to 1000"},
           Case{"for_each = \"a\"", "t.tf:2: for_each takes a map or a set, not a string"},
           Case{"name = \"a", "t.tf:2: the text has no closing quote"},
           Case{"name = [\"a\"", "t.tf:3: ',' or ']' is expected here"},
           Case{"name \"a\"", "t.tf:2: '=' or '{' is expected behind name"},
           Case{"name = \"t\"", "t.tf:1: the resource aws_dynamodb_table.t needs a member 'hash_key'"},
           Case{"name = <<A\nx", "t.tf:2: the text that begins with << has no end"},
       })
    EXPECT_EQ(outline_of("resource \"aws_dynamodb_table\" \"t\" {\n  " + std::string(one.arguments) + "\n}\n", "t.tf"),
              one.message);
  EXPECT_EQ(outline_of("resource \"aws_s3_bucket\" \"b\" {}\n", "t.tf"),
            "t.tf:1: there is no resource aws_dynamodb_table here");
}

TEST(Hcl, ReadsTextsAsTerraformDoes) {
  struct Case {
    std::string_view written, parts;
  };
  for (const Case& one : {Case{R"("a\n\"b\\")", "a\n\"b\\"}, Case{R"("$${x} %%{y}")", "${x} %{y}"},
                          Case{R"("\u00e9\U0001F600")", "\u00e9\U0001F600"}, Case{"<<E\n  a\n b\nE\n", "  a\n b\n"},
                          Case{"<<-E\n  a\n b\n  E\n", " a\nb\n"}, Case{R"("${ "x" }y")", "x|y"}, Case{"\"\"", ""}}) {
    const auto read = hcl::read_hcl("v = " + std::string(one.written) + "\n", "t.tf");
    ASSERT_TRUE(read) << read.error().message;
    std::string parts;
    for (const hcl::Expression& part : read->attributes.at(0).value.parts) {
      if (!parts.empty()) parts += "|";
      parts += part.kind == hcl::Expression::Kind::Text ? part.parts.at(0).text : part.text;
    }
    EXPECT_EQ(parts, one.parts) << one.written;
  }
}

TEST(Hcl, RefusesDeepNesting) {
  for (const auto& [open, close] : {std::pair("v = [", "]"), std::pair("v = {a=", "}"), std::pair("b {", "}")}) {
    std::string text = open;
    const std::string again = text.starts_with("v = ") ? text.substr(4) : text;
    for (int i = 0; i < 100'000; ++i) text += again;
    const auto read = hcl::read_hcl(text, "t.tf");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("nested too deeply"), std::string::npos) << read.error().message;
  }
  std::string quotes = "v = ";
  for (int i = 0; i < 100'000; ++i) quotes += "\"${";
  EXPECT_FALSE(hcl::read_hcl(quotes, "t.tf"));
}

TEST(TerraformJson, ReadsStatesAndPlans) {
  const std::string module = R"({"resources": [
  {"mode": "managed", "type": "aws_dynamodb_table_item", "name": "i", "values": {"table_name": "t", "item": "{\"id\": {\"S\": \"x\"}}"}},
  {"mode": "data", "type": "aws_dynamodb_table", "name": "d", "values": {"name": "other", "hash_key": "x"}},
  {"mode": "managed", "type": "aws_s3_bucket", "name": "b", "values": {}}],
  "child_modules": [{"resources": [{"mode": "managed", "type": "aws_dynamodb_table", "name": "t", "values": {
    "name": "t", "arn": "arn", "billing_mode": "PAY_PER_REQUEST", "read_capacity": 0, "write_capacity": 0, "hash_key": "id",
    "range_key": null, "attribute": [{"name": "id", "type": "S"}, {"name": "g", "type": "N"}],
    "global_secondary_index": [{"name": "i", "hash_key": "g", "range_key": "", "projection_type": "ALL", "non_key_attributes": []}],
    "ttl": [{"attribute_name": "", "enabled": false}], "point_in_time_recovery": [{"enabled": true}], "tags": {"a": "b"}}}]}]})";
  const std::string expected = R"(table t: id S, point-in-time recovery, 1 sample
  index i: g N
  entity t (guessed)
    id string
    key "{id}"
    1 sample
)";
  EXPECT_EQ(outline_of("{\"format_version\": \"1.0\", \"values\": {\"root_module\": " + module + "}}", "s.json"),
            expected);
  EXPECT_EQ(
      outline_of("{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": " + module + "}}", "p.json"),
      expected);
}

}  // namespace terraform_test
}  // namespace partita::modelling
