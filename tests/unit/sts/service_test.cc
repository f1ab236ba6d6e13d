// The operations of STS.
#include "sts/service.h"

#include <gmock/gmock.h>

#include "auth/percent.h"
#include "identities/changes.h"
#include "identities/directory.h"
#include "sts/xml.h"

namespace partita::sts {
namespace service_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::int64_t kNow = 1'767'225'600'000;  // 2026-01-01T00:00:00Z
constexpr const char* kOwn = "111111111111";
constexpr const char* kOther = "222222222222";
constexpr const char* kRole = "arn:aws:iam::111111111111:role/app";

std::string statement(const std::string& effect, const std::string& actions, const std::string& further) {
  return R"({"Effect": ")" + effect + R"(", "Action": )" + actions + ", " + further + "}";
}
std::string policy(const std::string& statements) {
  return R"({"Version": "2012-10-17", "Statement": [)" + statements + "]}";
}
const std::string kMayAssume = policy(statement("Allow", R"("sts:*")", R"("Resource": "*")"));
std::string trust_of(const std::string& principal, const std::string& actions = R"("sts:AssumeRole")",
                     const std::string& condition = "{}") {
  return policy(
      statement("Allow", actions, R"("Principal": {"AWS": ")" + principal + R"("}, "Condition": )" + condition));
}
const std::string kAlice = "arn:aws:iam::111111111111:user/alice";

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    add_user(kOwn, "alice");
    add_user(kOther, "bob");
    EXPECT_TRUE(create_key(account(kOwn).root_keys, master_, std::nullopt, 1));
    EXPECT_TRUE(create_role(account(kOwn), {.name = "app", .trust = trust_of(kAlice), .tags = {{"tier", "1"}}}, 1));
  }
  identities::Account& account(const std::string& id) { return **account_for(contents_, id); }
  identities::User& user(const std::string& id) { return account(id).users[0]; }
  identities::Role& role() { return **role_named(account(kOwn), "app"); }
  void add_user(const std::string& id, const std::string& name) {
    EXPECT_TRUE(create_user(account(id), {.name = name}, 1));
    EXPECT_TRUE(create_key(user(id).keys, master_, std::nullopt, 1));
  }
  void trust(const std::string& document) {
    const auto set = set_trust(role(), "trust", document);
    ASSERT_TRUE(set) << set.error();
  }
  void allow(const std::string& id) { ASSERT_TRUE(put_policy(user(id).policies, "p", "p", kMayAssume, 2048)); }

  // "200 ELEMENTS", or "STATUS CODE MESSAGE".
  std::string ask(const auth::Signer& caller, const std::string& form) {
    const Parameters parameters = Parameters::read(form + "&Version=2011-06-15");
    const auto done = answer(parameters, {.key = caller, .surroundings = {.now_ms = kNow, .source_ip = "10.0.0.1"}});
    if (done) return "200 " + *done;
    return std::to_string(done.error().status) + " " + done.error().code + " " + done.error().message;
  }
  auth::Signer by(const std::string& key_id) {
    const auto made = make_key_table(contents_, master_, {}, "");
    EXPECT_TRUE(made) << made.error();
    return {*made, (*made)->find(key_id), "us-east-1"};
  }
  auth::Signer alice() { return by(user(kOwn).keys[0].id); }
  auth::Signer bob() { return by(user(kOther).keys[0].id); }
  auth::Signer root() { return by(account(kOwn).root_keys[0].id); }
  static std::string element(const std::string& xml, const std::string& name) {
    const auto from = xml.find("<" + name + ">") + name.size() + 2;
    return xml.substr(from, xml.find("</" + name + ">") - from);
  }
  // The caller whose credentials are in `answer`.
  auth::Signer session_in(const std::string& answer) {
    EXPECT_THAT(answer, StartsWith("200 "));
    auto table = *make_key_table(contents_, master_, {}, "");
    auto key = table->sessions()->find(element(answer, "AccessKeyId"), element(answer, "SessionToken"));
    EXPECT_TRUE(key);
    return {table, key.get(), "us-east-1", key};
  }
  std::string assume(const auth::Signer& caller, const std::string& further = "") {
    return ask(caller, std::string("Action=AssumeRole&RoleSessionName=s1&RoleArn=") + kRole + further);
  }

  identities::Contents contents_;
  const identities::MasterKey master_ = *identities::MasterKey::parse(std::string(64, '3'));
};

