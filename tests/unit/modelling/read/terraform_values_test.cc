// Values of Terraform that are evaluated: operators, functions, loops, variables of all kinds.
#include <gtest/gtest.h>

#include "outline_of.h"

namespace partita::modelling {
namespace terraform_values_test {

constexpr std::string_view kHead = R"(
variable "stage" { default = "dev" }
variable "on" { default = true }
variable "secret" {}
variable "tables" {
  type = map(object({ key = string, sort = optional(string), mode = optional(string, "slow") }))
  default = { users = { key = "id" }, jobs = { key = "job", sort = "at", mode = "fast" } }
}
locals {
  list  = ["a", "b", "c"]
  map   = { x = "1", y = "2" }
  names = [for t, v in var.tables : "${t}-${v.mode}"]
  json  = jsondecode("{\"name\": \"from-json\", \"list\": [1, 2]}")
}
)";

// The name of a table whose name is the expression, or the reason why it is not known.
std::string value_of(const std::string& expression) {
  const std::string text =
      outline_of(std::string(kHead) + "resource \"aws_dynamodb_table\" \"t\" {\n  hash_key = " + expression +
                     "\n  name = \"t\"\n}\n",
                 "t.tf");
  constexpr std::string_view kBegin = "table t: ";
  if (!text.starts_with(kBegin)) return text;
  const std::string line = text.substr(kBegin.size(), text.find('\n') - kBegin.size());
  return line.substr(0, line.find(", provisioned"));
}

TEST(TerraformValues, AreEvaluated) {
  struct Case {
    std::string_view expression, value;
  };
  for (const Case& one : {
           // Conditions and operators.
           Case{R"(var.stage == "dev" ? "one" : "two")", "one"},
           Case{R"(var.stage != "dev" && var.on ? "one" : "two")", "two"},
           Case{R"(!var.on || (var.stage == "dev") ? "one" : "two")", "one"},
           Case{R"(1 + 2 * 3 == 7 ? "one" : "two")", "one"},
           Case{R"((1 + 2) * 3 - 1 >= 8 ? "one" : "two")", "one"},
           Case{R"(10 / 4 < 2.5 || 7 % 3 > 1 ? "one" : "two")", "two"},
           Case{R"(-length(local.list) == -3 ? "one" : "two")", "one"},
           Case{R"(var.on ? "one" : var.secret)", "one"},  // the branch that is not taken need not be known
           Case{"(\n  var.on\n  ? \"one\"\n  : \"two\"\n)", "one"},
           // Parts of values.
           Case{R"(local.list[1])", "b"},
           Case{R"(local.map["y"])", "2"},
           Case{R"(local.map[local.list[0] == "a" ? "x" : "y"])", "1"},
           Case{R"(var.tables["jobs"].key)", "job"},
           Case{R"(join("+", values(var.tables)[*].key))", "job+id"},
           Case{R"(local.json.name)", "from-json"},
           Case{R"("n${local.json.list[1]}")", "n2"},
           // Loops.
           Case{R"(join(",", [for x in local.list : upper(x) if x != "b"]))", "A,C"},
           Case{R"(join(",", [for i, x in local.list : "${i}${x}"]))", "0a,1b,2c"},
           Case{R"({for k, v in local.map : v => k}["2"])", "y"},
           Case{R"(join(",", {for x in local.list : (x == "a" ? "one" : "rest") => x...}["rest"]))", "b,c"},
           Case{R"(join("/", local.names))", "jobs-fast/users-slow"},
           Case{R"(join("", [for k, v in { b = "1", a = "2" } : "${k}${v}"]))", "a2b1"},
           Case{R"(join("", [for k, v in merge({ b = "1" }, { a = "2" }) : k]))", "ab"},
           Case{R"(join("", [for k in toset(["z", "y", "z"]) : k]))", "yz"},
           Case{R"(join("", setunion(["z"], ["y"])))", "yz"},
           Case{R"(var.tables.users.sort == null ? "none" : "some")", "none"},
           // Functions.
           Case{R"(lower("A-B"))", "a-b"},
           Case{R"(format("%s-%03d-%%-%v", var.stage, 7, true))", "dev-007-%-true"},
           Case{R"(join("-", concat(local.list, ["d"])))", "a-b-c-d"},
           Case{R"(join("-", flatten([local.list, [["x"], []]])))", "a-b-c-x"},
           Case{R"(join("-", distinct(["a", "b", "a"])))", "a-b"},
           Case{R"(join("-", toset(["a", "b", "a"])))", "a-b"},
           Case{R"(join("-", keys(merge(local.map, { z = "3" }))))", "x-y-z"},
           Case{R"(merge(local.map, { x = "9" }).x)", "9"},
           Case{R"(join("-", concat([local.list, ["d"]]...)))", "a-b-c-d"},
           Case{R"(lookup(local.map, "q", "none"))", "none"},
           Case{R"(coalesce("", null, "c"))", "c"},
           Case{R"(try(local.map.q, "none"))", "none"},
           Case{R"(can(local.map.q) ? "one" : "two")", "two"},
           Case{R"(element(local.list, 4))", "b"},
           Case{R"(replace("a.b.c", ".", "-"))", "a-b-c"},
           Case{R"(trimsuffix(trimprefix("x-name-y", "x-"), "-y"))", "name"},
           Case{R"(substr("orders-table", 0, 6))", "orders"},
           Case{R"(split("/", "a/b")[1])", "b"},
           Case{R"(contains(local.list, "b") ? "one" : "two")", "one"},
           Case{R"(zipmap(["k"], ["v"])["k"])", "v"},
           Case{R"(one(["x"]))", "x"},
           Case{R"(slice(local.list, 1, 3)[0])", "b"},
           Case{R"("r${length(range(3))}")", "r3"},
           Case{R"("m${max(1, 5, 3)}")", "m5"},
           Case{R"(tostring(nonsensitive("x")))", "x"},
       })
    EXPECT_EQ(value_of(std::string(one.expression)), one.value) << one.expression;
}

TEST(TerraformValues, SayWhatIsNotKnown) {
  struct Case {
    std::string_view expression, message;
  };
  for (const Case& one : {
           Case{"var.secret", "t.tf:16: the variable secret has no value; give --param secret=VALUE"},
           // try passes over a wrong value, and not over a value that Terraform alone knows.
           Case{"try(var.secret, \"x\")", "the variable secret has no value"},
           Case{"data.aws_region.now.name", "the value of data.aws_region.now.name is not known here"},
           Case{"uuid()", "the function uuid is not known here"},
           Case{"local.map.q", "local.map.q has no value 'q'"},
           Case{"local.list[7]", "local.list.7 has no value '7'"},
           Case{"lookup(local.map, \"q\")", "lookup: the map has no 'q'"},
           Case{"join(\",\", \"x\")", "join: argument 2 must be a list, not a string"},
           Case{"lower()", "lower: it has 0 arguments, which do not fit"},
           Case{"format(\"%x\", 1)", "format: the format %x is not read"},
           Case{"format(\"%099999d\", 1)", "format: a field is too wide"},
           Case{"\"${local.list}\" == 1 / 0 ? \"a\" : \"b\"", "a division by 0"},
           Case{"local.list < 1 ? \"a\" : \"b\"", "< takes a number, not a list"},
           Case{"var.stage ? \"a\" : \"b\"", "a condition must be true or false, not dev"},
           Case{"\"n${length(range(1000000))}\"", "range: the range has too many numbers"},
       })
    EXPECT_NE(value_of(std::string(one.expression)).find(one.message), std::string::npos)
        << one.expression << "\n"
        << value_of(std::string(one.expression));
}

// Each value has twice the size of the one before it.
TEST(TerraformValues, AreBounded) {
  const auto chain = [](const std::string& first, const auto& twice, const std::string& last) {
    std::string text = "locals {\n  v0 = " + first + "\n";
    for (int i = 1; i < 40; ++i)
      text += "  v" + std::to_string(i) + " = " + twice("local.v" + std::to_string(i - 1)) + "\n";
    return text + "}\nresource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n  hash_key = " + last + "\n}\n";
  };
  for (const std::string& text : {
           chain(
               "[\"x\", \"y\"]", [](const std::string& v) { return "concat(" + v + ", " + v + ")"; }, "local.v39[0]"),
           chain(
               "\"xxxxxxxx\"", [](const std::string& v) { return "\"${" + v + "}a${" + v + "}b\""; }, "local.v39"),
       })
    EXPECT_NE(outline_of(text, "t.tf").find("the values of this module grow too large"), std::string::npos);
}

// Each table takes its values out of one map of all tables.
TEST(TerraformValues, AreEnoughForManyTablesOfOneMap) {
  std::string text = "locals {\n  tables = {\n";
  for (int i = 100; i < 250; ++i) text += "    t" + std::to_string(i) + " = { key = \"id\", sort = \"at\" }\n";
  text +=
      "  }\n}\nresource \"aws_dynamodb_table\" \"t\" {\n  for_each = local.tables\n  name = each.key\n"
      "  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = local.tables[each.key].key\n"
      "  range_key = local.tables[each.key].sort\n"
      "  attribute {\n    name = local.tables[each.key].key\n    type = \"S\"\n  }\n"
      "  attribute {\n    name = local.tables[each.key].sort\n    type = \"S\"\n  }\n}\n";
  const std::string outline = outline_of(text, "t.tf");
  EXPECT_NE(outline.find("table t100"), std::string::npos) << outline.substr(0, 500);
  EXPECT_NE(outline.find("table t249"), std::string::npos);
}

std::string notes_of(const std::string& outline) {
  const std::size_t notes = outline.find("notes\n");
  return notes == outline.npos ? std::string() : outline.substr(notes);
}

TEST(TerraformResources, AreReadByThemselves) {
  const std::string shown = outline_of(R"(
variable "name" {}
resource "aws_dynamodb_table" "good" {
  name = "good"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
  point_in_time_recovery { enabled = var.recovery }
  server_side_encryption { enabled = true }
  replica { region_name = "eu-west-1" }
  lifecycle { prevent_destroy = true }
}
resource "aws_dynamodb_table" "named" {
  name = var.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
  on_demand_throughput { max_read_request_units = 5 }
}
resource "aws_dynamodb_table" "bad" {
  name = "bad"
  hash_key = data.x.y.z
  range_key = var.other
}
)",
                                       "t.tf");
  EXPECT_EQ(shown, R"(table good: id
table named: id
notes
  t.tf:3: point_in_time_recovery.enabled of aws_dynamodb_table.good is left out: t.tf:7: the variable recovery has no value; give --param recovery=VALUE
  t.tf:3: server_side_encryption of aws_dynamodb_table.good is not kept
  t.tf:3: replica of aws_dynamodb_table.good is not kept
  t.tf:12: the name of aws_dynamodb_table.named is taken for named, because it is not known: t.tf:13: the variable name has no value; give --param name=VALUE
  t.tf:12: on_demand_throughput of aws_dynamodb_table.named is not kept
  t.tf:18: aws_dynamodb_table.bad is not read: t.tf:20: the value of data.x.y.z is not known here; write the value out, or read the output of 'terraform show -json' instead; t.tf:21: the variable other has no value; give --param other=VALUE
  t.tf:1: Terraform says nothing about entities and access patterns
)");
}

