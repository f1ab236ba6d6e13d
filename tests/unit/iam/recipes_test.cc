// The policies of the developer guide, "Using IAM policy conditions for fine-grained access control" and "IAM security
// policies with PartiQL for DynamoDB", with requests that they allow and refuse.
#include "unit/iam/helpers.h"

namespace partita::iam {
namespace recipes_test {

using Keys = KeyTable::Table;

constexpr auto kAllowed = Decision::Allowed;
constexpr auto kRefused = Decision::ImplicitlyDenied;
constexpr auto kDenied = Decision::ExplicitlyDenied;

struct Row {
  const char* action;
  std::string_view resource;
  Keys keys;
  Decision decision;
};

void expect_rows(const std::string& statements, const std::vector<Row>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(decide(with_statements(statements),
                     {.action = rows[i].action, .resource = std::string(rows[i].resource), .keys = rows[i].keys}),
              rows[i].decision)
        << "row " << i << ", " << rows[i].action;
}

const Keys::value_type kUser = {"www.amazon.com:user_id", {"amzn-7"}};
const Keys::value_type kOwn = {"dynamodb:LeadingKeys", {"amzn-7"}};
const Keys::value_type kOthers = {"dynamodb:LeadingKeys", {"amzn-8"}};
const Keys::value_type kBoth = {"dynamodb:LeadingKeys", {"amzn-7", "amzn-8"}};
const Keys::value_type kSpecific = {"dynamodb:Select", {"SPECIFIC_ATTRIBUTES"}};
const Keys::value_type kAll = {"dynamodb:Select", {"ALL_ATTRIBUTES"}};

Keys::value_type attributes(std::vector<std::string> names) { return {"dynamodb:Attributes", std::move(names)}; }
Keys::value_type returns(const char* what) { return {"dynamodb:ReturnValues", {what}}; }

TEST(Recipe, ItemsOfOnePartitionKeyAndSomeAttributes) {
  expect_rows(R"({
    "Sid": "AllowAccessToOnlyItemsMatchingUserID", "Effect": "Allow",
    "Action": ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem",
               "dynamodb:DeleteItem", "dynamodb:BatchWriteItem"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores"],
    "Condition": {
      "ForAllValues:StringEquals": {
        "dynamodb:LeadingKeys": ["${www.amazon.com:user_id}"],
        "dynamodb:Attributes": ["UserId", "GameTitle", "Wins", "Losses", "TopScore", "TopScoreDateTime"]
      },
      "StringEqualsIfExists": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    }})",
              {
                  {"dynamodb:GetItem", kTable, {kUser, kOwn, attributes({"UserId", "Wins"}), kSpecific}, kAllowed},
                  {"dynamodb:GetItem", kTable, {kUser, kOthers, attributes({"UserId", "Wins"}), kSpecific}, kRefused},
                  {"dynamodb:GetItem", kTable, {kUser, kOwn, attributes({"UserId", "Secret"}), kSpecific}, kRefused},
                  {"dynamodb:GetItem", kTable, {kUser, kOwn, attributes({"UserId"}), kAll}, kRefused},
                  {"dynamodb:GetItem", kTable, {kOwn, attributes({"UserId"}), kSpecific}, kRefused},
                  {"dynamodb:BatchGetItem", kTable, {kUser, kBoth, attributes({"UserId"}), kSpecific}, kRefused},
                  {"dynamodb:PutItem", kTable, {kUser, kOwn, attributes({"UserId", "GameTitle", "Wins"})}, kAllowed},
                  {"dynamodb:PutItem", kTable, {kUser, kOwn, attributes({"UserId", "GameTitle", "Pilot"})}, kRefused},
                  {"dynamodb:Query", kIndex, {kUser, kOwn, attributes({"UserId"}), kSpecific}, kRefused},
                  {"dynamodb:Scan", kTable, {kUser, attributes({"UserId"}), kSpecific}, kRefused},
              });
}

TEST(Recipe, ReadsOfTheItemsOfAUser) {
  // The user may be named by any key with one value.
  expect_rows(R"({
    "Sid": "ReadOnlyAccessToUserItems", "Effect": "Allow",
    "Action": ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores"],
    "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["${aws:userid}"]}}})",
              {
                  {"dynamodb:Query", kTable, {{"dynamodb:LeadingKeys", {"AIDAALICE00000000001"}}}, kAllowed},
                  {"dynamodb:Query", kTable, {{"dynamodb:LeadingKeys", {"AIDABOB"}}}, kRefused},
                  {"dynamodb:PutItem", kTable, {{"dynamodb:LeadingKeys", {"AIDAALICE00000000001"}}}, kRefused},
              });
}