constexpr const char* kDenied =
    "403 AccessDenied User: arn:aws:iam::111111111111:user/alice is not authorized to perform: sts:AssumeRole on "
    "resource: arn:aws:iam::111111111111:role/app";

TEST_F(ServiceTest, GetCallerIdentityNeedsNoPermission) {
  EXPECT_EQ(ask(alice(), "Action=GetCallerIdentity"),
            "200 <Arn>" + kAlice + "</Arn><UserId>" + user(kOwn).id + "</UserId><Account>111111111111</Account>");
  EXPECT_EQ(
      ask(root(), "Action=GetCallerIdentity"),
      "200 <Arn>arn:aws:iam::111111111111:root</Arn><UserId>111111111111</UserId><Account>111111111111</Account>");
}

TEST_F(ServiceTest, OtherActionsDoNotExist) {
  EXPECT_EQ(ask(alice(), "Action=GetFederationToken"),
            "400 InvalidAction Could not find operation GetFederationToken for version 2011-06-15");
  EXPECT_EQ(ask(alice(), "Version=2010-01-01&Action=AssumeRole"),
            "400 InvalidAction Could not find operation AssumeRole for version 2010-01-01");
  EXPECT_THAT(ask(alice(), ""), StartsWith("400 MissingAction "));
}

TEST_F(ServiceTest, AssumeRoleGivesASessionOfTheRole) {
  const std::string answer = assume(alice());
  EXPECT_EQ(element(answer, "AssumedRoleId"), role().id + ":s1");
  EXPECT_EQ(element(answer, "Arn"), "arn:aws:sts::111111111111:assumed-role/app/s1");
  EXPECT_EQ(element(answer, "Expiration"), "2026-01-01T01:00:00Z");
  EXPECT_THAT(answer, Not(HasSubstr("PackedPolicySize")));
  const auth::Signer session = session_in(answer);
  EXPECT_EQ(session.key->secret, element(answer, "SecretAccessKey"));
  EXPECT_THAT(ask(session, "Action=GetCallerIdentity"),
              HasSubstr("<Arn>arn:aws:sts::111111111111:assumed-role/app/s1<"));
}

TEST_F(ServiceTest, TheTrustPolicyAndTheCallersPoliciesDecide) {
  EXPECT_THAT(assume(alice()), StartsWith("200 "));  // the trust policy names alice
  trust(trust_of(kOwn));
  EXPECT_EQ(assume(alice()), kDenied);  // it leaves the decision to the account
  allow(kOwn);
  EXPECT_THAT(assume(alice()), StartsWith("200 "));
  trust(trust_of(kOther));
  EXPECT_EQ(assume(alice()), kDenied);  // alice's own policy is not enough
  EXPECT_THAT(assume(bob()), StartsWith("403 AccessDenied"));
  allow(kOther);
  EXPECT_THAT(assume(bob()), StartsWith("200 "));
  trust(trust_of("arn:aws:iam::222222222222:user/bob", R"("sts:TagSession")"));
  EXPECT_THAT(assume(bob()), StartsWith("403 AccessDenied"));
  trust(policy(statement("Allow", R"("*")", R"("Principal": "*")") + "," +
               statement("Deny", R"("sts:*")", R"("Principal": {"AWS": ")" + kAlice + R"("})")));
  EXPECT_EQ(assume(alice()), std::string(kDenied) + " with an explicit deny in a role trust policy");
}

