// Tables of keys, and the keys of sessions.
#include "identities/directory.h"

#include <gmock/gmock.h>

#include "auth/sign.h"
#include "base/base64.h"
#include "identities/changes.h"
#include "identities/session_token.h"
#include "unit/auth/signed_message.h"

namespace partita::identities {
namespace directory_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kAll = R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}})";
constexpr const char* kGet = R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*"}})";
constexpr const char* kTrust =
    R"({"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "111111111111"}}})";
constexpr std::int64_t kNow = 1'767'225'600'000;  // 2026-01-01T00:00:00Z

class DirectoryTest : public testing::Test {
 protected:
  DirectoryTest() {
    User& alice = **create_user(account(), {.name = "alice", .path = "/team/", .tags = {{"color", "red"}}}, 1);
    alice_key_ = *create_key(alice.keys, master_, std::nullopt, 1);
    root_key_ = *create_key(account().root_keys, master_, std::nullopt, 1);
    Role& role = **create_role(account(), {.name = "app", .trust = kTrust, .tags = {{"Tier", "1"}, {"own", "o"}}}, 1);
    EXPECT_TRUE(put_policy(role.policies, "all", "f", kAll, 10'240));
  }
  Account& account() { return **account_for(contents_, "111111111111"); }

  std::shared_ptr<const auth::AccessKeys> table(std::vector<auth::AccessKey> file_keys = {}) {
    auto made = make_key_table(contents_, master_, std::move(file_keys), "keys.file");
    EXPECT_TRUE(made) << made.error();
    return made ? *made : nullptr;
  }
  static const Directory& directory_of(const auth::AccessKeys& table) {
    return dynamic_cast<const Directory&>(*table.sessions());
  }
  Session role_session() {
    return {.holder = (*role_named(account(), "app"))->id,
            .name = "s",
            .secret = {},
            .issued_ms = kNow,
            .expires_ms = kNow + 3'600'000};
  }
  auth::AccessKey begin(Session session) { return *directory_of(*table()).begin_session(std::move(session)); }
  std::shared_ptr<const auth::AccessKey> find(const auth::AccessKey& key) {
    return table()->sessions()->find(key.id, *key.session_token);
  }

  Contents contents_;
  MasterKey master_ = *MasterKey::parse(std::string(64, '5'));
  KeyWithSecret alice_key_, root_key_;
};

TEST_F(DirectoryTest, KeysHaveTheirUsers) {
  const auto keys = table();
  const auth::AccessKey* alice = keys->find(alice_key_.id);
  ASSERT_TRUE(alice);
  EXPECT_EQ(alice->secret, alice_key_.secret);
  EXPECT_EQ(alice->account, "111111111111");
  EXPECT_EQ(alice->identity->principal().arn, "arn:aws:iam::111111111111:user/team/alice");
  EXPECT_THAT(alice->identity->principal().user_id, StartsWith("AIDA"));
  EXPECT_EQ(alice->identity->principal().tags, (Tags{{"color", "red"}}));
  EXPECT_EQ(keys->find(root_key_.id)->identity->principal().kind, iam::PrincipalKind::Root);
  EXPECT_EQ(keys->find(root_key_.id)->identity->principal().arn, "arn:aws:iam::111111111111:root");
}

TEST_F(DirectoryTest, DisabledKeysAreUnknownAndExpiredOnesAreNot) {
  StoredKey& key = account().users[0].keys[0];
  key.disabled = true;
  EXPECT_FALSE(table()->find(alice_key_.id));
  key.disabled = false;
  key.expires_ms = 5;
  EXPECT_EQ(table()->find(alice_key_.id)->expires_ms, 5);
}

TEST_F(DirectoryTest, AUserHasThePoliciesOfItsGroups) {
  ASSERT_TRUE(create_group(account(), "staff", "/", 1));
  ASSERT_TRUE(put_policy(account().groups[0].policies, "get", "f", kGet, 5120));
  EXPECT_EQ(table()->find(alice_key_.id)->identity->policies(nullptr).identity.size(), 0u);
  ASSERT_TRUE(add_to_group(account(), "staff", "alice"));
  ASSERT_TRUE(put_policy(account().users[0].policies, "own", "f", kAll, 2048));
  ASSERT_TRUE(set_boundary(account().users[0].boundary, "f", kAll));
  const auto keys = table();
  const iam::Policies policies = keys->find(alice_key_.id)->identity->policies(nullptr);
  EXPECT_EQ(policies.identity.size(), 2u);
  EXPECT_TRUE(policies.boundary);
}

TEST_F(DirectoryTest, AKeyInBothPlacesIsAnError) {
  auth::AccessKey same;
  same.id = alice_key_.id;
  const auto made = make_key_table(contents_, master_, {same}, "keys.file");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error(),
            "the access key " + alice_key_.id + " is in keys.file and in the store of identities; delete one of them");
}

TEST_F(DirectoryTest, ATokenIsASession) {
  Session session = role_session();
  session.tags = {{"tier", "2"}, {"team", "blue"}};
  session.transitive_tags = {"team"};
  session.source_identity = "ada";
  session.policy = kGet;
  const auth::AccessKey begun = begin(session);
  EXPECT_THAT(begun.id, testing::MatchesRegex("ASIA[A-Z2-7]{16}"));
  const auto key = find(begun);
  ASSERT_TRUE(key);
  EXPECT_EQ(key->id, begun.id);
  EXPECT_EQ(key->secret, begun.secret);
  EXPECT_EQ(key->session_token, begun.session_token);
  EXPECT_EQ(key->expires_ms, kNow + 3'600'000);
  EXPECT_EQ(key->account, "111111111111");
  EXPECT_EQ(key->user, "app/s");
  const iam::Principal& principal = key->identity->principal();
  EXPECT_EQ(principal.kind, iam::PrincipalKind::RoleSession);
  EXPECT_EQ(principal.arn, "arn:aws:sts::111111111111:assumed-role/app/s");
  EXPECT_EQ(principal.role_arn, "arn:aws:iam::111111111111:role/app");
  EXPECT_EQ(principal.user_id, account().roles[0].id + ":s");
  EXPECT_EQ(principal.tags, (Tags{{"tier", "2"}, {"team", "blue"}, {"own", "o"}}));
  EXPECT_EQ(principal.transitive_tags, std::vector<std::string>{"team"});
  EXPECT_EQ(principal.source_identity, "ada");
  EXPECT_EQ(principal.token_issue_time, "2026-01-01T00:00:00Z");
  EXPECT_EQ(key->identity->policies(nullptr).identity.size(), 1u);
  EXPECT_EQ(key->identity->policies(nullptr).session.size(), 1u);
  // The token hides its contents from those who lack the master key.
  const std::string bytes = *base::decode_base64(*begun.session_token);
  for (const std::string& part : {std::string("blue"), begun.secret, session.holder, std::string("GetItem")})
    EXPECT_EQ(bytes.find(part), std::string::npos) << part;
}

TEST_F(DirectoryTest, AnAlteredTokenIsNoSession) {
  const auth::AccessKey begun = begin(role_session());
  const std::string& token = *begun.session_token;
  for (std::size_t i = 0; i < token.size(); ++i) {
    auth::AccessKey other = begun;
    other.session_token->at(i) = token[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(find(other)) << i;
    other.session_token = token.substr(0, i);
    EXPECT_FALSE(find(other)) << i;
  }
  const auth::AccessKey second = begin(role_session());
  auth::AccessKey mixed = begun;
  mixed.session_token = second.session_token;
  EXPECT_FALSE(find(mixed));
  mixed.session_token = std::string(kMostTokenCharacters + 4, 'A');
  EXPECT_FALSE(find(mixed));
  EXPECT_TRUE(find(begun));
  master_ = *MasterKey::parse(std::string(64, '6'));
  contents_.accounts[0].users.clear();
  contents_.accounts[0].root_keys.clear();
  EXPECT_FALSE(find(begun));
}

TEST_F(DirectoryTest, ASessionEndsWithItsRoleAndHasThePoliciesOfNow) {
  const auth::AccessKey begun = begin(role_session());
  ASSERT_TRUE(delete_policy(account().roles[0].policies, "all"));
  EXPECT_EQ(find(begun)->identity->policies(nullptr).identity.size(), 0u);
  // A role of the same name is another one.
  ASSERT_TRUE(delete_role(account(), "app", Whole::Yes));
  EXPECT_FALSE(find(begun));
  ASSERT_TRUE(create_role(account(), {.name = "app", .trust = kTrust}, 1));
  EXPECT_FALSE(find(begun));
}

TEST_F(DirectoryTest, ASessionOfAUserIsTheUser) {
  const auto keys = table();
  const iam::Principal& alice = keys->find(alice_key_.id)->identity->principal();
  const Session session{
      .holder = holder_of(alice), .name = {}, .secret = {}, .issued_ms = kNow, .expires_ms = kNow + 1000};
  const auth::AccessKey begun = begin(session);
  ASSERT_TRUE(find(begun));
  EXPECT_EQ(find(begun)->identity->principal().arn, alice.arn);
  EXPECT_EQ(find(begun)->identity->principal().token_issue_time, "2026-01-01T00:00:00Z");
  ASSERT_TRUE(delete_user(account(), "alice", Whole::Yes));
  ASSERT_TRUE(create_user(account(), {.name = "alice", .path = "/team/"}, 1));
  EXPECT_FALSE(find(begun));
}

// The verifier of a loop with such keys.
class SessionVerifierTest : public DirectoryTest {
 protected:
  static auth::SignedMessage signed_by(const Credentials& credentials) {
    auth::SigningRequest request;
    request.headers = {{"Host", "h"}, {"X-Amz-Target", "DynamoDB_20120810.GetItem"}};
    request.body = "{}";
    request.region = "us-east-1";
    request.now_ms = kNow;
    auth::SignedMessage message;
    message.headers = request.headers;
    message.body = request.body;
    for (auto& header : auth::sign(request, credentials)) message.headers.push_back(std::move(header));
    return message;
  }
  std::string outcome(auth::Verifier& verifier, const auth::AccessKey& key) {
    const auto verified = auth::verify(verifier, signed_by({key.id, key.secret, key.session_token}));
    return verified ? verified->key->identity->principal().arn : std::string(describe(verified.error().code).name);
  }
};

TEST_F(SessionVerifierTest, TheTokenDecides) {
  const base::ManualClock clock(kNow);
  auth::KeyStore store(table());
  auth::Verifier verifier(store, clock);
  const auth::AccessKey begun = begin(role_session());
  // The second request finds the key in the verifier's own table.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(outcome(verifier, begun), "arn:aws:sts::111111111111:assumed-role/app/s");
    auth::AccessKey wrong = begun;
    wrong.secret = "wrong";
    if (i == 0) {
      EXPECT_EQ(outcome(verifier, wrong), "InvalidSignatureException");
    }
    wrong = begun;
    wrong.session_token->at(20) ^= 1;
    EXPECT_EQ(outcome(verifier, wrong), "UnrecognizedClientException");
    wrong.session_token.reset();
    EXPECT_EQ(outcome(verifier, wrong), "UnrecognizedClientException");
  }
  Session old = role_session();
  old.expires_ms = kNow;
  EXPECT_EQ(outcome(verifier, begin(old)), "ExpiredTokenException");
  // A new table ends the sessions of a role that is gone, also those that the verifier knows.
  ASSERT_TRUE(delete_role(account(), "app", Whole::Yes));
  store.publish(table());
  EXPECT_EQ(outcome(verifier, begun), "UnrecognizedClientException");
}

TEST_F(SessionVerifierTest, ACallerKeepsItsSession) {
  const base::ManualClock clock(kNow);
  auth::KeyStore store(table());
  auth::Verifier verifier(store, clock);
  const auth::AccessKey begun = begin(role_session());
  const auto caller = auth::verify(verifier, signed_by({begun.id, begun.secret, begun.session_token}));
  ASSERT_TRUE(caller);
  for (std::size_t i = 0; i <= auth::Verifier::kMostSigningKeys; ++i) {
    const auth::AccessKey other = begin(role_session());
    ASSERT_EQ(outcome(verifier, other), "arn:aws:sts::111111111111:assumed-role/app/s");
    if (i > 3) i += 200;  // each round makes a table, which is slow
  }
  store.publish(table());
  EXPECT_EQ(outcome(verifier, begun), "arn:aws:sts::111111111111:assumed-role/app/s");
  EXPECT_EQ(caller->key->id, begun.id);
}

}  // namespace directory_test
}  // namespace partita::identities
