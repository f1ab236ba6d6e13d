// From a credentials file with policies to identities.
#include "permissions/identities.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "auth/credentials_file.h"
#include "iam/identity.h"
#include "support/temporary_directory.h"

namespace partita::permissions {
namespace identities_test {

using testing::HasSubstr;

constexpr const char* kAll = R"({"Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}})";

class IdentitiesTest : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text, mode_t mode = 0600) {
    const std::string path = directory_ / name;
    std::ofstream(path) << text;
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
  }
  static std::string section(const std::string& name, const std::string& settings) {
    return "[" + name + "]\naws_access_key_id = AKID" + name + "\naws_secret_access_key = s\n" + settings;
  }
  // The fault without the directory's name, or an empty text.
  std::string load(const std::string& text) {
    keys_.clear();
    auto parsed = auth::parse_credentials(text, directory_ / "keys");
    if (!parsed) return without_directory(parsed.error());
    keys_ = std::move(*parsed);
    const auto set = set_identities(keys_, directory_ / "keys", "123456789012");
    return set ? "" : without_directory(set.error());
  }
  std::string without_directory(std::string text) const {
    const std::string prefix = directory_ / "";
    for (std::size_t at; (at = text.find(prefix)) != text.npos;) text.erase(at, prefix.size());
    return text;
  }

  test::TemporaryDirectory directory_;
  std::vector<auth::AccessKey> keys_;
};

TEST_F(IdentitiesTest, UsersWithTheirPolicies) {
  write("all.json", kAll);
  write("limit.json", kAll);
  ASSERT_EQ(load(section("alice",
                         "policy = all.json, all.json\nboundary = limit.json\nuser_id = AIDAALICE\n"
                         "path = /team/\ntag.color = red\naws_account_id = 111111111111\n") +
                 section("bob", "") + section("admin", "root = true\n")),
            "");
  const iam::Identity& alice = *keys_[0].identity;
  EXPECT_EQ(alice.principal().arn, "arn:aws:iam::111111111111:user/team/alice");
  EXPECT_EQ(alice.principal().user_id, "AIDAALICE");
  EXPECT_EQ(alice.principal().user_name, "alice");
  EXPECT_EQ(alice.principal().tags, (std::vector<std::pair<std::string, std::string>>{{"color", "red"}}));
  EXPECT_EQ(alice.policies(nullptr).identity.size(), 2u);
  EXPECT_NE(alice.policies(nullptr).boundary, nullptr);
  const iam::Identity& bob = *keys_[1].identity;
  EXPECT_EQ(bob.principal().arn, "arn:aws:iam::123456789012:user/bob");
  EXPECT_THAT(bob.principal().user_id, testing::MatchesRegex("AIDA[A-Z2-7]+"));
  EXPECT_EQ(bob.principal().user_id.size(), 21u);
  EXPECT_TRUE(bob.policies(nullptr).identity.empty());
  EXPECT_EQ(keys_[2].identity->principal().kind, iam::PrincipalKind::Root);
  EXPECT_EQ(keys_[2].identity->principal().arn, "arn:aws:iam::123456789012:root");
}

TEST_F(IdentitiesTest, NamesTheFault) {
  write("all.json", kAll);
  write("wrong.json", "{\n  \"Statement\": [{\"Effect\": \"Alow\", \"Action\": \"*\", \"Resource\": \"*\"}]}");
  write("open.json", kAll, 0666);
  const struct {
    const char* settings;
    const char* fault;
  } kRows[] = {
      {"policy = none.json\n", "keys:4: none.json: the file cannot be read: No such file or directory"},
      {"policy = wrong.json\n", "keys:4: wrong.json: line 2, column"},
      {"boundary = wrong.json\n", "keys:4: wrong.json: line 2, column"},
      {"policy = open.json\n",
       "keys:4: open.json: the file's mode is 0666, so other users may change it; run: chmod go-w"},
      {"policy = all.json,\n", "keys:4: policy must not end with a comma"},
      {"policy = all.json,,all.json\n", "keys:4: policy must be names of files, separated by commas"},
      {"policy =\n", "keys:4: policy has no value"},
      {"policy = all.json\npolicy = all.json\n", "keys:5: policy is given twice"},
      {"path = team\n", "keys:4: path must begin and end with '/', such as /team/"},
      {"user_id = a b\n", "keys:4: user_id must have 1 to 128 letters"},
      {"root = yes\n", "keys:4: root must be true or false"},
      {"tag. = red\n", "keys:4: a tag must have the form tag.NAME = value"},
      {"root = true\npolicy = all.json\n", "keys:1: the root of an account has no policy"},
  };
  for (const auto& row : kRows) EXPECT_THAT(load(section("alice", row.settings)), HasSubstr(row.fault)) << row.settings;
  EXPECT_THAT(load("[al ice]\naws_access_key_id = AKID\naws_secret_access_key = s\npolicy = all.json\n"),
              HasSubstr("keys:1: a section with permissions is named"));
}

TEST_F(IdentitiesTest, PoliciesThatNobodyAsksAreFound) {
  write("all.json", kAll);
  ASSERT_EQ(load(section("bob", "") + section("alice", "policy = all.json\n")), "");
  EXPECT_THAT(find_permissions(keys_, "keys"),
              HasSubstr("keys:7: the policies of a user are asked only with --auth iam"));
  ASSERT_EQ(load(section("bob", "tag.a = b\n")), "");
  EXPECT_EQ(find_permissions(keys_, "keys"), "");
}

}  // namespace identities_test
}  // namespace partita::permissions