TEST(Recipe, SomeAttributesOfATable) {
  expect_rows(
      R"({
    "Sid": "LimitAccessToSpecificAttributes", "Effect": "Allow",
    "Action": ["dynamodb:UpdateItem", "dynamodb:GetItem", "dynamodb:Query", "dynamodb:BatchGetItem", "dynamodb:Scan"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores"],
    "Condition": {
      "ForAllValues:StringEquals": {"dynamodb:Attributes": ["UserId", "TopScore"]},
      "StringEqualsIfExists": {
        "dynamodb:Select": "SPECIFIC_ATTRIBUTES",
        "dynamodb:ReturnValues": ["NONE", "UPDATED_OLD", "UPDATED_NEW"]
      }
    }})",
      {
          {"dynamodb:GetItem", kTable, {kOwn, attributes({"UserId", "TopScore"}), kSpecific}, kAllowed},
          {"dynamodb:Scan", kTable, {attributes({"TopScore"}), kSpecific}, kAllowed},
          {"dynamodb:Scan", kTable, {attributes({}), kAll}, kRefused},
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId", "TopScore"}), returns("UPDATED_NEW")}, kAllowed},
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId", "TopScore"}), returns("NONE")}, kAllowed},
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId", "TopScore"}), returns("ALL_OLD")}, kRefused},
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId", "Wins"}), returns("NONE")}, kRefused},
          {"dynamodb:PutItem", kTable, {attributes({"UserId"}), returns("NONE")}, kRefused},
      });
}

TEST(Recipe, NoUpdatesOfCertainAttributes) {
  expect_rows(
      R"({
    "Sid": "PreventUpdatesOnCertainAttributes", "Effect": "Allow", "Action": ["dynamodb:UpdateItem"],
    "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/GameScores",
    "Condition": {
      "ForAllValues:StringNotLike": {"dynamodb:Attributes": ["FreeGamesAvailable", "BossLevel*"]},
      "StringEquals": {"dynamodb:ReturnValues": ["NONE", "UPDATED_OLD", "UPDATED_NEW"]}
    }})",
      {
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId", "Wins"}), returns("NONE")}, kAllowed},
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId", "BossLevelUnlocked"}), returns("NONE")}, kRefused},
          {"dynamodb:UpdateItem", kTable, {attributes({"Wins", "FreeGamesAvailable"}), returns("NONE")}, kRefused},
          {"dynamodb:UpdateItem", kTable, {attributes({"UserId"}), returns("ALL_NEW")}, kRefused},
      });
}

TEST(Recipe, QueriesOfAnIndexForProjectedAttributes) {
  expect_rows(R"({
    "Sid": "QueryOnlyProjectedIndexAttributes", "Effect": "Allow", "Action": ["dynamodb:Query"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores/index/TopScoreDateTimeIndex"],
    "Condition": {
      "ForAllValues:StringEquals": {"dynamodb:Attributes": ["TopScoreDateTime", "GameTitle", "Wins"]},
      "StringEquals": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    }})",
              {
                  {"dynamodb:Query", kIndex, {attributes({"GameTitle", "Wins"}), kSpecific}, kAllowed},
                  {"dynamodb:Query", kIndex, {attributes({"GameTitle", "UserId"}), kSpecific}, kRefused},
                  {"dynamodb:Query", kIndex, {attributes({"GameTitle"}), {"dynamodb:Select", {"COUNT"}}}, kRefused},
                  {"dynamodb:Query", kTable, {attributes({"GameTitle"}), kSpecific}, kRefused},
                  {"dynamodb:Scan", kIndex, {attributes({"GameTitle"}), kSpecific}, kRefused},
              });
  expect_rows(R"({
    "Sid": "QueryAllIndexAttributes", "Effect": "Allow", "Action": ["dynamodb:Query"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores/index/TopScoreDateTimeIndex"],
    "Condition": {"StringEquals": {"dynamodb:Select": "ALL_PROJECTED_ATTRIBUTES"}}})",
              {
                  {"dynamodb:Query", kIndex, {{"dynamodb:Select", {"ALL_PROJECTED_ATTRIBUTES"}}}, kAllowed},
                  {"dynamodb:Query", kIndex, {kSpecific}, kRefused},
              });
}

TEST(Recipe, ReadOnlyOnAllIndexes) {
  expect_rows(R"({
    "Effect": "Allow", "Action": ["dynamodb:Query", "dynamodb:Scan", "dynamodb:PartiQLSelect"],
    "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/GameScores/index/*"})",
              {
                  {"dynamodb:Query", kIndex, {kAll}, kAllowed},
                  {"dynamodb:PartiQLSelect", kIndex, {kAll}, kAllowed},
                  {"dynamodb:Query", kTable, {kAll}, kRefused},
                  {"dynamodb:GetItem", kTable, {kAll}, kRefused},
              });
}

