#include "auth/credentials_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/temporary_directory.h"

namespace partita::auth {
namespace credentials_file_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CredentialsFileTest, ReadsAllSections) {
  const auto keys = parse_credentials(
      "# keys\r\n"
      "\r\n"
      "[alice]\r\n"
      "aws_access_key_id = AKIDALICE ; hers\r\n"
      "AWS_SECRET_ACCESS_KEY=a#b=c/d+e\r\n"
      "region = eu-west-1\r\n"
      "; temporary\n"
      "[ build  server ]\n"
      "aws_access_key_id=ASIABUILD\n"
      "aws_secret_access_key=s\n"
      "aws_session_token=token==\n"
      "expires = 2026-12-31T23:59:59Z\n"
      "aws_account_id=210987654321",
      "keys");
  ASSERT_TRUE(keys) << keys.error();
  ASSERT_EQ(keys->size(), 2u);
  EXPECT_EQ((*keys)[0].id, "AKIDALICE");
  EXPECT_EQ((*keys)[0].secret, "a#b=c/d+e");
  EXPECT_FALSE((*keys)[0].session_token);
  EXPECT_FALSE((*keys)[0].expires_ms);
  EXPECT_EQ((*keys)[1].id, "ASIABUILD");
  EXPECT_EQ((*keys)[1].session_token, "token==");
  EXPECT_EQ((*keys)[1].expires_ms, 1'798'761'599'000);
  EXPECT_EQ((*keys)[1].account, "210987654321");
}

TEST(CredentialsFileTest, NamesTheLineOfAFault) {
  const struct {
    std::string text, fault;
  } kCases[] = {
      {"", "keys: the file has no keys"},
      {"# nothing\n", "keys: the file has no keys"},
      {"aws_access_key_id=a\n", "keys:1: a setting must stand below a [section]"},
      {"[a\naws_access_key_id=a\n", "keys:1: the name of a section must end with ']'"},
      {"[a]\nSECRET\n", "keys:2: this is neither a [section] nor a setting of the form name = value"},
      {"[a]\n\n  aws_access_key_id = a\n", "keys:3: a setting must not be indented"},
      {"[a]\naws_access_key_id=a\n", "keys:1: the section has no aws_secret_access_key"},
      {"\n[a]\naws_secret_access_key=SECRET\n[b]\n", "keys:2: the section has no aws_access_key_id"},
      {"[a]\naws_access_key_id=\n", "keys:2: aws_access_key_id has no value"},
      {"[a]\naws_access_key_id=a/b\n", "keys:2: aws_access_key_id must have 1 to 128 letters, digits, '-', '_' or '.'"},
      {"[a]\naws_access_key_id=" + std::string(129, 'a') + "\n",
       "keys:2: aws_access_key_id must have 1 to 128 letters, digits, '-', '_' or '.'"},
      {"[a]\naws_secret_access_key=SECRET SECRET\n", "keys:2: aws_secret_access_key must not have blanks"},
      {"[a]\naws_secret_access_key=SECRET\naws_secret_access_key=SECRET\n",
       "keys:3: aws_secret_access_key is given twice"},
      {"[a]\nSECRET=1\nSECRET=2\n", "keys:3: a setting is given twice"},
      {"[a]\nexpires=tomorrow\n", "keys:2: expires must be a time such as 2026-12-31T23:59:59Z"},
      {"[a]\naws_account_id=12\n", "keys:2: aws_account_id must have 12 digits"},
      {"[a]\naws_access_key_id=a\naws_secret_access_key=SECRET\n[a]\n", "keys:4: the section is there already"},
      {"[a]\naws_access_key_id=AKID\naws_secret_access_key=SECRET\n[b]\naws_access_key_id=AKID\n"
       "aws_secret_access_key=SECRET2\n",
       "keys:4: another section has the key id AKID already"},
  };
  for (const auto& [text, fault] : kCases) {
    const auto keys = parse_credentials(text, "keys");
    ASSERT_FALSE(keys) << fault;
    EXPECT_EQ(keys.error(), fault);
    EXPECT_THAT(keys.error(), Not(HasSubstr("SECRET")));
  }
}

class CredentialsFileOnDiskTest : public testing::Test {
 protected:
  void write(const std::string& text, mode_t mode) {
    std::ofstream(path_) << text;
    ASSERT_EQ(chmod(path_.c_str(), mode), 0);
  }

  const test::TemporaryDirectory directory_;
  const std::string path_ = directory_ / "credentials";
};

constexpr const char* kOneKey = "[a]\naws_access_key_id=AKID\naws_secret_access_key=s\n";

TEST_F(CredentialsFileOnDiskTest, MustBePrivate) {
  for (const mode_t mode : {0600, 0400, 0700}) {
    write(kOneKey, mode);
    EXPECT_TRUE(read_credentials_file(path_)) << mode;
  }
  const std::pair<mode_t, const char*> kOpen[] = {{0640, "0640"}, {0604, "0604"}, {0620, "0620"}, {0644, "0644"}};
  for (const auto& [mode, text] : kOpen) {
    write(kOneKey, mode);
    const auto keys = read_credentials_file(path_);
    ASSERT_FALSE(keys) << text;
    EXPECT_EQ(keys.error(), path_ + ": the file's mode is " + text +
                                ", so other users may read or write the secrets in it; run: chmod 600 FILE");
  }
}

TEST_F(CredentialsFileOnDiskTest, NamesTheFileThatCannotBeRead) {
  EXPECT_EQ(read_credentials_file(path_).error(), path_ + ": the file cannot be read: No such file or directory");
  EXPECT_EQ(read_credentials_file(directory_.string()).error(), directory_.string() + ": this is not a regular file");
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(read_credentials_file(path_).error(), path_ + ": this is not a regular file");
}

TEST_F(CredentialsFileOnDiskTest, MakesARandomKey) {
  const auto id = make_credentials_file(path_);
  ASSERT_TRUE(id) << id.error();
  struct stat facts {};
  ASSERT_EQ(stat(path_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777, 0600u);
  const auto keys = read_credentials_file(path_);
  ASSERT_TRUE(keys) << keys.error();
  ASSERT_EQ(keys->size(), 1u);
  EXPECT_EQ((*keys)[0].id, *id);
  EXPECT_EQ(id->size(), 20u);
  EXPECT_EQ(id->substr(0, 4), "AKIA");
  EXPECT_EQ((*keys)[0].secret.size(), 40u);

  // An existing file stays, and no other file is left next to it.
  EXPECT_THAT(make_credentials_file(path_).error(), EndsWith("the file cannot be made: File exists"));
  EXPECT_EQ((*read_credentials_file(path_))[0].secret, (*keys)[0].secret);
  std::filesystem::directory_iterator all(directory_.string());
  EXPECT_EQ(std::distance(begin(all), end(all)), 1);

  const auto other = make_credentials_file(path_ + "2");
  ASSERT_TRUE(other);
  EXPECT_NE(*other, *id);
  EXPECT_NE((*read_credentials_file(path_ + "2"))[0].secret, (*keys)[0].secret);
  EXPECT_THAT(make_credentials_file(directory_ / "none/credentials").error(), EndsWith("No such file or directory"));
}

}  // namespace credentials_file_test
}  // namespace partita::auth
