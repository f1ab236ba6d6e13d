#include "ops/rules/names.h"

#include "support.h"

namespace partita::ops {
namespace names_test {

TEST(TableArn, HasATableAndOptionallyAnIndex) {
  const auto table = parse_table_arn("arn:aws:dynamodb:us-east-1:123456789012:table/Music");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->region, "us-east-1");
  EXPECT_EQ(table->account, "123456789012");
  EXPECT_EQ(table->table, "Music");
  EXPECT_EQ(table->index, "");
  const auto index = parse_table_arn("arn:aws:dynamodb:us-east-1:123456789012:table/Music/index/by.year");
  ASSERT_TRUE(index);
  EXPECT_EQ(index->table, "Music");
  EXPECT_EQ(index->index, "by.year");
}

TEST(TableArn, OtherTextsAreRefused) {
  for (const char* text :
       {"", "Music", "arn:", "arn:aws:s3:us-east-1:0:table/Music", "arn:aws:dynamodb:us-east-1:0:table/",
        "arn:aws:dynamodb::0:table/Music", "arn:aws:dynamodb:us-east-1:0:table/ab",
        "arn:aws:dynamodb:us-east-1:0:table/Mu sic", "arn:aws:dynamodb:us-east-1:0:table/Music/stream/x",
        "arn:aws:dynamodb:us-east-1:0:table/Music/index/"})
    EXPECT_FALSE(parse_table_arn(text)) << text;
}

TEST(TableName, IsTakenFromAnArn) {
  EXPECT_EQ(table_name_of("Music"), "Music");
  EXPECT_EQ(table_name_of("arn:aws:dynamodb:eu-west-2:123456789012:table/Music"), "Music");
  EXPECT_EQ(table_name_of("arn:aws:dynamodb:broken"), "arn:aws:dynamodb:broken");
}

struct Row {
  OptionalString name;
  std::string expected;
};

const std::string kArnFormat =
    "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where Resource "
    "name must have length less than or equal to 255, Resource name must have length greater than or equal to 3, "
    "Resource name must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";

TEST(TableName, OfItemOperations) {
  const std::string index = "arn:aws:dynamodb:us-east-1:123456789012:table/Music/index/gsi";
  const std::string long_name(256, 'a');
  for (const Row& row : {
           Row{std::nullopt, one_fault("null", "tableName", kNotNull)},
           Row{"", one_fault("''", "tableName", "Member must have length greater than or equal to 1")},
           Row{long_name,
               one_fault("'" + long_name + "'", "tableName", "Member must have length less than or equal to 255")},
           Row{"bad table!@#", one_fault("'bad table!@#'", "tableName", kPattern)},
           Row{"a", ""},
           Row{std::string(255, 'a'), ""},
           Row{"a-Z_0.9", ""},
           Row{"arn:aws:dynamodb:us-east-1:123456789012:table/" + std::string(255, 'a'), ""},
           Row{index, one_fault("'" + index + "'", "tableName", kArnFormat)},
           Row{"arn:aws:s3:::bucket", one_fault("'arn:aws:s3:::bucket'", "tableName", kArnFormat)},
       }) {
    Constraints constraints;
    constrain_table_name(constraints, row.name);
    EXPECT_EQ(fault(constraints.finish()), row.expected);
  }
}

TEST(TableName, OfTableOperations) {
  const std::string too_short = "Member must have length greater than or equal to 3";
  const std::string long_name(256, 'a');
  for (const Row& row : {
           Row{std::nullopt, "The parameter 'TableName' is required but was not present in the request"},
           Row{"", "2 validation errors detected: Value '' at 'tableName' failed to satisfy constraint: " + too_short +
                       "; Value '' at 'tableName' failed to satisfy constraint: " + std::string(kPattern)},
           Row{"ab", one_fault("'ab'", "tableName", too_short)},
           Row{long_name,
               one_fault("'" + long_name + "'", "tableName", "Member must have length less than or equal to 255")},
           Row{"abc;", one_fault("'abc;'", "tableName", kPattern)},
           Row{"abc", ""},
       })
    EXPECT_EQ(fault(check_table_name(row.name)), row.expected);
}

}  // namespace names_test
}  // namespace partita::ops
