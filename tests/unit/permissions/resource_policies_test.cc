// Requests that policies of tables and streams allow or deny, in the account of the table and in others.
#include <gmock/gmock.h>

#include "unit/permissions/helpers.h"

namespace partita::permissions {
namespace resource_policies_test {

using testing::HasSubstr;

constexpr const char* kAllow = R"({"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"})";
const std::string kStream = kPrefix + "Orders/stream/2026-01-05T10:00:00.123";

// A statement of a resource-based policy.
std::string statement(const std::string& effect, const std::string& principal, const std::string& action,
                      const std::string& more = "") {
  return R"({"Effect": ")" + effect + R"(", "Principal": {"AWS": ")" + principal + R"("}, "Action": ")" + action +
         R"(", "Resource": "*")" + more + "}";
}

class ResourcePolicies : public testing::Test {
 protected:
  ResourcePolicies() { tables_.set("Orders", "id", "made"); }

  std::string decide(const std::string& identity, std::string_view operation, const std::string& body) {
    const auto made = identity_with(identity);
    const auto error = check(authorizer_, *made, operation, body);
    return error ? error->message : "allowed";
  }

  FakeTables tables_;
  Authorizer authorizer_{tables_};
};

const std::string kAliceArn = "arn:aws:iam::123456789012:user/alice";
const std::string kGet = R"({"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}})";

TEST_F(ResourcePolicies, OfTheTableAllowsAndDeniesInItsAccount) {
  EXPECT_THAT(decide("", "GetItem", kGet), HasSubstr("because no identity-based policy allows"));
  tables_.attach("Orders", statement("Allow", kAliceArn, "dynamodb:GetItem"));
  EXPECT_EQ(decide("", "GetItem", kGet), "allowed");
  EXPECT_THAT(decide("", "PutItem", kGet), HasSubstr("because no identity-based policy allows"));
  // Its indexes are meant too.
  tables_.attach("Orders", statement("Allow", kAliceArn, "dynamodb:Scan"));
  EXPECT_EQ(decide("", "Scan", R"({"TableName": "Orders", "IndexName": "ByOwner"})"), "allowed");
  // The account leaves the decision to its own policies.
  tables_.attach("Orders", statement("Allow", "123456789012", "dynamodb:GetItem"));
  EXPECT_THAT(decide("", "GetItem", kGet), HasSubstr("because no identity-based policy allows"));
  tables_.attach("Orders", statement("Deny", kAliceArn, "dynamodb:GetItem"));
  EXPECT_THAT(decide(kAllow, "GetItem", kGet), HasSubstr("with an explicit deny in a resource-based policy"));
  EXPECT_THAT(decide(kAllow, "TransactGetItems", R"({"TransactItems": [{"Get": )" + kGet + "}]}"),
              HasSubstr("with an explicit deny in a resource-based policy"));
  EXPECT_EQ(decide(kAllow, "GetItem", R"({"TableName": "Others", "Key": {"id": {"S": "a"}}})"), "allowed");
  // Conditions see the request.
  tables_.attach("Orders",
                 statement("Allow", kAliceArn, "dynamodb:GetItem",
                           R"(, "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["a"]}})"));
  EXPECT_EQ(decide("", "GetItem", kGet), "allowed");
  EXPECT_THAT(decide("", "GetItem", R"({"TableName": "Orders", "Key": {"id": {"S": "b"}, "made": {"S": "1"}}})"),
              HasSubstr("because no identity-based policy allows"));
}

TEST_F(ResourcePolicies, OfAStreamIsNotThatOfItsTable) {
  const std::string describe = R"({"StreamArn": ")" + kStream + R"("})";
  const std::string records = R"({"ShardIterator": ")" + kStream + R"(|1|abc"})";
  tables_.attach("Orders", statement("Allow", kAliceArn, "dynamodb:*"));
  EXPECT_THAT(decide("", "DescribeStream", describe), HasSubstr("because no identity-based policy allows"));
  tables_.set_stream(kStream, statement("Allow", kAliceArn, "dynamodb:*"));
  tables_.attach("Orders", "");
  EXPECT_EQ(decide("", "DescribeStream", describe), "allowed");
  EXPECT_EQ(decide("", "GetRecords", records), "allowed");
  EXPECT_EQ(decide("", "GetResourcePolicy", R"({"ResourceArn": ")" + kStream + R"("})"), "allowed");
  EXPECT_THAT(decide("", "GetItem", kGet), HasSubstr("because no identity-based policy allows"));
  tables_.set_stream(kStream, statement("Deny", kAliceArn, "dynamodb:GetRecords"));
  EXPECT_THAT(decide(kAllow, "GetRecords", records), HasSubstr("with an explicit deny in a resource-based policy"));
}

