// `partita serve` over TLS: its options, its certificates, and the signal that makes it read them again.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/database.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "run_command.h"
#include "support/certificates.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace serve_tls_test {

using ::testing::HasSubstr;

// A server with these options, which blanks divide, and its log in its output.
struct Serving : test::ServerProcess {
  explicit Serving(const std::string& options) : ServerProcess(words_of(options), test::Stderr::Joined) {}

  // The next line of the output that contains `text`, from that text on.
  std::string line_from(const std::string& text) {
    read_until(text);
    return text + read_until("\n");
  }

 private:
  static std::vector<std::string> words_of(const std::string& options) {
    std::istringstream words(options);
    return {std::istream_iterator<std::string>(words), {}};
  }
};

class ServeTls : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text, mode_t mode = 0644) {
    std::ofstream(directory_ / name) << text;
    ::chmod((directory_ / name).c_str(), mode);
  }
  void write(const test::Identity& identity) {
    write("own.crt", identity.certificate);
    write("own.key", identity.key, 0600);
  }
  std::string own_files() const {
    return fmt::format("--tls-certificate {} --tls-key {}", directory_ / "own.crt", directory_ / "own.key");
  }
  // The error of a request, or "" if it is answered.
  static std::string call(const std::string& url, const std::string& bundle) {
    auto database = connect(url, {.ca_bundle = bundle, .max_attempts = 1});
    if (!database) return database.error().message;
    const auto answer = (*database)->list_tables({});
    return answer ? "" : answer.error().message;
  }
  // The output of a start that must fail.
  static std::string refusal(const std::string& options) {
    const Outcome outcome = run_command("serve --port 0 --memory " + options);
    EXPECT_NE(outcome.exit_code, 0);
    return outcome.output;
  }

  const test::TemporaryDirectory directory_;
  const test::Authority authority_;
};

TEST_F(ServeTls, WithACertificateOfItsOwnInMemory) {
  Serving server("--memory --tls-self-signed");
  const std::string url = server.endpoint();
  EXPECT_THAT(url, ::testing::StartsWith("https://127.0.0.1:"));
  const std::string prefix = "certificate: ";
  const std::string line = server.line_from(prefix);
  const std::string bundle = line.substr(prefix.size(), line.find(' ', prefix.size()) - prefix.size());
  EXPECT_THAT(line, HasSubstr("AWS_CA_BUNDLE=" + bundle + ")"));
  EXPECT_EQ(call(url, bundle), "");
  EXPECT_THAT(call(url, ""), HasSubstr("certificate"));
  EXPECT_EQ(server.stop(), 0);
  EXPECT_FALSE(std::filesystem::exists(bundle));
}

TEST_F(ServeTls, WithACertificateOfItsOwnThatTheDataDirectoryKeeps) {
  const std::string options = "--tls-self-signed --data " + (directory_ / "data");
  const std::string bundle = directory_ / "data/tls.crt";
  const std::string kept = directory_ / "kept.crt";
  {
    Serving server(options);
    EXPECT_EQ(call(server.endpoint(), bundle), "");
    EXPECT_THAT(server.line_from("certificate: "), HasSubstr(bundle));
    std::filesystem::copy_file(bundle, kept);
  }
  struct stat status {};
  ASSERT_EQ(::stat((directory_ / "data/tls.key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  Serving again(options);
  EXPECT_EQ(call(again.endpoint(), kept), "");
}

TEST_F(ServeTls, SighupReadsTheFilesAgain) {
  const test::Authority later;
  write(authority_.issue("first"));
  write("first.pem", authority_.certificate());
  write("later.pem", later.certificate());
  Serving server("--memory " + own_files());
  const std::string url = server.endpoint();
  EXPECT_EQ(call(url, directory_ / "first.pem"), "");
  EXPECT_THAT(server.start(), HasSubstr("event=tls_certificate state=valid"));
  write(later.issue("second"));
  server.signal(SIGHUP);
  EXPECT_THAT(server.line_from("tls_certificate"), HasSubstr("state=valid"));
  EXPECT_EQ(call(url, directory_ / "later.pem"), "");
  EXPECT_THAT(call(url, directory_ / "first.pem"), HasSubstr("certificate"));
  write("own.key", "no key", 0600);
  server.signal(SIGHUP);
  EXPECT_THAT(server.line_from("reload_failed"), HasSubstr("own.key has no private key that can be read"));
  EXPECT_EQ(call(url, directory_ / "later.pem"), "");
  EXPECT_EQ(server.stop(), 0);
}

TEST_F(ServeTls, SighupWithoutTlsEndsNothing) {
  Serving server("--memory");
  EXPECT_THAT(server.endpoint(), ::testing::StartsWith("http://127.0.0.1:"));
  server.signal(SIGHUP);
  EXPECT_THAT(server.line_from("reload_failed"), HasSubstr("does not speak TLS"));
  EXPECT_EQ(server.stop(), 0);
}

TEST_F(ServeTls, ClientsWithoutACertificateAreRefused) {
  write(authority_.issue("server"));
  write("ca.pem", authority_.certificate());
  Serving server(fmt::format("--memory {} --tls-client-ca {} --log-level debug", own_files(), directory_ / "ca.pem"));
  EXPECT_NE(call(server.endpoint(), directory_ / "ca.pem"), "");
  EXPECT_THAT(server.line_from("tls_handshake_failed"), HasSubstr("peer did not return a certificate"));
}

TEST_F(ServeTls, WrongOptionsAreExplained) {
  write(authority_.issue("server"));
  write("others.key", authority_.issue("other").key, 0600);
  write("open.key", "", 0644);
  const std::string certificate = "--tls-certificate " + (directory_ / "own.crt");
  EXPECT_THAT(refusal(certificate), HasSubstr("--tls-certificate requires --tls-key"));
  EXPECT_THAT(refusal("--tls-key x"), HasSubstr("--tls-key requires --tls-certificate"));
  EXPECT_THAT(refusal("--tls-client-ca x"), HasSubstr("needs --tls-certificate or --tls-self-signed"));
  EXPECT_THAT(refusal("--tls-self-signed " + own_files()), HasSubstr("--tls-certificate excludes --tls-self-signed"));
  EXPECT_THAT(refusal(certificate + " --tls-key " + (directory_ / "missing")), HasSubstr("No such file or directory"));
  EXPECT_THAT(refusal(certificate + " --tls-key " + (directory_ / "open.key")), HasSubstr("run: chmod 600"));
  EXPECT_THAT(refusal(certificate + " --tls-key " + (directory_ / "others.key")), HasSubstr("does not belong to"));
}

}  // namespace serve_tls_test
}  // namespace partita
