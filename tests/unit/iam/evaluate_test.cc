// Decisions by several policies, and the texts of denials.
#include "iam/evaluate.h"

#include "unit/iam/helpers.h"

namespace partita::iam {
namespace evaluate_test {

constexpr const char* kAllow = R"({"Sid": "A", "Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"})";
constexpr const char* kDeny = R"({"Sid": "D", "Effect": "Deny", "Action": "dynamodb:GetItem", "Resource": "*"})";
constexpr const char* kNothing = R"({"Effect": "Allow", "Action": "s3:*", "Resource": "*"})";
constexpr std::string_view kOthersTable = "arn:aws:dynamodb:us-west-2:999999999999:table/T";
constexpr std::string_view kSession = "arn:aws:sts::123456789012:assumed-role/app/s1";

std::string resource_policy(const std::string& effect, const std::string& principal) {
  return R"({"Effect": ")" + effect + R"(", )" + principal + R"(, "Action": "dynamodb:GetItem", "Resource": "*"})";
}

// Statements of each policy. An empty text means that the policy does not exist.
struct Given {
  std::string identity = {}, boundary = {}, session = {}, resource = {};
};

Outcome outcome_of(const Given& given, const Asked& asked, std::string* text = nullptr) {
  std::vector<std::unique_ptr<Policy>> made;
  const auto make = [&](const std::string& statements, PolicyType type) -> const Policy* {
    if (statements.empty()) return nullptr;
    made.push_back(std::make_unique<Policy>(policy_of(with_statements(statements), type)));
    return made.back().get();
  };
  std::vector<const Policy*> identity, session;
  if (const Policy* one = make(given.identity, PolicyType::Identity)) identity.push_back(one);
  if (const Policy* one = make(given.session, PolicyType::Session)) session.push_back(one);
  Policies policies{.identity = identity, .session = session};
  policies.boundary = make(given.boundary, PolicyType::Boundary);
  policies.resource = make(given.resource, PolicyType::Resource);
  return decide(policies, asked, text);
}

// The deciding policy: "allowed by identity-based policy", or the end of the denial's text.
std::string decide_text(const Given& given, const Asked& asked) {
  std::string text;
  const Outcome outcome = outcome_of(given, asked, &text);
  if (outcome.decision == Decision::Allowed) return "allowed by " + std::string(name_of(outcome.type));
  const std::string before = "User: " + asked.principal + " is not authorized to perform: " + asked.action +
                             " on resource: " + asked.resource + " ";
  EXPECT_EQ(text.substr(0, before.size()), before);
  return text.substr(before.size());
}

TEST(Evaluate, InOneAccount) {
  const std::string kUser = R"("Principal": {"AWS": "arn:aws:iam::123456789012:user/alice"})";
  const std::string kAccount = R"("Principal": {"AWS": "123456789012"})";
  const std::string kSomebody = R"("Principal": {"AWS": "arn:aws:iam::123456789012:user/bob"})";
  const std::string no_identity = "because no identity-based policy allows the dynamodb:GetItem action";
  const std::string no_boundary = "because no permissions boundary allows the dynamodb:GetItem action";
  const std::string no_session = "because no session policy allows the dynamodb:GetItem action";
  const struct {
    Given given;
    std::string decided;
  } kCases[] = {
      {{}, no_identity},
      {{.identity = kNothing}, no_identity},
      {{.identity = kAllow}, "allowed by identity-based policy"},
      {{.identity = std::string(kAllow) + "," + kDeny}, "with an explicit deny in an identity-based policy"},
      {{.identity = kAllow, .boundary = kAllow}, "allowed by identity-based policy"},
      {{.identity = kAllow, .boundary = kNothing}, no_boundary},
      {{.identity = kNothing, .boundary = kAllow}, no_identity},
      {{.identity = kAllow, .boundary = kDeny}, "with an explicit deny in a permissions boundary"},
      {{.identity = kAllow, .session = kNothing}, no_session},
      {{.identity = kAllow, .session = kAllow}, "allowed by identity-based policy"},
      {{.identity = kAllow, .session = kDeny}, "with an explicit deny in a session policy"},
      {{.identity = kAllow, .boundary = kNothing, .session = kNothing}, no_boundary},
      {{.resource = resource_policy("Allow", kUser)}, "allowed by resource-based policy"},
      {{.resource = resource_policy("Allow", R"("Principal": "*")")}, "allowed by resource-based policy"},
      {{.resource = resource_policy("Allow", kSomebody)}, no_identity},
      {{.identity = kAllow, .resource = resource_policy("Allow", kSomebody)}, "allowed by identity-based policy"},
      {{.resource = resource_policy("Allow", kAccount)}, no_identity},
      {{.boundary = kNothing, .resource = resource_policy("Allow", kUser)}, "allowed by resource-based policy"},
      {{.session = kNothing, .resource = resource_policy("Allow", kUser)}, "allowed by resource-based policy"},
      {{.boundary = kDeny, .resource = resource_policy("Allow", kUser)},
       "with an explicit deny in a permissions boundary"},
      {{.identity = kAllow, .resource = resource_policy("Deny", kUser)},
       "with an explicit deny in a resource-based policy"},
      {{.identity = kAllow, .resource = resource_policy("Deny", kAccount)},
       "with an explicit deny in a resource-based policy"},
      {{.identity = kAllow, .resource = resource_policy("Deny", kSomebody)}, "allowed by identity-based policy"},
      {{.identity = kAllow,
        .resource = resource_policy("Deny", R"("NotPrincipal": {"AWS": "arn:aws:iam::123456789012:user/bob"})")},
       "with an explicit deny in a resource-based policy"},
      {{.identity = kAllow,
        .resource = resource_policy("Deny", R"("NotPrincipal": {"AWS": "arn:aws:iam::123456789012:user/alice"})")},
       "allowed by identity-based policy"},
      {{.identity = kAllow,
        .boundary = kAllow,
        .resource = resource_policy("Deny", R"("NotPrincipal": {"AWS": "arn:aws:iam::123456789012:user/alice"})")},
       "with an explicit deny in a resource-based policy"},
      {{.identity = kAllow,
        .resource = resource_policy("Deny", R"("Principal": {"Service": "replication.dynamodb.amazonaws.com"})")},
       "allowed by identity-based policy"},
  };
  for (std::size_t i = 0; i < std::size(kCases); ++i)
    EXPECT_EQ(decide_text(kCases[i].given, {}), kCases[i].decided) << i;
}

TEST(Evaluate, OfARolesSession) {
  const std::string kRole = R"("Principal": {"AWS": "arn:aws:iam::123456789012:role/app"})";
  const std::string kItself = R"("Principal": {"AWS": ")" + std::string(kSession) + R"("})";
  const std::string kRoleId = R"("Principal": {"AWS": "AROAEXAMPLE000000001"})";
  const struct {
    Given given;
    std::string decided;
  } kCases[] = {
      {{.resource = resource_policy("Allow", kRole)}, "allowed by resource-based policy"},
      {{.resource = resource_policy("Allow", kRoleId)}, "allowed by resource-based policy"},
      {{.boundary = kNothing, .resource = resource_policy("Allow", kRole)},
       "because no permissions boundary allows the dynamodb:GetItem action"},
      {{.session = kNothing, .resource = resource_policy("Allow", kRole)},
       "because no session policy allows the dynamodb:GetItem action"},
      {{.boundary = kNothing, .session = kNothing, .resource = resource_policy("Allow", kItself)},
       "allowed by resource-based policy"},
      {{.identity = kAllow, .resource = resource_policy("Deny", kRole)},
       "with an explicit deny in a resource-based policy"},
  };
  for (std::size_t i = 0; i < std::size(kCases); ++i)
    EXPECT_EQ(decide_text(kCases[i].given, {.principal = std::string(kSession), .user_id = "AROAEXAMPLE000000001:s1"}),
              kCases[i].decided)
        << i;
}

TEST(Evaluate, InAnotherAccountBothSidesMustAllow) {
  const Asked asked{.resource = std::string(kOthersTable)};
  const std::string kAccount = R"("Principal": {"AWS": "arn:aws:iam::123456789012:root"})";
  const std::string kUser = R"("Principal": {"AWS": "arn:aws:iam::123456789012:user/alice"})";
  const std::string no_resource = "because no resource-based policy allows the dynamodb:GetItem action";
  const std::string no_identity = "because no identity-based policy allows the dynamodb:GetItem action";
  EXPECT_EQ(decide_text({}, asked), no_resource);
  EXPECT_EQ(decide_text({.identity = kAllow}, asked), no_resource);
  EXPECT_EQ(decide_text({.resource = resource_policy("Allow", kUser)}, asked), no_identity);
  EXPECT_EQ(decide_text({.identity = kAllow, .resource = resource_policy("Allow", kUser)}, asked),
            "allowed by identity-based policy");
  EXPECT_EQ(decide_text({.identity = kAllow, .resource = resource_policy("Allow", kAccount)}, asked),
            "allowed by identity-based policy");
  EXPECT_EQ(decide_text({.identity = kAllow, .boundary = kNothing, .resource = resource_policy("Allow", kUser)}, asked),
            "because no permissions boundary allows the dynamodb:GetItem action");
}

TEST(Evaluate, TheRootOfAnAccountNeedsNoPermissionInIt) {
  Asked root{.principal = "arn:aws:iam::123456789012:root"};
  EXPECT_EQ(decide_text({}, root), "allowed by identity-based policy");
  EXPECT_EQ(outcome_of({}, root).policy, nullptr);
  EXPECT_EQ(decide_text({.resource = resource_policy("Deny", R"("Principal": {"AWS": "123456789012"})")}, root),
            "with an explicit deny in a resource-based policy");
  EXPECT_EQ(decide_text({.resource = resource_policy("Allow", R"("Principal": {"AWS": "123456789012"})")}, root),
            "allowed by resource-based policy");
  root.resource = kOthersTable;
  EXPECT_EQ(decide_text({}, root), "because no resource-based policy allows the dynamodb:GetItem action");
}

TEST(Evaluate, TellsTheStatementThatDecides) {
  const Policy first = policy_of(with_statements(kNothing));
  const Policy second = policy_of(with_statements(std::string(kNothing) + "," + kAllow + "," + kDeny));
  const Policy* const list[] = {&first, &second};
  const Outcome denied = decide(Policies{.identity = list}, {});
  EXPECT_EQ(denied.decision, Decision::ExplicitlyDenied);
  EXPECT_EQ(denied.policy, &second);
  EXPECT_EQ(denied.statement, 2);
  const Outcome allowed = decide(Policies{.identity = list}, {.action = "dynamodb:PutItem"});
  EXPECT_EQ(allowed.decision, Decision::Allowed);
  EXPECT_EQ(allowed.policy, &second);
  EXPECT_EQ(allowed.statement, 1);
}

TEST(Evaluate, NotActionAndNotResource) {
  const std::string others = with_statements(
      R"({"Effect": "Allow", "NotAction": ["dynamodb:Put*", "dynamodb:DeleteTable"], "Resource": "*"})");
  EXPECT_EQ(decide(others, {}), Decision::Allowed);
  EXPECT_EQ(decide(others, {.action = "dynamodb:PutItem"}), Decision::ImplicitlyDenied);
  EXPECT_EQ(decide(others, {.action = "dynamodb:DeleteTable"}), Decision::ImplicitlyDenied);
  const auto not_resource = [](const std::string& effect, const std::string& resource) {
    return with_statements(std::string(kAllow) + R"(, {"Effect": ")" + effect +
                           R"(", "Action": "*", "NotResource": ")" + resource + R"("})");
  };
  EXPECT_EQ(decide(not_resource("Deny", std::string(kTable)), {}), Decision::Allowed);
  EXPECT_EQ(decide(not_resource("Deny", std::string(kIndex)), {}), Decision::ExplicitlyDenied);
  EXPECT_EQ(decide(not_resource("Deny", std::string(kTable)), {.resource = "*"}), Decision::ExplicitlyDenied);
  // Without a value it is not known which resources are meant.
  const std::string unknown = "arn:aws:dynamodb:us-west-2:123456789012:table/${aws:PrincipalTag/table}";
  EXPECT_EQ(decide(not_resource("Deny", unknown), {}), Decision::ExplicitlyDenied);
  EXPECT_EQ(decide(not_resource("Deny", unknown), {.tags = {{"table", "GameScores"}}}), Decision::Allowed);
  EXPECT_EQ(decide(with_statements(R"({"Effect": "Allow", "Action": "*", "NotResource": ")" + unknown + R"("})"), {}),
            Decision::ImplicitlyDenied);
}