TEST_F(ServiceTest, ARoleThatIsMissingAndOneThatIsForbiddenLookAlike) {
  const std::string missing =
      ask(alice(), "Action=AssumeRole&RoleSessionName=s1&RoleArn=arn:aws:iam::111111111111:role/gone");
  trust(trust_of(kOther));
  std::string forbidden = assume(alice());
  forbidden.replace(forbidden.find("role/app"), 8, "role/gone");
  EXPECT_EQ(missing, forbidden);
}

TEST_F(ServiceTest, ConditionsOfTheTrustPolicy) {
  const auto with = [&](const std::string& condition) {
    trust(trust_of(kAlice, R"(["sts:AssumeRole", "sts:TagSession", "sts:SetSourceIdentity"])", condition));
  };
  with(R"({"StringEquals": {"sts:ExternalId": "e:1"}})");
  EXPECT_EQ(assume(alice()), kDenied);
  EXPECT_EQ(assume(alice(), "&ExternalId=other"), kDenied);
  EXPECT_THAT(assume(alice(), "&ExternalId=e%3A1"), StartsWith("200 "));
  with(R"({"StringEquals": {"sts:RoleSessionName": "s1", "aws:ResourceTag/tier": "1"}})");
  EXPECT_THAT(assume(alice()), StartsWith("200 "));
  with(R"({"StringEquals": {"aws:RequestTag/team": "red"}, "ForAllValues:StringEquals": {"aws:TagKeys": ["team"]}})");
  EXPECT_EQ(assume(alice()), kDenied);
  EXPECT_THAT(assume(alice(), "&Tags.member.1.Key=team&Tags.member.1.Value=red"), StartsWith("200 "));
  EXPECT_EQ(assume(alice(), "&Tags.member.1.Key=team&Tags.member.1.Value=red&Tags.member.2.Key=x&Tags.member.2.Value="),
            kDenied);
  with(R"({"IpAddress": {"aws:SourceIp": "10.0.0.0/8"}, "StringEquals": {"sts:SourceIdentity": "ada"}})");
  EXPECT_EQ(assume(alice()), kDenied);
  EXPECT_THAT(assume(alice(), "&SourceIdentity=ada"), HasSubstr("<SourceIdentity>ada</SourceIdentity>"));
}

TEST_F(ServiceTest, TagsAndSourceIdentitiesNeedPermissionsOfTheirOwn) {
  EXPECT_THAT(assume(alice(), "&Tags.member.1.Key=team&Tags.member.1.Value=red"),
              StartsWith("403 AccessDenied User: " + kAlice + " is not authorized to perform: sts:TagSession on"));
  EXPECT_THAT(assume(alice(), "&SourceIdentity=ada"), HasSubstr("is not authorized to perform: sts:SetSourceIdentity"));
}