// The facts about a stream are kept, as those about a table are.
TEST_F(ResourcePolicies, OfAStreamIsLookedUpOnce) {
  tables_.set_stream(kStream, statement("Allow", kAliceArn, "dynamodb:*"));
  const std::string records = R"({"ShardIterator": ")" + kStream + R"(|1|abc"})";
  EXPECT_EQ(decide("", "GetRecords", records), "allowed");
  const int lookups = tables_.lookups;
  EXPECT_EQ(decide("", "GetRecords", records), "allowed");
  EXPECT_EQ(tables_.lookups, lookups);
}

// A request of PutResourcePolicy for Orders with one statement.
std::string put(const std::string& policy_statement, bool confirmed = false) {
  std::string document;
  for (const char c : R"({"Version": "2012-10-17", "Statement": [)" + policy_statement + "]}") {
    if (c == '"') document.push_back('\\');
    document.push_back(c);
  }
  return R"({"ResourceArn": ")" + kPrefix + R"(Orders", "Policy": ")" + document + "\"" +
         (confirmed ? R"(, "ConfirmRemoveSelfResourceAccess": true})" : "}");
}

TEST_F(ResourcePolicies, NobodyLocksHimselfOutByMistake) {
  const std::string lockout = "The new resource policy will not allow you to update the resource policy in the future.";
  EXPECT_EQ(decide(kAllow, "PutResourcePolicy", put(statement("Deny", "*", "dynamodb:GetItem"))), "allowed");
  EXPECT_EQ(decide(kAllow, "PutResourcePolicy", put(statement("Deny", "*", "dynamodb:DeleteResourcePolicy"))),
            "allowed");
  const std::string denies = statement("Deny", "*", "dynamodb:PutResourcePolicy");
  EXPECT_EQ(decide(kAllow, "PutResourcePolicy", put(denies)), lockout);
  EXPECT_EQ(decide(kAllow, "PutResourcePolicy", put(denies, true)), "allowed");
  const std::string for_others = R"(, "Condition": {"ArnNotEquals": {"aws:PrincipalArn": ")" + kAliceArn + R"("}})";
  EXPECT_EQ(decide(kAllow, "PutResourcePolicy", put(statement("Deny", "*", "dynamodb:*", for_others))), "allowed");
  // Who may change the policy only by the policy itself must not remove that permission.
  tables_.attach("Orders", statement("Allow", kAliceArn, "dynamodb:PutResourcePolicy"));
  EXPECT_EQ(decide("", "PutResourcePolicy", put(statement("Allow", kAliceArn, "dynamodb:*"))), "allowed");
  EXPECT_EQ(decide("", "PutResourcePolicy", put(statement("Allow", kAliceArn, "dynamodb:GetItem"))), lockout);
  // The operation refuses a policy with a fault.
  EXPECT_EQ(decide(kAllow, "PutResourcePolicy", R"({"ResourceArn": ")" + kPrefix + R"(Orders", "Policy": "{"})"),
            "allowed");
}

TEST_F(ResourcePolicies, TheRootCanAlwaysRemoveThem) {
  tables_.attach("Orders", statement("Deny", "*", "dynamodb:*"));
  const std::string body = R"({"ResourceArn": ")" + kPrefix + R"(Orders"})";
  const iam::Identity root(*iam::Principal::of_arn("arn:aws:iam::123456789012:root"), {}, nullptr);
  EXPECT_FALSE(check(authorizer_, root, "DeleteResourcePolicy", body));
  EXPECT_TRUE(check(authorizer_, root, "PutResourcePolicy", body));
  EXPECT_THAT(decide(kAllow, "DeleteResourcePolicy", body), HasSubstr("with an explicit deny"));
  const iam::Identity other(*iam::Principal::of_arn("arn:aws:iam::222222222222:root"), {}, nullptr);
  EXPECT_TRUE(check(authorizer_, other, "DeleteResourcePolicy", body));
}

// Alice's requests for the tables of another account, as its database decides them.
class AnotherAccount : public testing::Test {
 protected:
  AnotherAccount() {
    theirs_.set("Orders", "id", "made");
    theirs_.set("Closed", "id", "made");
  }
  static std::string arn(const std::string& name) { return "arn:aws:dynamodb:us-east-1:222222222222:table/" + name; }
  static std::string scan(const std::string& name, const std::string& more = "") {
    return R"({"TableName": ")" + arn(name) + "\"" + more + "}";
  }
  static std::string get(const std::string& name) {
    return R"({"TableName": ")" + arn(name) + R"(", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}})";
  }
  std::string decide(const std::string& identity, std::string_view operation, const std::string& body) {
    const auto error = check(authorizer_, *identity_with(identity), operation, body);
    return error ? error->message : "allowed";
  }
  // The decision of Alice's own account, which does not know the tables.
  std::string at_home(const std::string& identity, std::string_view operation, const std::string& body) {
    FakeTables own;
    Authorizer authorizer(own);
    const auto error = check(authorizer, *identity_with(identity), operation, body);
    return error ? error->message : "allowed";
  }

  FakeTables theirs_{"222222222222"};
  Authorizer authorizer_{theirs_};
};

