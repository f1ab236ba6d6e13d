// Terraform, the CDK and Mermaid. scripts/test-model-exports lets the tools themselves read them.
#include <gmock/gmock.h>

#include "modelling/write/hcl.h"
#include "modelling/write/write_model.h"
#include "sample_models.h"

namespace partita::modelling {
namespace write_programs_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const Model& model, const char* format) {
  const auto written = write_model(samples::shared(model), format);
  EXPECT_TRUE(written) << written.error().message;
  return written ? written->text : std::string();
}

TEST(WriteHcl, EscapesTexts) {
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"", R"("")"},
           {"a\"b\\c", R"("a\"b\\c")"},
           {"a\nb\rc\td", R"("a\nb\rc\td")"},
           {"${a}", R"("$${a}")"},
           {"$${a}", R"("$$${a}")"},
           {"%{ if }", R"("%%{ if }")"},
           {"$ { % {", R"("$ { % {")"},
           {"a$", R"("a$")"},
           {std::string("\0\x01\x7f", 3), R"("\u0000\u0001\u007f")"},
           {"\u00e4", "\"\u00e4\""},
       })
    EXPECT_EQ(hcl_text(text), expected);
}

TEST(WriteTerraform, DescribesATable) {
  EXPECT_EQ(text_of(samples::shop(), "terraform"), R"(resource "aws_dynamodb_table" "shop" {
  name         = "shop"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "PK"
  range_key    = "SK"

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "GSI1PK"
    type = "S"
  }

  attribute {
    name = "GSI1SK"
    type = "S"
  }

  global_secondary_index {
    name            = "by_status"
    hash_key        = "GSI1PK"
    range_key       = "GSI1SK"
    projection_type = "ALL"
  }
}
)");
}

// Keys of several attributes need a provider that knows key_schema, and attributes of lost indexes are not defined.
TEST(WriteTerraform, HasEverySettingButVectorIndexes) {
  const std::string text = text_of(samples::settings(), "terraform");
  for (const char* part : {
           "      version = \">= 6.29\"\n",
           "    key_schema {\n      attribute_name = \"level\"\n      key_type       = \"HASH\"\n    }\n",
           "  local_secondary_index {\n    name               = \"by_date\"\n    range_key          = \"played\"\n"
           "    projection_type    = \"INCLUDE\"\n    non_key_attributes = [\"level\"]\n  }\n",
           "  ttl {\n    attribute_name = \"expires\"\n    enabled        = true\n  }\n",
           "  point_in_time_recovery {\n    enabled = true\n  }\n",
           "  tags = {\n    \"team\"        = \"games\"\n    \"cost center\" = \"42\"\n  }\n",
           "  deletion_protection_enabled = true\n",
           "= \"STANDARD_INFREQUENT_ACCESS\"\n",
           "= \"NEW_AND_OLD_IMAGES\"\n",
           "resource \"aws_dynamodb_table\" \"counted_things\" {",
           "    read_capacity   = 3\n    write_capacity  = 4\n",
       })
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("tenant")));
  EXPECT_THAT(write_model(samples::shared(samples::settings()), "terraform")->losses,
              Contains("table notes: vector index by_meaning is not in Terraform"));
}

TEST(WriteTerraform, NamesNoProviderWithoutNeed) {
  EXPECT_THAT(text_of(samples::shop(), "terraform"), Not(HasSubstr("required_providers")));
}

TEST(WriteTerraform, KeepsHostileTextsInTheirQuotes) {
  const std::string text = text_of(samples::hostile(), "terraform");
  for (const std::string& hostile : samples::hostile_texts()) EXPECT_THAT(text, HasSubstr(hcl_text(hostile)));
  for (std::size_t at = text.find("${"); at != std::string::npos; at = text.find("${", at + 1))
    EXPECT_EQ(text[at - 1], '$') << text.substr(at, 20);
}

TEST(WriteCdk, MakesATableV2) {
  EXPECT_EQ(text_of(samples::simple(), "cdk"), R"(import * as cdk from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";

export class SimpleStack extends cdk.Stack {
  readonly simpleTableTable: dynamodb.TableV2;

  constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);

    this.simpleTableTable = new dynamodb.TableV2(this, "SimpleTable", {
      tableName: "simple-table",
      partitionKey: {
        name: "id",
        type: dynamodb.AttributeType.NUMBER,
      },
      billing: dynamodb.Billing.onDemand(),
      tags: [
        {
          key: "owner",
          value: "ada",
        },
      ],
    });
  }
}
)");
}

TEST(WriteCdk, HasEverySettingButVectorIndexes) {
  const std::string text = text_of(samples::settings(), "cdk");
  for (const char* part :
       {"partitionKeys: [", "sortKeys: [", "localSecondaryIndexes: [", "timeToLiveAttribute: \"expires\"",
        "dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES", "pointInTimeRecoveryEnabled: true",
        "deletionProtection: true", "tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS",
        "readCapacity: dynamodb.Capacity.fixed(3)",
        "writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 6, maxCapacity: 6 })",
        "projectionType: dynamodb.ProjectionType.KEYS_ONLY"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("tenant")));
}

TEST(WriteCdk, RefusesWhatTheCdkWouldReplace) {
  for (const char* name : {"${Token[TOKEN.1]}", "#{Token[TOKEN.1]}", "{{resolve:ssm:a}}"}) {
    Model model = samples::simple();
    model.tables[0].partition_key = name;
    const auto written = write_model(samples::shared(model), "cdk");
    ASSERT_FALSE(written) << name;
    EXPECT_THAT(written.error().message, HasSubstr("the CDK would replace a part of the name"));
  }
}

TEST(WriteMermaid, DrawsTheKeys) {
  const std::string text = text_of(samples::shop(), "mermaid");
  EXPECT_THAT(text, testing::StartsWith("flowchart LR\n"));
  EXPECT_THAT(text, HasSubstr("PK CUST#35;{customer}"));
}

TEST(WriteMermaid, KeepsHostileNamesInTheirQuotes) {
  Model shop = samples::shop();
  shop.tables[0].entities[0].name = "`a`\n\"; B --> C <b>#";
  EXPECT_THAT(text_of(shop, "mermaid"), HasSubstr("[\"#96;a#96;#10;#34;; B --#62; C #60;b#62;#35;\"]\n"));
}

TEST(WriteMermaid, NamesAnEntityWithoutAKey) {
  Model shop = samples::shop();
  shop.tables[0].entities[1].primary.partition = {"CUST#{nobody}"};
  EXPECT_THAT(write_model(samples::shared(shop), "mermaid")->losses,
              Contains(HasSubstr("entity LINE: its key cannot be read")));
}

}  // namespace write_programs_test
}  // namespace partita::modelling
