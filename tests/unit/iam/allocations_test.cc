// The cost of a decision.
#ifndef PARTITA_ALLOCATIONS_NOT_COUNTED
#include "work/allocations.h"

#include "unit/iam/helpers.h"

namespace partita::iam {
namespace allocations_test {

// Gives the values of a table that was made before.
class FixedKeys final : public KeySource {
 public:
  Values values(const ConditionKey& key) override {
    ++questions;
    if (key.id == KeyId::LeadingKeys) return Values(std::span<const std::string_view>(leading_));
    if (key.id == KeyId::Attributes) return Values(std::span<const std::string_view>(attributes_));
    if (key.id == KeyId::Select) return Values("SPECIFIC_ATTRIBUTES");
    return {};
  }
  int questions = 0;

 private:
  const std::string_view leading_[1] = {"AIDAALICE00000000001"};
  const std::string_view attributes_[3] = {"UserId", "GameTitle", "TopScore"};
};

// 33 statements.
std::string many_statements() {
  std::string statements;
  for (int i = 0; i < 11; ++i)
    statements +=
        std::string(i == 0 ? "" : ",") +
        R"({"Effect": "Allow", "Action": "dynamodb:PutItem", "Resource": "*"},)"
        R"({"Effect": "Deny", "Action": "dynamodb:GetItem", "Resource": "arn:aws:dynamodb:*:*:table/Secret*"},)"
        R"({"Effect": "Allow", "Action": "dynamodb:Get*", "Resource": "arn:aws:dynamodb:us-west-2:1:table/)" +
        std::to_string(i) + R"("})";
  return statements;
}

// A statement that allows a GetItem, with all kinds of operators.
constexpr const char* kLast = R"({"Effect": "Allow", "Action": "dynamodb:GetItem",
    "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/${aws:PrincipalTag/table}*",
    "Condition": {
      "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "${aws:userid}",
                                    "dynamodb:Attributes": ["UserId", "GameTitle", "TopScore"]},
      "ForAllValues:StringLike": {"dynamodb:Attributes": ["*Id", "Game*", "T?p*"]},
      "StringEqualsIfExists": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"},
      "StringNotEqualsIgnoreCase": {"aws:username": "BOB"},
      "IpAddress": {"aws:SourceIp": ["10.0.0.0/8", "203.0.113.0/24"]},
      "DateLessThan": {"aws:CurrentTime": "2027-01-01T00:00:00Z"},
      "NumericGreaterThan": {"aws:EpochTime": "1"},
      "ArnLike": {"aws:PrincipalArn": "arn:aws:iam::*:user/${aws:username}"},
      "Bool": {"aws:SecureTransport": "false"},
      "Null": {"dynamodb:LeadingKeys": "false"}
    }})";

TEST(Allocations, ADecisionMakesNone) {
  const Policy many = policy_of(with_statements(many_statements())), last = policy_of(with_statements(kLast));
  const Policy* const list[] = {&many, &many, &many, &last};
  const Policy boundary =
      policy_of(with_statements(R"({"Effect": "Allow", "Action": "dynamodb:*", "Resource": "arn:aws:dynamodb:*"})"),
                PolicyType::Boundary);
  const Policy resource = policy_of(
      with_statements(
          R"({"Effect": "Deny", "Principal": {"AWS": "arn:aws:iam::123456789012:user/bob"}, "Action": "*", "Resource": "*"})"),
      PolicyType::Resource);
  Principal principal = principal_of(kAlice);
  principal.user_id = "AIDAALICE00000000001";
  principal.tags = {{"table", "Game"}};
  const Surroundings surroundings{.now_ms = 1'767'600'000'000, .source_ip = "203.0.113.7"};
  FixedKeys keys;
  const auto before = work::allocations();
  Request request(principal, Action::GetItem, kTable, surroundings, &keys);
  const Outcome outcome = evaluate({.identity = list, .boundary = &boundary, .resource = &resource}, request);
  const auto after = work::allocations();
  EXPECT_EQ(outcome.decision, Decision::Allowed);
  EXPECT_EQ(after.count - before.count, 0u);
  EXPECT_EQ(keys.questions, 3);
}

// Statements of other actions are not looked at.
TEST(Allocations, OnlyStatementsWithTheActionAreVisited) {
  const Policy policy = policy_of(with_statements(many_statements()));
  EXPECT_EQ(policy.statements().size(), 33u);
  EXPECT_EQ(policy.with(Effect::Allow, Action::GetItem).size(), 11u);
  EXPECT_EQ(policy.with(Effect::Deny, Action::GetItem).size(), 11u);
  EXPECT_EQ(policy.with(Effect::Allow, Action::PutItem).size(), 11u);
  EXPECT_TRUE(policy.with(Effect::Deny, Action::PutItem).empty());
  EXPECT_TRUE(policy.with(Effect::Allow, Action::Query).empty());
}

}  // namespace allocations_test
}  // namespace partita::iam
#endif
