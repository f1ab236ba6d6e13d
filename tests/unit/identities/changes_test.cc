// The changes that `partita iam` makes, and its refusals.
#include "identities/changes.h"

#include <gmock/gmock.h>

#include "identities/rules.h"

namespace partita::identities {
namespace changes_test {

using ::testing::HasSubstr;

constexpr const char* kPolicy = R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}})";
constexpr const char* kTrust =
    R"({"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "111111111111"}}})";

template <class T>
std::string fault_of(const expected<T, std::string>& result) {
  return result ? "" : result.error();
}

class ChangesTest : public testing::Test {
 protected:
  std::string user(const std::string& name, const std::string& path = "/", Tags tags = {}) {
    return fault_of(create_user(account(), {.name = name, .path = path, .tags = std::move(tags)}, 1));
  }
  Account& account() { return **account_for(contents_, "111111111111"); }

  Contents contents_;
  const MasterKey master_ = *MasterKey::parse(std::string(64, '7'));
};

TEST_F(ChangesTest, NamesAndPathsHaveIamsForm) {
  EXPECT_EQ(user("al_ice+=,.@-9"), "");
  EXPECT_EQ(user(std::string(64, 'a'), "/team/a!b/"), "");
  EXPECT_THAT(user(std::string(65, 'b')), HasSubstr("it has 1 to 64 letters"));
  EXPECT_THAT(user(""), HasSubstr("'' cannot be the name of a user"));
  EXPECT_THAT(user("a b"), HasSubstr("cannot be the name of a user"));
  EXPECT_THAT(user("x", "team/"), HasSubstr("'team/' is not a path"));
  EXPECT_THAT(user("x", "/te am/"), HasSubstr("is not a path"));
  EXPECT_THAT(user("x", "/" + std::string(511, 'p') + "/"), HasSubstr("at most 512"));
  EXPECT_EQ(fault_of(create_group(account(), std::string(128, 'g'), "/", 1)), "");
  EXPECT_THAT(fault_of(create_group(account(), std::string(129, 'g'), "/", 1)), HasSubstr("1 to 128"));
  EXPECT_THAT(fault_of(account_for(contents_, "12345")), HasSubstr("'12345' is not an account"));
}

TEST_F(ChangesTest, NamesAreUniqueWithoutRegardToCase) {
  ASSERT_EQ(user("Alice"), "");
  EXPECT_EQ(user("aLICE"), "there is a user Alice already");
  ASSERT_TRUE(create_group(account(), "alice", "/", 1));  // another type
  EXPECT_TRUE(create_user(**account_for(contents_, "222222222222"), {.name = "alice"}, 1));
}

TEST_F(ChangesTest, IdsHaveIamsFormAndAreNeverTheSame) {
  ASSERT_EQ(user("a"), "");
  const std::string before = account().users[0].id;
  EXPECT_THAT(before, testing::MatchesRegex("AIDA[A-Z2-7]{17}"));
  ASSERT_TRUE(delete_user(account(), "a", Whole::No));
  ASSERT_EQ(user("a"), "");
  EXPECT_NE(account().users[0].id, before);
  EXPECT_THAT((*create_role(account(), {.name = "r", .trust = kTrust}, 1))->id,
              testing::MatchesRegex("AROA[A-Z2-7]{17}"));
}

