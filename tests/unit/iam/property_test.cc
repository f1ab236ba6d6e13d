// Random policies and requests: the layer decides as the naive evaluator.
#include <random>

#include "unit/iam/helpers.h"
#include "unit/iam/naive_evaluator.h"

namespace partita::iam {
namespace property_test {

using naive::Texts;

// Draws from few names, so that policies and requests meet.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}

  bool one_in(int n) { return number(n) == 0; }
  int number(int below) { return static_cast<int>(engine_() % static_cast<std::uint32_t>(below)); }
  const std::string& of(const Texts& texts) { return texts[engine_() % texts.size()]; }
  Texts some(const Texts& texts, int most) {
    Texts result;
    for (int i = 1 + number(most); i > 0; --i) result.push_back(of(texts));
    return result;
  }

 private:
  std::mt19937 engine_;
};

const Texts kActions = {"dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:PartiQLSelect"};
const Texts kActionPatterns = {
    "*",    "dynamodb:*",   "dynamodb:GetItem", "dynamodb:getitem", "dynamodb:Put*", "dynamodb:*Item", "dynamodb:Quer?",
    "s3:*", "dynamodb:P*t*"};
const Texts kResources = {"arn:aws:dynamodb:us-east-1:111111111111:table/A",
                          "arn:aws:dynamodb:us-east-1:111111111111:table/alice-1",
                          "arn:aws:dynamodb:us-east-1:111111111111:table/A/index/I",
                          "arn:aws:dynamodb:us-east-1:111111111111:table/A/stream/2026-01-05T08:00:00.000",
                          "arn:aws:dynamodb:eu-west-1:222222222222:table/A",
                          "*"};
const Texts kResourcePatterns = {"*",
                                 "*",
                                 "arn:aws:dynamodb:us-east-1:111111111111:table/A",
                                 "arn:aws:dynamodb:us-east-1:111111111111:table/A*",
                                 "arn:aws:dynamodb:*:111111111111:table/*",
                                 "arn:aws:dynamodb:*-1:*:table/?",
                                 "arn:aws:dynamodb:*",
                                 "arn:aws:dynamodb:*:table/A",
                                 "arn:aws:*:table/*/index/*",
                                 "arn:*:u*1:*:table/*:00*",
                                 "arn:aws:dynamodb:us-e*1111:table/A",
                                 "arn:aws:dynamodb:us-east-1:111111111111:table/*/stream/*:00:*",
                                 "arn:aws:dynamodb:us-east-1:111111111111:table/${aws:username}-*",
                                 "arn:aws:dynamodb:*:*:table/${aws:PrincipalTag/table}",
                                 "arn:aws:dynamodb:*:*:table/${aws:PrincipalTag/table, 'A'}"};
const Texts kStringOperators = {
    "StringEquals", "StringNotEquals", "StringEqualsIgnoreCase", "StringNotEqualsIgnoreCase",
    "StringLike",   "StringNotLike"};
const Texts kStringKeys = {"dynamodb:LeadingKeys",
                           "dynamodb:leadingkeys",
                           "dynamodb:Attributes",
                           "dynamodb:Select",
                           "aws:username",
                           "aws:PrincipalTag/team",
                           "x:y",
                           "aws:TagKeys"};
const Texts kStrings = {"a",
                        "A",
                        "b",
                        "alice",
                        "a*",
                        "*b*",
                        "?",
                        "COUNT",
                        "${*}",
                        "",
                        "*",
                        "${aws:username}",
                        "${aws:PrincipalTag/team}",
                        "x${aws:PrincipalTag/none, 'b'}",
                        "${x:y}"};
const Texts kGiven = {"a", "A", "b", "ab", "alice", "*", "", "COUNT", "xb", "a*"};
const Texts kNumericOperators = {"NumericEquals",         "NumericNotEquals",   "NumericLessThan",
                                 "NumericLessThanEquals", "NumericGreaterThan", "NumericGreaterThanEquals"};
const Texts kPrincipals = {"arn:aws:iam::111111111111:user/alice", "arn:aws:iam::111111111111:root",
                           "arn:aws:sts::111111111111:assumed-role/app/s", "arn:aws:iam::222222222222:user/bob"};
const Texts kPrincipalPatterns = {"*",
                                  "111111111111",
                                  "arn:aws:iam::222222222222:root",
                                  "arn:aws:iam::111111111111:user/alice",
                                  "arn:aws:iam::111111111111:role/app",
                                  "arn:aws:sts::111111111111:assumed-role/app/s"};

naive::Statement::Condition random_condition(Dice& dice) {
  naive::Statement::Condition condition;
  switch (dice.number(8)) {
    case 0:
      condition = {"Null", dice.of(kStringKeys), {dice.of({"true", "false"})}};
      return condition;
    case 1:
      condition = {dice.of(kNumericOperators), "n:n", dice.some({"1", "2", "2.5", "-1"}, 2)};
      break;
    case 2:
      condition = {dice.of({"DateEquals", "DateNotEquals", "DateLessThan", "DateGreaterThanEquals"}), "aws:EpochTime",
                   dice.some({"1767600000", "1767600001", "1767599999"}, 2)};
      break;
    case 3:
      condition = {dice.of({"IpAddress", "NotIpAddress"}), "aws:SourceIp",
                   dice.some({"203.0.113.0/24", "203.0.113.7", "10.0.0.0/8", "0.0.0.0/0", "203.0.113.6/31"}, 2)};
      break;
    case 4:
      condition = {dice.of({"ArnEquals", "ArnLike", "ArnNotEquals", "ArnNotLike"}), "aws:PrincipalArn",
                   dice.some({"arn:aws:iam::111111111111:user/*", "arn:aws:iam::*:role/app", "arn:aws:*:*:*:?o*", "*",
                              "arn:aws:iam::111111111111:user/${aws:username}"},
                             2)};
      break;
    case 5:
      condition = {"Bool", dice.of({"aws:SecureTransport", "b:b"}), {dice.of({"true", "false"})}};
      break;
    default:
      condition = {dice.of(kStringOperators), dice.of(kStringKeys), dice.some(kStrings, 3)};
  }
  if (dice.one_in(3)) condition.how = dice.of({"ForAllValues:", "ForAnyValue:"}) + condition.how;
  if (dice.one_in(4)) condition.how += "IfExists";
  return condition;
}

naive::Statement random_statement(Dice& dice, bool for_resource) {
  naive::Statement statement;
  statement.allow = !dice.one_in(4);
  (dice.one_in(6) ? statement.not_action : statement.action) = dice.some(kActionPatterns, 2);
  (dice.one_in(6) ? statement.not_resource : statement.resource) = dice.some(kResourcePatterns, 2);
  if (for_resource)
    (!statement.allow && dice.one_in(3) ? statement.not_principal : statement.principal) =
        dice.some(kPrincipalPatterns, 2);
  for (int i = dice.number(3); i > 0; --i) {
    auto condition = random_condition(dice);
    const bool known = std::ranges::any_of(statement.conditions, [&](const auto& other) {
      return other.how == condition.how && same_ignoring_case(other.key, condition.key);
    });
    if (!known) statement.conditions.push_back(std::move(condition));
  }
  return statement;
}

std::vector<naive::Policy> random_policies(Dice& dice, int most, bool for_resource) {
  std::vector<naive::Policy> policies(static_cast<std::size_t>(dice.number(most + 1)));
  for (naive::Policy& policy : policies) {
    policy.variables = !dice.one_in(6);
    for (int i = 1 + dice.number(3); i > 0; --i) policy.statements.push_back(random_statement(dice, for_resource));
  }
  return policies;
}

struct Case {
  naive::PolicySet policies;
  naive::Question question;
  Principal principal;
  KeyTable::Table of_source;
  Surroundings surroundings;
};

Case random_case(Dice& dice) {
  Case result;
  result.policies = {random_policies(dice, 2, false), random_policies(dice, dice.one_in(2) ? 1 : 0, false),
                     random_policies(dice, dice.one_in(3) ? 2 : 0, false), random_policies(dice, 1, true)};
  result.principal = principal_of(dice.of(kPrincipals));
  if (dice.one_in(2)) result.principal.tags = {{"Team", dice.of(kGiven)}, {"table", dice.of({"A", "B"})}};
  result.surroundings = {.now_ms = 1'767'600'000'000, .source_ip = dice.one_in(4) ? "" : "203.0.113.7"};
  for (const char* key : {"dynamodb:leadingkeys", "dynamodb:attributes", "aws:tagkeys", "x:y"})
    if (!dice.one_in(3)) result.of_source[key] = dice.one_in(6) ? Texts() : dice.some(kGiven, 3);
  if (dice.one_in(2)) result.of_source["dynamodb:select"] = {dice.of({"COUNT", "ALL_ATTRIBUTES"})};
  if (dice.one_in(2)) result.of_source["n:n"] = {dice.of({"1", "2", "2.0", "x", "-3"})};
  if (dice.one_in(2)) result.of_source["b:b"] = {dice.of({"true", "FALSE", "x"})};

  naive::Question& question = result.question;
  const Principal& principal = result.principal;
  question = {principal.arn, principal.account, principal.role_arn, dice.of(kActions), dice.of(kResources), false, {}};
  question.is_root = principal.kind == PrincipalKind::Root;
  question.keys = {result.of_source.begin(), result.of_source.end()};
  question.keys["aws:principalarn"] = {principal.role_arn.empty() ? principal.arn : principal.role_arn};
  question.keys["aws:epochtime"] = {"1767600000"};
  question.keys["aws:securetransport"] = {"false"};
  if (!result.surroundings.source_ip.empty()) question.keys["aws:sourceip"] = {"203.0.113.7"};
  if (!principal.user_name.empty()) question.keys["aws:username"] = {principal.user_name};
  if (!principal.tags.empty()) {
    question.keys["aws:principaltag/team"] = {principal.tags[0].second};
    question.keys["aws:principaltag/table"] = {principal.tags[1].second};
  }
  return result;
}

std::vector<Policy> compile_all(const std::vector<naive::Policy>& policies, PolicyType type) {
  std::vector<Policy> result;
  for (const naive::Policy& policy : policies) result.push_back(policy_of(naive::document_of(policy), type));
  return result;
}

std::vector<const Policy*> pointers_to(const std::vector<Policy>& policies) {
  std::vector<const Policy*> result;
  for (const Policy& policy : policies) result.push_back(&policy);
  return result;
}

TEST(Property, DecisionsAreThoseOfTheNaiveEvaluator) {
  constexpr int kCases = 3000;
  int counts[3] = {};
  Dice dice(20261005);
  for (int i = 0; i < kCases; ++i) {
    const Case one = random_case(dice);
    const auto identity = compile_all(one.policies.identity, PolicyType::Identity);
    const auto boundary = compile_all(one.policies.boundary, PolicyType::Boundary);
    const auto session = compile_all(one.policies.session, PolicyType::Session);
    const auto resource = compile_all(one.policies.resource, PolicyType::Resource);
    const auto identity_list = pointers_to(identity), session_list = pointers_to(session);
    Policies policies{.identity = identity_list, .session = session_list};
    policies.boundary = boundary.empty() ? nullptr : &boundary[0];
    policies.resource = resource.empty() ? nullptr : &resource[0];
    KeyTable keys(one.of_source);
    Request request(one.principal, *action_named(one.question.action), one.question.resource, one.surroundings, &keys);
    const Decision decision = evaluate(policies, request).decision;
    const naive::Answer expected = naive::answer(one.policies, one.question);
    ++counts[static_cast<int>(decision)];
    std::string documents;
    for (const auto* list :
         {&one.policies.identity, &one.policies.boundary, &one.policies.session, &one.policies.resource})
      for (const naive::Policy& policy : *list) documents += naive::document_of(policy) + "\n";
    ASSERT_EQ(static_cast<int>(decision), static_cast<int>(expected))
        << "case " << i << ", " << one.principal.arn << " " << one.question.action << " " << one.question.resource
        << "\n"
        << documents;
  }
  // The cases must not all end in the same way.
  for (const int count : counts) EXPECT_GT(count, kCases / 10);
}

}  // namespace property_test
}  // namespace partita::iam