TEST(TerraformResources, MayHaveSeveralInstances) {
  const std::string tables = R"(
locals { tables = { users = "user_id", jobs = "job_id" } }
variable "on" { default = false }
resource "aws_dynamodb_table" "t" {
  for_each = local.tables
  name = "app-${each.key}"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = each.value
  attribute {
    name = each.value
    type = "S"
  }
}
resource "aws_dynamodb_table" "s" {
  for_each = toset(["x", "y"])
  name = "set-${each.value}"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
  dynamic "attribute" {
    for_each = [{ name = "id", type = "S" }]
    content {
      name = attribute.value.name
      type = attribute.value["type"]
    }
  }
}
resource "aws_dynamodb_table" "c" {
  count = 2
  name = "shard-${count.index}"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
}
resource "aws_dynamodb_table" "off" {
  count = var.on ? 1 : 0
  name = "off"
  hash_key = "id"
}
resource "aws_dynamodb_table_item" "i" {
  table_name = aws_dynamodb_table.t["users"].name
  item = jsonencode({ user_id = { S = "7" } })
}
)";
  const std::string shown = outline_of(tables, "t.tf");
  EXPECT_EQ(shown.substr(0, shown.find("notes\n")), R"(table app-jobs: job_id S
table app-users: user_id S, 1 sample
  entity app_users (guessed)
    user_id string
    key "{user_id}"
    1 sample
table set-x: id S
table set-y: id S
table shard-0: id
table shard-1: id
)");
  EXPECT_NE(notes_of(shown).find("t.tf:33: aws_dynamodb_table.off has no instance"), std::string::npos) << shown;
}