TEST_F(ChangesTest, TagsHaveIamsForm) {
  EXPECT_EQ(user("a", "/", {{"Team", "r\xC3\xB6t / 1"}, {"empty", ""}}), "");
  EXPECT_THAT(user("b", "/", {{"a", "1"}, {"A", "2"}}), HasSubstr("the tag A is there twice"));
  EXPECT_THAT(user("b", "/", {{"AWS:x", "1"}}), HasSubstr("must not begin with aws:"));
  EXPECT_THAT(user("b", "/", {{"", "1"}}), HasSubstr("the name of a tag has 1 to 128"));
  EXPECT_THAT(user("b", "/", {{"a", std::string(257, 'x')}}),
              HasSubstr("the value of the tag a must have at most 256"));
  EXPECT_THAT(user("b", "/", {{"a", "<"}}), HasSubstr("the value of the tag a"));
  Tags& tags = account().users[0].tags;
  ASSERT_TRUE(set_tags(tags, {{"TEAM", "blue"}, {"new", "1"}}));
  EXPECT_EQ(tags, (Tags{{"TEAM", "blue"}, {"empty", ""}, {"new", "1"}}));
  ASSERT_TRUE(remove_tags(tags, {"team"}));
  EXPECT_EQ(fault_of(remove_tags(tags, {"new", "team"})), "there is no tag team");
  EXPECT_EQ(tags.size(), 2u);
  Tags many;
  for (int i = 0; i < 50; ++i) many.emplace_back("t" + std::to_string(i), "");
  EXPECT_EQ(fault_of(set_tags(tags, many)), "there are more than 50 tags");
  EXPECT_EQ(tags.size(), 2u);
}

TEST_F(ChangesTest, WhatAUserHasKeepsItFromBeingDeleted) {
  ASSERT_EQ(user("alice"), "");
  ASSERT_TRUE(create_group(account(), "staff", "/", 1));
  ASSERT_TRUE(add_to_group(account(), "staff", "alice"));
  EXPECT_THAT(fault_of(delete_user(account(), "alice", Whole::No)), HasSubstr("delete them before, or give --whole"));
  EXPECT_THAT(fault_of(delete_group(account(), "staff", Whole::No)),
              HasSubstr("the group staff has users or policies"));
  EXPECT_EQ(fault_of(delete_user(account(), "bob", Whole::Yes)), "the account 111111111111 has no user bob");
  ASSERT_TRUE(delete_group(account(), "staff", Whole::Yes));
  EXPECT_TRUE(account().users[0].groups.empty());
  EXPECT_EQ(fault_of(remove_from_group(account(), "staff", "alice")), "the account 111111111111 has no group staff");
  EXPECT_TRUE(delete_user(account(), "alice", Whole::No));
  drop_empty_accounts(contents_);
  EXPECT_TRUE(contents_.accounts.empty());
}

TEST_F(ChangesTest, AUserIsInTenGroupsAtMost) {
  ASSERT_EQ(user("alice"), "");
  for (int i = 0; i < 11; ++i) ASSERT_TRUE(create_group(account(), "g" + std::to_string(i), "/", 1));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(add_to_group(account(), "g" + std::to_string(i), "alice"));
  EXPECT_THAT(fault_of(add_to_group(account(), "g10", "alice")), HasSubstr("is in 10 groups"));
  EXPECT_TRUE(add_to_group(account(), "g0", "alice"));  // again
  EXPECT_EQ(account().users[0].groups.size(), 10u);
}

TEST_F(ChangesTest, AFaultyPolicyIsRefusedWithItsPlace) {
  std::vector<InlinePolicy> policies;
  ASSERT_TRUE(put_policy(policies, "p", "all.json", kPolicy, kMostUserPolicyBytes));
  EXPECT_THAT(fault_of(put_policy(policies, "p", "bad.json", "{\n  \"Statement\": 1}", kMostUserPolicyBytes)),
              HasSubstr("bad.json:2:16: Statement is a number"));
  EXPECT_EQ(policies[0].document, kPolicy);
  // White space does not count, and the limit is for all policies together.
  const std::string padded = kPolicy + std::string(3000, ' ');
  EXPECT_TRUE(put_policy(policies, "p", "f", padded, kMostUserPolicyBytes));
  EXPECT_THAT(fault_of(put_policy(policies, "q", "f", kPolicy, 2 * policy_size(kPolicy) - 1)),
              HasSubstr("all inline policies together would have"));
  EXPECT_TRUE(put_policy(policies, "q", "f", kPolicy, 2 * policy_size(kPolicy)));
  EXPECT_EQ(fault_of(delete_policy(policies, "r")), "there is no policy r");
  std::string boundary;
  EXPECT_THAT(fault_of(set_boundary(boundary, "b.json", "{}")), HasSubstr("b.json:1:1: Statement is missing"));
  EXPECT_EQ(boundary, "");
}

