// Conditions: each operator on present, absent and several values.
#include "iam/condition.h"

#include "unit/iam/helpers.h"

namespace partita::iam {
namespace condition_test {

using Keys = KeyTable::Table;

// Whether a statement with this effect and Condition applies.
bool applies(const std::string& condition, const Keys& keys, const std::string& effect = "Allow", Asked asked = {}) {
  asked.keys = keys;
  const std::string statement =
      R"({"Effect": ")" + effect + R"(", "Action": "*", "Resource": "*", "Condition": )" + condition + "}";
  return decide(with_statements(statement), asked) != Decision::ImplicitlyDenied;
}

TEST(Condition, ComparesAsTheOperatorSays) {
  const struct {
    const char* condition;
    const char* value;  // of x:y
    bool holds;
  } kCases[] = {
      {R"({"StringEquals": {"x:y": ["b", "a"]}})", "a", true},
      {R"({"StringEquals": {"x:y": "a"}})", "A", false},
      {R"({"StringEquals": {"x:y": "a*"}})", "ab", false},
      {R"({"StringNotEquals": {"x:y": ["a", "b"]}})", "b", false},
      {R"({"StringNotEquals": {"x:y": ["a", "b"]}})", "c", true},
      {R"({"StringEqualsIgnoreCase": {"x:y": "aB"}})", "Ab", true},
      {R"({"StringNotEqualsIgnoreCase": {"x:y": "aB"}})", "Ab", false},
      {R"({"StringLike": {"x:y": "a?c*"}})", "abcd", true},
      {R"({"StringNotLike": {"x:y": "a?c*"}})", "abcd", false},
      {R"({"NumericEquals": {"x:y": 10}})", "10.0", true},
      {R"({"NumericNotEquals": {"x:y": 10}})", "10.0", false},
      {R"({"NumericEquals": {"x:y": "10"}})", "ten", false},
      {R"({"NumericNotEquals": {"x:y": "10"}})", "ten", true},
      {R"({"NumericLessThan": {"x:y": "10"}})", "9.5", true},
      {R"({"NumericLessThan": {"x:y": "10"}})", "10", false},
      {R"({"NumericLessThanEquals": {"x:y": "10"}})", "10", true},
      {R"({"NumericGreaterThan": {"x:y": "-1"}})", "0", true},
      {R"({"NumericGreaterThan": {"x:y": "-1"}})", "-1", false},
      {R"({"NumericGreaterThanEquals": {"x:y": "1e3"}})", "1000", true},
      {R"({"DateEquals": {"x:y": "2026-01-05T08:00:00Z"}})", "1767600000", true},
      {R"({"DateEquals": {"x:y": "2026-01-05T09:30+01:30"}})", "2026-01-05T08:00:00.000Z", true},
      {R"({"DateNotEquals": {"x:y": "2026-01-05"}})", "2026-01-05T00:00:01Z", true},
      {R"({"DateLessThan": {"x:y": "2026"}})", "2025-12-31T23:59:59Z", true},
      {R"({"DateLessThanEquals": {"x:y": "2026-01"}})", "2026-01-01T00:00:00Z", true},
      {R"({"DateGreaterThan": {"x:y": "2026-01"}})", "2026-01-01T00:00:00Z", false},
      {R"({"DateGreaterThanEquals": {"x:y": 1767600000}})", "2026-01-05T08:00:00Z", true},
      {R"({"Bool": {"x:y": "true"}})", "true", true},
      {R"({"Bool": {"x:y": true}})", "True", true},
      {R"({"Bool": {"x:y": "false"}})", "true", false},
      {R"({"Bool": {"x:y": "false"}})", "yes", false},
      {R"({"BinaryEquals": {"x:y": "AAEC"}})", "AAEC", true},
      {R"({"BinaryEquals": {"x:y": "AAEC"}})", "AAED", false},
      {R"({"IpAddress": {"x:y": "203.0.113.0/24"}})", "203.0.113.255", true},
      {R"({"IpAddress": {"x:y": "203.0.113.0/24"}})", "203.0.114.0", false},
      {R"({"IpAddress": {"x:y": "203.0.113.77/26"}})", "203.0.113.127", true},
      {R"({"IpAddress": {"x:y": "203.0.113.5"}})", "203.0.113.5", true},
      {R"({"IpAddress": {"x:y": "0.0.0.0/0"}})", "203.0.113.5", true},
      {R"({"IpAddress": {"x:y": "0.0.0.0/0"}})", "2001:db8::1", false},
      {R"({"IpAddress": {"x:y": "203.0.113.0/24"}})", "::ffff:203.0.113.9", true},
      {R"({"IpAddress": {"x:y": "2001:DB8:1234:5678::/64"}})", "2001:db8:1234:5678::1", true},
      {R"({"IpAddress": {"x:y": "2001:DB8:1234:5678::/64"}})", "2001:db8:1234:5679::1", false},
      {R"({"IpAddress": {"x:y": "::/0"}})", "nowhere", false},
      {R"({"NotIpAddress": {"x:y": "203.0.113.0/24"}})", "203.0.113.255", false},
      {R"({"NotIpAddress": {"x:y": "203.0.113.0/24"}})", "198.51.100.1", true},
      {R"({"ArnEquals": {"x:y": "arn:aws:iam::1:user/*"}})", "arn:aws:iam::1:user/a/b", true},
      {R"({"ArnLike": {"x:y": "arn:aws:someservice:*:1:finance/*"}})",
       "arn:aws:someservice:us-east-2:9:store/abc:1:finance/x", false},
      {R"({"StringLike": {"x:y": "arn:aws:someservice:*:1:finance/*"}})",
       "arn:aws:someservice:us-east-2:9:store/abc:1:finance/x", true},
      {R"({"ArnNotLike": {"x:y": "arn:aws:iam::1:user/*"}})", "arn:aws:iam::2:user/a", true},
      {R"({"ArnNotEquals": {"x:y": "arn:aws:iam::1:user/${aws:username}"}})", "arn:aws:iam::1:user/alice", false},
      {R"({"Null": {"x:y": "false"}})", "a", true},
      {R"({"Null": {"x:y": true}})", "a", false},
      {R"({"Null": {"x:y": ["true", "false"]}})", "a", true},
      {R"({"Null": {"x:y": "true"}})", "", true},
      {R"({"StringEquals": {"x:y": "a"}, "StringNotEquals": {"x:z": "b"}})", "a", true},
      {R"({"StringEquals": {"x:y": "a", "x:z": "b"}})", "a", false},
      {R"({"StringEquals": {"X:Y": "${aws:username}"}})", "alice", true},
      {R"({"StringNotEquals": {"x:y": "${aws:PrincipalTag/none}"}})", "a", true},
      {R"({"StringLike": {"x:y": "${aws:PrincipalTag/none}*"}})", "a", false},
      {R"({"Bool": {"x:y": "${aws:SecureTransport}"}})", "false", true},
      {"{}", "a", true},
  };
  for (const auto& one : kCases)
    EXPECT_EQ(applies(one.condition, {{"x:y", {one.value}}}), one.holds) << one.condition << " " << one.value;
}

TEST(Condition, OfAnAbsentKey) {
  const struct {
    const char* condition;
    bool holds;
  } kCases[] = {
      {R"({"StringEquals": {"x:y": "a"}})", false},
      {R"({"StringEqualsIfExists": {"x:y": "a"}})", true},
      {R"({"StringNotEquals": {"x:y": "a"}})", true},
      {R"({"StringNotLike": {"x:y": "*"}})", true},
      {R"({"NumericLessThan": {"x:y": "1"}})", false},
      {R"({"NumericLessThanIfExists": {"x:y": "1"}})", true},
      {R"({"NotIpAddress": {"x:y": "::/0"}})", true},
      {R"({"Bool": {"aws:MultiFactorAuthPresent": "false"}})", false},
      {R"({"BoolIfExists": {"aws:MultiFactorAuthPresent": "false"}})", true},
      {R"({"Null": {"x:y": "true"}})", true},
      {R"({"Null": {"x:y": "false"}})", false},
      {R"({"ForAllValues:StringEquals": {"x:y": "a"}})", true},
      {R"({"ForAllValues:StringNotEquals": {"x:y": "a"}})", true},
      {R"({"ForAnyValue:StringEquals": {"x:y": "a"}})", false},
      {R"({"ForAnyValue:StringNotEquals": {"x:y": "a"}})", false},
      {R"({"ForAnyValue:StringEqualsIfExists": {"x:y": "a"}})", false},
  };
  for (const auto& one : kCases) {
    EXPECT_EQ(applies(one.condition, {}), one.holds) << one.condition;
    EXPECT_EQ(applies(one.condition, {{"x:y", {}}}), one.holds) << one.condition;
  }
}

TEST(Condition, OfSeveralValues) {
  const struct {
    const char* condition;
    std::vector<std::string> values;
    bool allows;
    bool denies;
  } kCases[] = {
      {R"({"ForAllValues:StringEquals": {"x:y": ["a", "b"]}})", {"a", "b"}, true, true},
      {R"({"ForAllValues:StringEquals": {"x:y": ["a", "b"]}})", {"a", "c"}, false, false},
      {R"({"ForAnyValue:StringEquals": {"x:y": ["a", "b"]}})", {"a", "c"}, true, true},
      {R"({"ForAnyValue:StringEquals": {"x:y": ["a", "b"]}})", {"c", "d"}, false, false},
      {R"({"ForAllValues:StringNotLike": {"x:y": ["a*", "b"]}})", {"c", "d"}, true, true},
      {R"({"ForAllValues:StringNotLike": {"x:y": ["a*", "b"]}})", {"c", "ax"}, false, false},
      {R"({"ForAnyValue:StringNotEquals": {"x:y": ["a", "b"]}})", {"a", "b"}, false, false},
      {R"({"ForAnyValue:StringNotEquals": {"x:y": ["a", "b"]}})", {"a", "c"}, true, true},
      // Without a set operator the service's documents are silent, and the statement gives less.
      {R"({"StringEquals": {"x:y": "a"}})", {"a", "c"}, false, true},
      {R"({"StringEquals": {"x:y": "a"}})", {"a", "a"}, true, true},
      {R"({"StringNotEquals": {"x:y": "a"}})", {"a", "c"}, false, true},
      {R"({"StringNotEquals": {"x:y": "a"}})", {"c", "d"}, true, true},
  };
  for (const auto& one : kCases) {
    EXPECT_EQ(applies(one.condition, {{"x:y", one.values}}), one.allows) << one.condition;
    EXPECT_EQ(applies(one.condition, {{"x:y", one.values}}, "Deny"), one.denies) << one.condition;
  }
}

TEST(Condition, KeysOfThePrincipalAndTheTime) {
  const struct {
    const char* condition;
    const char* principal;
    bool holds;
  } kCases[] = {
      {R"({"StringEquals": {"aws:username": "alice"}})", "arn:aws:iam::123456789012:user/staff/alice", true},
      {R"({"Null": {"aws:username": "true"}})", "arn:aws:sts::123456789012:assumed-role/app/alice", true},
      {R"({"ArnEquals": {"aws:PrincipalArn": "arn:aws:iam::123456789012:role/app"}})",
       "arn:aws:sts::123456789012:assumed-role/app/alice", true},
      {R"({"StringEquals": {"aws:PrincipalType": "AssumedRole"}})", "arn:aws:sts::123456789012:assumed-role/app/alice",
       true},
      {R"({"StringEquals": {"aws:PrincipalAccount": "123456789012"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"StringEquals": {"aws:userid": "AIDAALICE00000000001"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"StringEquals": {"aws:PrincipalTag/TEAM": "red"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"StringEquals": {"aws:PrincipalTag/other": "red"}})", "arn:aws:iam::123456789012:user/x", false},
      {R"({"DateEquals": {"aws:CurrentTime": "2026-01-05T08:00:00Z"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"StringEquals": {"aws:CurrentTime": "2026-01-05T08:00:00Z"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"NumericEquals": {"aws:EpochTime": "1767600000"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"DateGreaterThan": {"aws:EpochTime": "2026-01-05T07:59:59Z"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"IpAddress": {"aws:SourceIp": "203.0.113.0/24"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"Bool": {"aws:SecureTransport": "false"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"StringEquals": {"aws:ResourceTag/Owner": "ada"}})", "arn:aws:iam::123456789012:user/x", true},
      {R"({"ForAllValues:StringEquals": {"aws:TagKeys": ["a", "b"]}})", "arn:aws:iam::123456789012:user/x", true},
  };
  for (const auto& one : kCases) {
    Asked asked{.principal = one.principal, .tags = {{"team", "red"}}};
    EXPECT_EQ(applies(one.condition, {{"aws:ResourceTag/owner", {"ada"}}, {"aws:TagKeys", {"b"}}}, "Allow", asked),
              one.holds)
        << one.condition << " " << one.principal;
  }
}

TEST(Condition, FirstPartitionKeyValuesIsAnotherNameOfLeadingKeys) {
  Principal principal = principal_of(kAlice);
  const auto key = parse_key("dynamodb:firstPartitionKeyValues");
  ASSERT_TRUE(key);
  EXPECT_EQ(key->id, KeyId::LeadingKeys);
  EXPECT_TRUE(key->has_many_values());
  EXPECT_FALSE(parse_key("aws:PrincipalTag/"));
  EXPECT_FALSE(parse_key("username"));
  EXPECT_FALSE(parse_key(":x"));
}

// A key is asked for only if a statement for the action reaches it, and a named key only once.
TEST(Condition, ValuesAreComputedOnlyIfAStatementAsksForThem) {
  const Policy policy = policy_of(with_statements(R"(
    {"Effect": "Deny", "Action": "dynamodb:PutItem", "Resource": "*", "Condition": {"StringEquals": {"dynamodb:ReturnValues": "NONE"}}},
    {"Effect": "Deny", "Action": "dynamodb:GetItem", "Resource": "*", "Condition": {"ForAnyValue:StringEquals": {"dynamodb:LeadingKeys": "x"}}},
    {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*", "Condition": {
      "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "a"}, "StringEquals": {"dynamodb:Select": "COUNT"}}},
    {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/Other",
      "Condition": {"StringEquals": {"dynamodb:EnclosingOperation": "TransactGetItems"}}},
    {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*", "Condition": {"StringEquals": {"aws:ResourceTag/a": "b"}}})"));
  const Policy* const list[] = {&policy};
  const Principal principal = principal_of(kAlice);
  const Surroundings surroundings;
  KeyTable keys({{"dynamodb:LeadingKeys", {"a"}}, {"dynamodb:Select", {"ALL_ATTRIBUTES"}}});
  Request request(principal, Action::GetItem, kTable, surroundings, &keys);
  EXPECT_EQ(evaluate({.identity = list}, request).decision, Decision::ImplicitlyDenied);
  EXPECT_EQ(keys.questions("dynamodb:LeadingKeys"), 1);
  EXPECT_EQ(keys.questions("dynamodb:Select"), 1);
  EXPECT_EQ(keys.questions("aws:ResourceTag/a"), 1);
  EXPECT_EQ(keys.questions("dynamodb:ReturnValues"), 0);
  EXPECT_EQ(keys.questions("dynamodb:EnclosingOperation"), 0);
}

}  // namespace condition_test
}  // namespace partita::iam