TEST(Evaluate, VariablesInResources) {
  const std::string statement =
      R"({"Effect": "Allow", "Action": "*", "Resource": "arn:aws:dynamodb:*:123456789012:table/${aws:username}-*"})";
  const Asked own{.resource = "arn:aws:dynamodb:us-west-2:123456789012:table/alice-1"};
  const Asked others{.resource = "arn:aws:dynamodb:us-west-2:123456789012:table/bob-1"};
  EXPECT_EQ(decide(with_statements(statement), own), Decision::Allowed);
  EXPECT_EQ(decide(with_statements(statement), others), Decision::ImplicitlyDenied);
  EXPECT_EQ(decide(R"({"Version": "2008-10-17", "Statement": )" + statement + "}", own), Decision::ImplicitlyDenied);
  EXPECT_EQ(decide(R"({"Statement": )" + statement + "}", own), Decision::ImplicitlyDenied);
}

TEST(Principal, IsReadFromItsArn) {
  const Principal session = principal_of(kSession);
  EXPECT_EQ(session.kind, PrincipalKind::RoleSession);
  EXPECT_EQ(session.role_arn, "arn:aws:iam::123456789012:role/app");
  EXPECT_EQ(session.account, "123456789012");
  EXPECT_EQ(principal_of("arn:aws:iam::123456789012:user/a/b/alice").user_name, "alice");
  EXPECT_EQ(principal_of("arn:aws:sts::123456789012:federated-user/bob").kind, PrincipalKind::FederatedUser);
  for (const char* arn : {"", "alice", "arn:aws:iam::1:user/a", "arn:aws:iam::123456789012:role/a",
                          "arn:aws:iam::123456789012:user/", "arn:aws:sts::123456789012:assumed-role/a"})
    EXPECT_FALSE(Principal::of_arn(arn)) << arn;
}

}  // namespace evaluate_test
}  // namespace partita::iam