TEST_F(AnotherAccount, NeedsBothPolicies) {
  EXPECT_THAT(decide(kAllow, "Scan", scan("Orders")), HasSubstr("because no resource-based policy allows"));
  for (const std::string& principal : {kAliceArn, std::string("123456789012")}) {
    theirs_.attach("Orders", statement("Allow", principal, "dynamodb:Scan"));
    EXPECT_EQ(decide(kAllow, "Scan", scan("Orders")), "allowed");
    EXPECT_THAT(decide("", "Scan", scan("Orders")), HasSubstr("because no identity-based policy allows"));
    EXPECT_THAT(decide(kAllow, "GetItem", get("Orders")), HasSubstr("because no resource-based policy allows"));
  }
  // The policy of the table may look at the request.
  theirs_.attach("Orders", statement("Allow", kAliceArn, "dynamodb:GetItem",
                                     R"(, "Condition": {"StringEquals": {"dynamodb:LeadingKeys": "a"}})"));
  EXPECT_EQ(decide(kAllow, "GetItem", get("Orders")), "allowed");
}

// A denial tells neither facts about the tables, nor whether they or their account exist.
TEST_F(AnotherAccount, TellsNothingOfTablesWithoutPermission) {
  const std::string denies_own =
      std::string(kAllow) + R"(, {"Effect": "Deny", "Action": "dynamodb:*", "Resource": "*", "Condition": )";
  theirs_.attach("Orders", statement("Deny", "*", "dynamodb:*"));
  const auto named = [](std::string denial, const std::string& name) {
    for (auto at = denial.find(name); at != denial.npos; at = denial.find(name, at + 1))
      denial.replace(at, name.size(), "NAME");
    return denial;
  };
  for (const std::string& identity :
       {std::string(), std::string(kAllow), denies_own + R"({"StringEquals": {"aws:ResourceTag/Team": "red"}}})",
        denies_own + R"({"ForAnyValue:StringEquals": {"dynamodb:LeadingKeys": "a"}}})",
        denies_own + R"({"Null": {"dynamodb:LeadingKeys": "true"}}})"}) {
    const auto expect_same = [&](const char* operation, const auto& body) {
      const std::string denied = decide(identity, operation, body("Missing"));
      EXPECT_THAT(denied, HasSubstr("is not authorized to perform"));
      for (const char* name : {"Orders", "Closed"})
        EXPECT_EQ(named(decide(identity, operation, body(name)), name), named(denied, "Missing")) << identity;
      EXPECT_EQ(at_home(identity, operation, body("Missing")), denied);
    };
    expect_same("GetItem", [](const std::string& name) { return get(name); });
    expect_same("Scan", [](const std::string& name) { return scan(name); });
    expect_same("Scan", [](const std::string& name) { return scan(name, R"(, "IndexName": "ByOwner")"); });
    expect_same("Scan", [](const std::string& name) { return scan(name + "/index/ByOwner"); });
    expect_same("TagResource", [](const std::string& name) {
      return R"({"ResourceArn": ")" + arn(name) + R"(", "Tags": [{"Key": "a", "Value": "b"}]})";
    });
    expect_same("BatchGetItem", [](const std::string& name) {
      return R"({"RequestItems": {")" + arn(name) + R"(": {"Keys": [{"id": {"S": "a"}, "made": {"S": "1"}}]}}})";
    });
    expect_same("DescribeStream",
                [](const std::string& name) { return R"({"StreamArn": ")" + arn(name) + R"(/stream/L"})"; });
  }
}

// A name without an account, in a request that the other account's database decides, needs its permission too.
TEST_F(AnotherAccount, DecidesNamesAsItsOwn) {
  EXPECT_THAT(decide(kAllow, "Scan", R"({"TableName": "Closed"})"),
              HasSubstr("on resource: " + arn("Closed") + " because no resource-based policy allows"));
}

}  // namespace resource_policies_test
}  // namespace partita::permissions