TEST(Recipe, HiddenAttributes) {
  const std::string reads = R"("Action": ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:Scan"],
    "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/GameScores")";
  expect_rows(R"({"Effect": "Allow", )" + reads + R"(},
    {"Effect": "Deny", )" +
                  reads + R"(,
     "Condition": {"ForAnyValue:StringEquals": {"dynamodb:Attributes": ["SSN", "CreditCardNumber"]}}},
    {"Effect": "Deny", )" +
                  reads + R"(,
     "Condition": {"StringNotEqualsIfExists": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}}})",
              {
                  {"dynamodb:GetItem", kTable, {attributes({"Id", "Name"}), kSpecific}, kAllowed},
                  {"dynamodb:GetItem", kTable, {attributes({"Id", "SSN"}), kSpecific}, kDenied},
                  {"dynamodb:GetItem", kTable, {attributes({"Id"}), kAll}, kDenied},
                  // IfExists makes a negated operator true for an absent key, so this denies too.
                  {"dynamodb:GetItem", kTable, {attributes({"Id"})}, kDenied},
              });
}

TEST(Recipe, StatementsInPartiQLWithoutFullScans) {
  expect_rows(R"({
    "Effect": "Deny", "Action": ["dynamodb:PartiQLSelect"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores"],
    "Condition": {"Bool": {"dynamodb:FullTableScan": ["true"]}}},
    {"Effect": "Allow", "Action": ["dynamodb:PartiQLSelect"],
     "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores"]})",
              {
                  {"dynamodb:PartiQLSelect", kTable, {{"dynamodb:FullTableScan", {"true"}}}, kDenied},
                  {"dynamodb:PartiQLSelect", kTable, {{"dynamodb:FullTableScan", {"false"}}}, kAllowed},
                  {"dynamodb:PartiQLInsert", kTable, {}, kRefused},
              });
}

TEST(Recipe, OnlyTransactionsOfStatements) {
  const Keys::value_type in_transaction = {"dynamodb:EnclosingOperation", {"ExecuteTransaction"}};
  const std::string of_statements = R"("Action": ["dynamodb:PartiQLInsert", "dynamodb:PartiQLUpdate",
    "dynamodb:PartiQLDelete", "dynamodb:PartiQLSelect"],
    "Resource": ["arn:aws:dynamodb:us-west-2:123456789012:table/GameScores"])";
  const std::string condition =
      R"("Condition": {"StringEquals": {"dynamodb:EnclosingOperation": ["ExecuteTransaction"]}})";
  expect_rows(R"({"Effect": "Allow", )" + of_statements + "," + condition + "}",
              {
                  {"dynamodb:PartiQLInsert", kTable, {in_transaction}, kAllowed},
                  {"dynamodb:PartiQLInsert", kTable, {}, kRefused},
              });
  expect_rows(
      R"({"Effect": "Deny", )" + of_statements + "," + condition + R"(}, {"Effect": "Allow", )" + of_statements + "}",
      {
          {"dynamodb:PartiQLInsert", kTable, {in_transaction}, kDenied},
          {"dynamodb:PartiQLInsert", kTable, {}, kAllowed},
      });
}

// A request without leading keys meets ForAllValues, so that a policy which allows Scan too must also use Null.
TEST(Recipe, ForAllValuesIsTrueForNoValues) {
  const std::string begin = R"({"Effect": "Allow", "Action": ["dynamodb:Query", "dynamodb:Scan"], "Resource": "*",
    "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["${www.amazon.com:user_id}"]})";
  expect_rows(begin + "}}", {
                                {"dynamodb:Query", kTable, {kUser, kOwn}, kAllowed},
                                {"dynamodb:Query", kTable, {kUser, kOthers}, kRefused},
                                {"dynamodb:Scan", kTable, {kUser}, kAllowed},
                            });
  expect_rows(begin + R"(, "Null": {"dynamodb:LeadingKeys": "false"}}})",
              {
                  {"dynamodb:Query", kTable, {kUser, kOwn}, kAllowed},
                  {"dynamodb:Query", kTable, {kUser, kOthers}, kRefused},
                  {"dynamodb:Scan", kTable, {kUser}, kRefused},
              });
}

// A policy of the old version takes the variable for a text, as the guide warns.
TEST(Recipe, VariablesNeedTheNewVersion) {
  const std::string statement = R"({"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*",
    "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "${www.amazon.com:user_id}"}}})";
  EXPECT_EQ(decide(with_statements(statement), {.keys = {kUser, kOwn}}), kAllowed);
  EXPECT_EQ(decide(R"({"Version": "2008-10-17", "Statement": )" + statement + "}", {.keys = {kUser, kOwn}}), kRefused);
}

}  // namespace recipes_test
}  // namespace partita::iam