TEST_F(ServiceTest, DurationsAreLimited) {
  EXPECT_EQ(element(assume(alice(), "&DurationSeconds=900"), "Expiration"), "2026-01-01T00:15:00Z");
  EXPECT_THAT(assume(alice(), "&DurationSeconds=899"),
              HasSubstr("400 ValidationError 1 validation error detected: Value '899' at 'durationSeconds' failed to "
                        "satisfy constraint: Member must have value greater than or equal to 900"));
  EXPECT_THAT(assume(alice(), "&DurationSeconds=43201"), HasSubstr("less than or equal to 43200"));
  EXPECT_EQ(assume(alice(), "&DurationSeconds=3601"),
            "400 ValidationError The requested DurationSeconds exceeds the MaxSessionDuration set for this role.");
  ASSERT_TRUE(set_max_session(role(), 43'200));
  EXPECT_EQ(element(assume(alice(), "&DurationSeconds=43200"), "Expiration"), "2026-01-01T12:00:00Z");
}

TEST_F(ServiceTest, ChainsHandOnTagsAndSourceIdentitiesForAnHour) {
  const std::string actions = R"(["sts:AssumeRole", "sts:TagSession", "sts:SetSourceIdentity"])";
  trust(trust_of(kAlice, actions));
  ASSERT_TRUE(set_max_session(role(), 7200));
  ASSERT_TRUE(create_role(
      account(kOwn),
      {.name = "next", .trust = trust_of("arn:aws:iam::111111111111:role/app", actions), .max_session_s = 7200}, 1));
  const auth::Signer first =
      session_in(assume(alice(),
                        "&SourceIdentity=ada&Tags.member.1.Key=team&Tags.member.1.Value=red&Tags.member.2.Key=kept"
                        "&Tags.member.2.Value=no&TransitiveTagKeys.member.1=team"));
  const auto next = [&](const std::string& further) {
    return ask(first, "Action=AssumeRole&RoleSessionName=s2&RoleArn=arn:aws:iam::111111111111:role/next" + further);
  };
  const auth::Signer second = session_in(next(""));
  const iam::Principal& principal = second.key->identity->principal();
  EXPECT_EQ(principal.source_identity, "ada");
  EXPECT_EQ(principal.tags, (identities::Tags{{"team", "red"}}));
  EXPECT_EQ(principal.transitive_tags, std::vector<std::string>{"team"});
  EXPECT_THAT(next("&DurationSeconds=3601"), HasSubstr("1 hour session limit for roles assumed by role chaining"));
  EXPECT_THAT(next("&SourceIdentity=bob"), StartsWith("403 AccessDenied"));
  EXPECT_THAT(next("&Tags.member.1.Key=TEAM&Tags.member.1.Value=blue"), HasSubstr("conflicts with a transitive tag"));
  EXPECT_THAT(next("&TransitiveTagKeys.member.1=none"), HasSubstr("must be included in the requested tags"));
}

TEST_F(ServiceTest, ASessionPolicyLimits) {
  const auto with = [&](const std::string& document) {
    std::string further = "&Policy=";
    auth::append_percent_encoded(further, document);
    return assume(alice(), further);
  };
  const std::string answer = with(policy(statement("Allow", R"("dynamodb:GetItem")", R"("Resource": "*")")));
  EXPECT_THAT(answer, HasSubstr("<PackedPolicySize>3</PackedPolicySize>"));
  EXPECT_EQ(session_in(answer).key->identity->policies(nullptr).session.size(), 1u);
  EXPECT_THAT(with("{\n \"Statement\": 1}"),
              StartsWith("400 MalformedPolicyDocument line 2, column 15: Statement is a"));
  EXPECT_THAT(with(std::string(2049, ' ')), HasSubstr("at 'policy' failed to satisfy constraint"));
}

TEST_F(ServiceTest, ManyTagsAreTooLarge) {
  trust(trust_of(kAlice, R"(["sts:AssumeRole", "sts:TagSession"])"));
  std::string tags;
  for (int i = 1; i <= 17; ++i)
    tags += "&Tags.member." + std::to_string(i) + ".Key=k" + std::to_string(i) + "&Tags.member." + std::to_string(i) +
            ".Value=" + std::string(256, 'v');
  EXPECT_THAT(assume(alice(), tags), StartsWith("400 PackedPolicyTooLarge Packed size of session tags consumes 108%"));
}

TEST_F(ServiceTest, ParametersHaveTheirForms) {
  EXPECT_EQ(ask(alice(), "Action=AssumeRole&RoleArn=x&RoleSessionName=a%20b"),
            "400 ValidationError 2 validation errors detected: Value 'x' at 'roleArn' failed to satisfy constraint: "
            "Member must have length greater than or equal to 20; Value 'a b' at 'roleSessionName' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*");
  EXPECT_THAT(ask(alice(), "Action=AssumeRole"),
              HasSubstr("Value null at 'roleArn' failed to satisfy constraint: Member "
                        "must not be null; Value null at 'roleSessionName'"));
  EXPECT_THAT(assume(alice(), "&Tags.member.1.Key=a"), HasSubstr("Value null at 'tags.1.member.value'"));
  EXPECT_THAT(assume(alice(), "&DurationSeconds=1h"), HasSubstr("Value '1h' at 'durationSeconds'"));
  EXPECT_THAT(assume(alice(), "&PolicyArns.member.1.arn=arn:aws:iam::aws:policy/x"), HasSubstr("no managed policies"));
  EXPECT_THAT(assume(alice(), "&SerialNumber=x&TokenCode=123456"), HasSubstr("MultiFactorAuthentication failed"));
}

TEST_F(ServiceTest, TheRootAssumesNoRoles) {
  EXPECT_EQ(assume(root()), "403 AccessDenied Roles may not be assumed by root accounts.");
}

TEST_F(ServiceTest, GetSessionTokenIsForKeysThatLast) {
  const std::string answer = ask(alice(), "Action=GetSessionToken");
  EXPECT_EQ(element(answer, "Expiration"), "2026-01-01T12:00:00Z");
  const auth::Signer session = session_in(answer);
  EXPECT_THAT(ask(session, "Action=GetCallerIdentity"), HasSubstr("<Arn>" + kAlice + "</Arn>"));
  EXPECT_EQ(ask(session, "Action=GetSessionToken"),
            "403 AccessDenied Cannot call GetSessionToken with session credentials");
  EXPECT_THAT(assume(session), StartsWith("200 "));
  EXPECT_EQ(element(ask(alice(), "Action=GetSessionToken&DurationSeconds=129600"), "Expiration"),
            "2026-01-02T12:00:00Z");
  EXPECT_THAT(ask(alice(), "Action=GetSessionToken&DurationSeconds=129601"), HasSubstr("equal to 129600"));
  EXPECT_EQ(element(ask(root(), "Action=GetSessionToken&DurationSeconds=7200"), "Expiration"), "2026-01-01T01:00:00Z");
}

TEST_F(ServiceTest, NoSessionOutlivesTheExpiryOfItsKey) {
  user(kOwn).keys[0].expires_ms = kNow + 60'000;
  for (const std::string& answer : {ask(alice(), "Action=GetSessionToken"), assume(alice())})
    EXPECT_EQ(element(answer, "Expiration"), "2026-01-01T00:01:00Z") << answer;
  user(kOwn).keys[0].expires_ms = kNow + 7'200'000;
  EXPECT_EQ(element(assume(alice()), "Expiration"), "2026-01-01T01:00:00Z");
}

TEST_F(ServiceTest, ARequestWithTooManyParametersIsRefused) {
  std::string many;
  for (int i = 0; i < 500; ++i) many += "&x=";
  EXPECT_EQ(assume(alice(), many + "&Policy=%7B%22Statement%22%3A%5B%5D%7D"),
            "400 ValidationError The request has more than 500 parameters.");
}

TEST(Xml, TextsAreEscaped) {
  EXPECT_EQ(
      error_xml(400, "A&B", "<\"'\x01>", "id"),
      "<ErrorResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><Error><Type>Sender</Type>"
      "<Code>A&amp;B</Code><Message>&lt;&quot;'?&gt;</Message></Error><RequestId>id</RequestId></ErrorResponse>\n");
}

TEST(Parameters, AreReadFromForms) {
  const Parameters parameters = Parameters::read("&a=1+2%2B3&b&c=&a=9&L.member.2=x&L.member.1.K=y&L.member.2.K=z");
  EXPECT_EQ(parameters.find("a"), "1 2+3");
  EXPECT_EQ(parameters.find("b"), "");
  EXPECT_EQ(parameters.find("c"), "");
  EXPECT_EQ(parameters.find("d"), std::nullopt);
  EXPECT_EQ(parameters.members("L"), (std::vector<int>{1, 2}));
}

}  // namespace service_test
}  // namespace partita::sts