// The key of a set's element is the element, and that of a list's element is its number.
TEST(TerraformResources, HaveTheKeysOfSetsAndListsInDynamicBlocks) {
  const std::string table = R"(
resource "aws_dynamodb_table" "t" {
  name = "t"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
  range_key = "num"
  dynamic "attribute" {
    for_each = ELEMENTS
    content {
      name = KEY
      type = KEY == "num" ? "N" : "S"
    }
  }
}
)";
  const auto shown = [&](const std::string& elements, const std::string& key) {
    std::string text = table;
    for (const auto& [word, by] : {std::pair{std::string("ELEMENTS"), elements}, std::pair{std::string("KEY"), key}})
      for (std::size_t at = text.find(word); at != text.npos; at = text.find(word)) text.replace(at, word.size(), by);
    return outline_of(text, "t.tf");
  };
  const std::string wanted = "table t: id S / num N\n";
  EXPECT_TRUE(shown(R"(toset(["num", "id"]))", "attribute.key").starts_with(wanted));
  EXPECT_TRUE(shown(R"(toset(["num", "id"]))", "attribute.value").starts_with(wanted));
  EXPECT_TRUE(shown(R"({ num = 1, id = 2 })", "attribute.key").starts_with(wanted));
  EXPECT_TRUE(shown(R"(["num", "id"])", R"(["num", "id"][attribute.key])").starts_with(wanted));
  EXPECT_TRUE(shown(R"(["num", "id"])", R"((attribute.key == 0 ? "num" : "id"))").starts_with(wanted));
}

TEST(TerraformResources, AreThoseOfThePublishedModule) {
  const std::string shown = outline_of(R"(
module "orders" {
  source = "terraform-aws-modules/dynamodb-table/aws"
  version = "4.0.0"
  name = "orders"
  hash_key = "id"
  range_key = "at"
  attributes = [{ name = "id", type = "S" }, { name = "at", type = "N" }, { name = "city", type = "S" }]
  global_secondary_indexes = [{ name = "by_city", hash_key = "city", projection_type = "KEYS_ONLY" }]
  ttl_enabled = true
  ttl_attribute_name = "expires"
  server_side_encryption_enabled = true
}
module "network" { source = "git::https://example.org/network" }
)",
                                       "t.tf");
  EXPECT_EQ(shown, R"(table orders: id S / at N, expires at expires
  index by_city: city S, keys only
notes
  t.tf:2: server_side_encryption_enabled of module.orders is not kept
  t.tf:14: the module network is not read, because its source is not a path beside this file; the output of 'terraform show -json' has its tables
  t.tf:1: Terraform says nothing about entities and access patterns
)");
}

}  // namespace terraform_values_test
}  // namespace partita::modelling