TEST_F(ChangesTest, ARoleNeedsATrustPolicy) {
  const auto role = [&](const std::string& trust, std::int64_t max_session_s = 3600) {
    return fault_of(create_role(
        account(), {.name = "app", .trust_name = "t.json", .trust = trust, .max_session_s = max_session_s}, 1));
  };
  EXPECT_THAT(role(kPolicy), HasSubstr("t.json:1:15: Statement[0]: Principal is missing"));
  EXPECT_THAT(
      role(R"({"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": "*", "Resource": "*"}})"),
      HasSubstr("Resource does not belong into a role trust policy"));
  EXPECT_THAT(role(kTrust, 3599), HasSubstr("has 3600 to 43200 seconds, not 3599"));
  EXPECT_THAT(role(kTrust, 43201), HasSubstr("not 43201"));
  EXPECT_TRUE(account().roles.empty());
  EXPECT_EQ(role(kTrust, 43200), "");
  EXPECT_EQ(role(kTrust), "there is a role app already");
  Role& app = **role_named(account(), "app");
  EXPECT_FALSE(set_trust(app, "t", "{}"));
  EXPECT_EQ(app.trust, kTrust);
}

TEST_F(ChangesTest, AUserHasTwoKeysAtMost) {
  ASSERT_EQ(user("alice"), "");
  std::vector<StoredKey>& keys = account().users[0].keys;
  const auto first = create_key(keys, master_, std::nullopt, 1), second = create_key(keys, master_, std::nullopt, 1);
  ASSERT_TRUE(first && second);
  EXPECT_THAT(first->id, testing::MatchesRegex("AKIA[A-Z2-7]{16}"));
  EXPECT_EQ(first->secret.size(), 40u);
  EXPECT_THAT(fault_of(create_key(keys, master_, std::nullopt, 1)), HasSubstr("there are 2 access keys already"));
  EXPECT_EQ(fault_of(import_key(contents_, account().root_keys, master_, {first->id, "s"}, std::nullopt, 1)),
            "there is an access key " + first->id + " already");
  delete_key(*key_of_id(contents_, first->id));
  EXPECT_EQ(keys.size(), 1u);
  EXPECT_EQ(fault_of(key_of_id(contents_, first->id)), "there is no access key " + first->id);
  EXPECT_TRUE(import_key(contents_, keys, master_, {"AKIDMINE", "s"}, std::nullopt, 1));
}

TEST_F(ChangesTest, RotationLetsTheOldKeyExpire) {
  constexpr std::int64_t kNow = 1'000'000;
  ASSERT_EQ(user("alice"), "");
  std::vector<StoredKey>& keys = account().users[0].keys;
  const std::string first = create_key(keys, master_, std::nullopt, 1)->id;
  const auto second = rotate_key(contents_, first, master_, 60, kNow);
  ASSERT_TRUE(second);
  EXPECT_EQ(keys[0].expires_ms, kNow + 60'000);
  EXPECT_EQ(keys[1].id, second->id);
  EXPECT_FALSE(keys[1].expires_ms);
  EXPECT_THAT(fault_of(rotate_key(contents_, second->id, master_, 60, kNow)), HasSubstr("there are 2 access keys"));
  EXPECT_FALSE(keys[1].expires_ms);
  // The first key has expired, so it makes room.
  const auto third = rotate_key(contents_, second->id, master_, 0, kNow + 60'000);
  ASSERT_TRUE(third);
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0].id, second->id);
  EXPECT_EQ(keys[0].expires_ms, kNow + 60'000);
  // A rotation does not prolong a key.
  keys[1].disabled = true;
  ASSERT_TRUE(rotate_key(contents_, second->id, master_, 3600, kNow + 50'000));
  EXPECT_EQ(keys[0].expires_ms, kNow + 60'000);
}

}  // namespace changes_test
}  // namespace partita::identities
