// The policies that PutResourcePolicy accepts, and the form in which a policy is given back.
#include "iam/resource_policy.h"

#include "unit/iam/helpers.h"

namespace partita::iam {
namespace resource_policy_test {

std::string statement(const std::string& members) {
  return R"({"Version": "2012-10-17", "Statement": [{)" + members + "}]}";
}

const std::string kSomebody = R"("Principal": {"AWS": "111122223333"})";
const std::string kAllow = R"("Effect": "Allow", )";
const std::string kGet = R"("Action": "dynamodb:GetItem", "Resource": "*")";
const std::string kGood = kAllow + kSomebody + ", " + kGet;

// The text of the fault without its beginning, or "accepted".
std::string fault(const std::string& document, AttachedTo attached_to = AttachedTo::Table) {
  const auto policy = ResourcePolicy::parse(document, attached_to);
  if (policy) return "accepted";
  EXPECT_EQ(policy.error().code, ErrorCode::ValidationException);
  std::string_view text = policy.error().message;
  for (const std::string_view beginning : {"One or more parameter values were invalid: ", "Invalid policy document: "})
    if (text.starts_with(beginning)) text.remove_prefix(beginning.size());
  return std::string(text);
}

TEST(ResourcePolicy, FaultsHaveTheServicesTexts) {
  const std::string unbounded =
      "Resource-based policy grants unbounded access in one or more elements. Please revise the policy to ensure "
      "least-privilege form of access";
  const auto open_if = [](const std::string& condition) {
    return statement(kAllow + R"("Principal": "*", )" + kGet + R"(, "Condition": {)" + condition + "}");
  };
  const struct {
    std::string document;
    std::string expected;
  } kRows[] = {
      {statement(kGood), "accepted"},
      {"{not json", "This policy contains invalid Json"},
      {"", "This policy contains invalid Json"},
      {R"({"Version": "2012-10-17", "Statement": []})", "Could not parse the policy: Statement is empty!"},
      {statement(kSomebody + ", " + kGet), "Missing required field Effect"},
      {statement(kAllow + kGet), "Missing required field Principal"},
      {statement(kAllow + kSomebody + R"(, "Resource": "*")"), "Missing required field Action"},
      {statement(kAllow + kSomebody + R"(, "Action": "dynamodb:GetItem")"), "Missing required field Resource"},
      {R"({"Statement": {"Effect": "Allow", "Principal": "111122223333", "Action": "dynamodb:*", "Resource": "*"}})",
       "Syntax error at position (1,48): Statement[0]: Principal must be \"*\" or an object; write for example "
       "{\"AWS\": \"123456789012\"}"},
      {R"({"Version": "2012-10-17", "Statement": [{)" + kGood + R"(, "Sid": "A"}, {)" + kGood + R"(, "Sid": "A"}]})",
       "The Statement Ids in the policy are not unique"},
      {statement(kAllow + kSomebody +
                 R"(, "Action": ["dynamodb:GetRecords", "dynamodb:GetItem", "s3:GetObject", "dynamodb:ListTables"],
                    "Resource": "*")"),
       R"(The following action names are invalid: "dynamodb:GetRecords", "s3:GetObject", "dynamodb:ListTables")"},
      {statement(kAllow + kSomebody + R"(, "Action": ["dynamodb:getitem", "dynamodb:*"], "Resource": "*")"),
       "accepted"},
      {statement(kAllow + kSomebody + R"(, "Action": "dynamodb:GetItem",
                 "Resource": "arn:aws:dynamodb:us-east-1:123456789012:table/T/stream/L")"),
       R"(The relative-id "table/T/stream/L" is invalid for ARN "arn:aws:dynamodb:us-east-1:123456789012:table/T/stream/L")"},
      // A resource that the policy is not attached to is legal, and has no effect.
      {statement(kAllow + kSomebody + R"(, "Action": "dynamodb:Query",
                 "Resource": ["arn:aws:dynamodb:us-east-1:123456789012:table/Other",
                              "arn:aws:dynamodb:us-east-1:123456789012:table/T/index/I"])"),
       "accepted"},
      // An Allow for everybody must have a condition on who it is.
      {statement(kAllow + R"("Principal": "*", )" + kGet), unbounded},
      {statement(kAllow + R"("Principal": {"AWS": ["*"]}, )" + kGet), unbounded},
      {statement(R"("Effect": "Deny", "Principal": "*", )" + kGet), "accepted"},
      {open_if(R"("StringEquals": {"aws:PrincipalAccount": "111122223333"})"), "accepted"},
      {open_if(R"("ArnLike": {"aws:principalarn": "arn:aws:iam::111122223333:user/*"})"), "accepted"},
      {open_if(R"("ArnLike": {"aws:PrincipalArn": "arn:aws:iam::*:user/alice"})"), unbounded},
      {open_if(R"("StringLike": {"aws:PrincipalAccount": "*"})"), unbounded},
      {open_if(R"("StringEquals": {"aws:PrincipalAccount": "${aws:PrincipalAccount}"})"), unbounded},
      {open_if(R"("StringNotEquals": {"aws:PrincipalAccount": "111122223333"})"), unbounded},
      {open_if(R"("StringEqualsIfExists": {"aws:SourceAccount": "111122223333"})"), unbounded},
      {open_if(R"("Null": {"aws:PrincipalOrgID": "false"})"), unbounded},
      {open_if(R"("StringEquals": {"dynamodb:Select": "COUNT"})"), unbounded},
  };
  for (const auto& row : kRows) EXPECT_EQ(fault(row.document), row.expected) << row.document;
}

TEST(ResourcePolicy, AStreamHasActionsAndResourcesOfItsOwn) {
  const auto of_stream = [](const std::string& action, const std::string& resource) {
    return fault(statement(kAllow + kSomebody + R"(, "Action": ")" + action + R"(", "Resource": ")" + resource + "\""),
                 AttachedTo::Stream);
  };
  EXPECT_EQ(of_stream("dynamodb:GetRecords", "arn:aws:dynamodb:us-east-1:123456789012:table/T/stream/L"), "accepted");
  EXPECT_EQ(of_stream("dynamodb:*", "arn:aws:dynamodb:us-east-1:123456789012:table/*"), "accepted");
  EXPECT_EQ(of_stream("dynamodb:PutResourcePolicy", "*"), "accepted");
  EXPECT_EQ(of_stream("dynamodb:ListStreams", "*"), "The following action names are invalid: \"dynamodb:ListStreams\"");
  EXPECT_EQ(of_stream("dynamodb:DescribeStream", "arn:aws:dynamodb:us-east-1:123456789012:table/T"),
            "The relative-id \"table/T\" is invalid for ARN \"arn:aws:dynamodb:us-east-1:123456789012:table/T\"");
}

TEST(ResourcePolicy, TheSizeCountsWhiteSpace) {
  const std::string document = statement(kGood);
  EXPECT_EQ(fault(document + std::string(20'480 - document.size(), ' ')), "accepted");
  EXPECT_EQ(fault(document + std::string(20'481 - document.size(), ' ')),
            "Maximum policy size of 20480 bytes exceeded");
}

TEST(ResourcePolicy, IsShownInTheServicesForm) {
  const struct {
    const char* given;
    const char* shown;
  } kRows[] = {
      {R"({"Statement": {"Resource": "*", "Action": ["dynamodb:Query", "dynamodb:GetItem", "dynamodb:Query"],
          "Principal": {"AWS": "arn:aws:iam::111122223333:user/a"}, "Effect": "Allow"}, "Id": "p"})",
       R"({"Version":"2008-10-17","Id":"p","Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::111122223333:user/a"},"Action":["dynamodb:Query","dynamodb:GetItem","dynamodb:Query"],"Resource":"*"}]})"},
      {R"({"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "NotPrincipal": {"AWS": ["111122223333", "444455556666"]},
          "NotAction": ["dynamodb:getitem"], "NotResource": ["*"], "Sid": "a \"b\" \u00e9",
          "Condition": {"Bool": {"aws:SecureTransport": false}, "StringEquals": {"aws:username": ["a", "b"]}}}]})",
       R"({"Version":"2012-10-17","Statement":[{"Sid":"a \"b\" \u00e9","Effect":"Deny","NotPrincipal":{"AWS":["arn:aws:iam::111122223333:root","arn:aws:iam::444455556666:root"]},"NotAction":"dynamodb:getitem","NotResource":"*","Condition":{"Bool":{"aws:SecureTransport":"false"},"StringEquals":{"aws:username":["a","b"]}}}]})"},
  };
  for (const auto& row : kRows) {
    const auto policy = ResourcePolicy::parse(row.given, AttachedTo::Table);
    ASSERT_TRUE(policy) << policy.error().message;
    EXPECT_EQ(policy->shown(), row.shown);
    // The shown policy is the same, unless the Version was added.
    const auto again = ResourcePolicy::parse(policy->shown(), AttachedTo::Table);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->shown(), row.shown);
    EXPECT_EQ(again->is_same_as(*policy), std::string_view(row.given).find("Version") != std::string_view::npos);
    const auto loaded = ResourcePolicy::load(policy->given());
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(loaded->is_same_as(*policy));
  }
}

}  // namespace resource_policy_test
}  // namespace partita::iam
