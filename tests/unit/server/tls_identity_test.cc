// The sources of a server's identity: PEM texts, files, and certificates that it makes itself.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "server/tls/self_signed.h"
#include "server/tls/tls_files.h"
#include "support/certificates.h"
#include "support/temporary_directory.h"

namespace partita::server {
namespace tls_identity_test {

using testing::HasSubstr;
using testing::MatchesRegex;

const std::string kText = "-----BEGIN CERTIFICATE-----\nno base64\n-----END CERTIFICATE-----\n";

class TlsIdentityTest : public testing::Test {
 protected:
  std::string load(TlsIdentity identity) {
    Tls tls([&]() -> expected<TlsIdentity, std::string> { return identity; },
            [&](LogLevel level, std::string_view line) {
              if (level == LogLevel::Warning) warnings_ += line;
            });
    const auto loaded = tls.load();
    return loaded ? "" : loaded.error();
  }
  void write(const std::string& name, const std::string& text, mode_t mode) {
    std::ofstream(directory_ / name) << text;
    ::chmod((directory_ / name).c_str(), mode);
  }
  std::string text_of(const std::string& name) {
    std::ifstream file(directory_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const test::Authority authority_;
  const test::Identity good_ = authority_.issue("good");
  const TlsIdentity identity_{.certificate = good_.certificate, .key = good_.key};
  const test::TemporaryDirectory directory_;
  std::string warnings_;
};

TEST_F(TlsIdentityTest, EachFaultHasItsText) {
  EXPECT_EQ(load(identity_), "");
  const struct {
    std::function<void(TlsIdentity&)> spoil;
    const char* text;
  } kCases[] = {
      {[&](TlsIdentity& one) { one.certificate.clear(); }, "the certificate has no certificate; give a PEM file"},
      {[&](TlsIdentity& one) { one.certificate = good_.key; }, "the certificate has no certificate; give a PEM file"},
      {[&](TlsIdentity& one) { one.certificate = kText; }, "the certificate is damaged"},
      {[&](TlsIdentity& one) { one.certificate += kText; }, "the certificate is damaged"},
      {[&](TlsIdentity& one) { one.key.clear(); }, "the key has no private key that can be read; give a PEM file"},
      {[&](TlsIdentity& one) { one.key = good_.certificate; }, "the key has no private key that can be read"},
      {[&](TlsIdentity& one) { one.key = test::encrypted_key(good_); },
       "the key is encrypted, and a server cannot ask for its passphrase; decrypt it with: openssl pkey"},
      {[&](TlsIdentity& one) { one.key = authority_.issue("other").key; },
       "the key does not belong to the certificate; give the key with which"},
      {[&](TlsIdentity& one) { one.client_ca = "none"; }, "the client CA has no certificate; give a PEM file"},
      {[&](TlsIdentity& one) { one.client_ca = kText; }, "the client CA is damaged"},
  };
  for (const auto& one : kCases) {
    TlsIdentity spoilt = identity_;
    one.spoil(spoilt);
    const std::string error = load(spoilt);
    EXPECT_THAT(error, testing::StartsWith(one.text));
    EXPECT_EQ(error.find('\n'), error.npos) << error;
  }
  EXPECT_EQ(warnings_, "");
}

TEST_F(TlsIdentityTest, AnotherTimeIsAWarning) {
  const auto of = [&](test::Validity validity) {
    const auto issued = authority_.issue("server", validity);
    return TlsIdentity{.certificate = issued.certificate, .key = issued.key};
  };
  EXPECT_EQ(load(of(test::Validity::Ended)), "");
  EXPECT_THAT(warnings_, HasSubstr("event=tls_certificate state=expired valid_from=2000-01-01T00:00:00Z "
                                   "valid_until=2001-01-01T00:00:00Z"));
  EXPECT_EQ(load(of(test::Validity::NotBegun)), "");
  EXPECT_THAT(warnings_, HasSubstr("state=not_valid_yet valid_from=9998-01-01"));
}

TEST_F(TlsIdentityTest, FilesAreRead) {
  write("own.crt", good_.certificate, 0644);
  write("own.key", good_.key, 0600);
  write("ca.crt", authority_.certificate(), 0644);
  TlsFiles files{directory_ / "own.crt", directory_ / "own.key", directory_ / "ca.crt"};
  const auto identity = read_tls_files(files);
  ASSERT_TRUE(identity) << identity.error();
  EXPECT_EQ(identity->certificate, good_.certificate);
  EXPECT_EQ(identity->client_ca, authority_.certificate());
  EXPECT_EQ(load(*identity), "");
  files.key = directory_ / "missing";
  EXPECT_EQ(read_tls_files(files).error(), "cannot read the key " + files.key +
                                               ": No such file or directory; give a file that this user can read with "
                                               "--tls-key");
  files.key = directory_.string();
  EXPECT_EQ(read_tls_files(files).error(),
            "the key " + directory_.string() + " is not a regular file; give a file with --tls-key");
  // To read it would wait forever.
  files.key = directory_ / "fifo";
  ASSERT_EQ(::mkfifo(files.key.c_str(), 0600), 0);
  EXPECT_THAT(read_tls_files(files).error(), HasSubstr("/fifo is not a regular file"));
  files.key = directory_ / "own.key";
  files.client_ca = directory_ / "empty";
  write("empty", "", 0644);
  EXPECT_THAT(read_tls_files(files).error(), HasSubstr("/empty is empty"));
  files.client_ca = directory_ / "large";
  write("large", std::string((1 << 20) + 1, 'x'), 0644);
  EXPECT_THAT(read_tls_files(files).error(), HasSubstr("/large has more than 1 MB"));
}

TEST_F(TlsIdentityTest, AKeyThatOthersCanReadIsRefused) {
  write("own.crt", good_.certificate, 0644);
  const TlsFiles files{directory_ / "own.crt", directory_ / "own.key"};
  for (const mode_t mode : {0640, 0604, 0660, 0644}) {
    write("own.key", good_.key, mode);
    const auto read = read_tls_files(files);
    ASSERT_FALSE(read) << mode;
    EXPECT_THAT(read.error(), MatchesRegex("the key .*/own.key can be read or changed by others than its owner \\(mode "
                                           "06[0-9][0-9]\\); run: chmod 600 .*/own.key"));
  }
  // systemd protects the directory of credentials in another way.
  ::setenv("CREDENTIALS_DIRECTORY", directory_.string().c_str(), 1);
  EXPECT_TRUE(read_tls_files(files));
  ::setenv("CREDENTIALS_DIRECTORY", (directory_ / "other").c_str(), 1);
  EXPECT_FALSE(read_tls_files(files));
  ::unsetenv("CREDENTIALS_DIRECTORY");
  EXPECT_FALSE(read_tls_files(files));
}

TEST_F(TlsIdentityTest, ASelfSignedIdentityIsKept) {
  const auto made = keep_self_signed(directory_.string(), "127.0.0.1");
  ASSERT_TRUE(made) << made.error();
  struct stat status {};
  ASSERT_EQ(::stat(made->key.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  const auto identity = read_tls_files(*made);
  ASSERT_TRUE(identity) << identity.error();
  EXPECT_EQ(load(*identity), "");
  ASSERT_TRUE(keep_self_signed(directory_.string(), "localhost"));
  EXPECT_EQ(text_of("tls.crt"), identity->certificate);
  EXPECT_EQ(text_of("tls.key"), identity->key);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.string()), {}), 2);
}

TEST_F(TlsIdentityTest, ASelfSignedIdentityThatIsOfNoUseIsReplaced) {
  const auto is_replaced = [&](const std::string& host) {
    const std::string before = text_of("tls.crt");
    const auto kept = keep_self_signed(directory_.string(), host);
    EXPECT_TRUE(kept);
    EXPECT_EQ(load(*read_tls_files(*kept)), "");
    return text_of("tls.crt") != before;
  };
  EXPECT_TRUE(is_replaced("127.0.0.1"));
  EXPECT_TRUE(is_replaced("192.0.2.7")) << "another host";
  EXPECT_FALSE(is_replaced("192.0.2.7"));
  EXPECT_FALSE(is_replaced("::1"));
  EXPECT_TRUE(is_replaced("0.0.0.0")) << "this machine's name";
  EXPECT_FALSE(is_replaced("::"));
  write("tls.key", good_.key, 0600);
  EXPECT_TRUE(is_replaced("127.0.0.1")) << "another's key";
  const auto old = authority_.issue("old", test::Validity::Ended);
  write("tls.crt", old.certificate, 0644);
  write("tls.key", old.key, 0600);
  EXPECT_TRUE(is_replaced("127.0.0.1")) << "its end";
  EXPECT_EQ(warnings_, "");
  EXPECT_THAT(keep_self_signed(directory_ / "missing", "127.0.0.1").error(), HasSubstr("No such file or directory"));
}

}  // namespace tls_identity_test
}  // namespace partita::server
