// `partita serve` over TLS: its options, its certificates, and the signal that makes it read them again.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/database.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/certificates.h"
#include "support/temporary_directory.h"

namespace partita {
namespace serve_tls_test {

using ::testing::HasSubstr;

// A running `partita serve` on a free port.
class Serving {
 public:
  explicit Serving(const std::string& options) {
    int out[2], err[2];
    EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(err, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    std::string command = fmt::format("exec {} serve --port 0 {}", PARTITA_COMMAND, options);
    std::string shell = "sh", flag = "-c";
    char* arguments[] = {shell.data(), flag.data(), command.data(), nullptr};
    EXPECT_EQ(::posix_spawn(&process_, "/bin/sh", &actions, nullptr, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(out[1]);
    ::close(err[1]);
    out_ = ::fdopen(out[0], "r");
    err_ = ::fdopen(err[0], "r");
  }
  ~Serving() {
    if (process_ > 0) stop();
    std::fclose(out_);
    std::fclose(err_);
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  std::string line() { return line_of(out_); }
  // The next line of the log that contains `text`; empty if the log ends before.
  std::string log_line(const std::string& text) {
    for (;;) {
      const std::string line = line_of(err_);
      if (line.empty() || line.find(text) != line.npos) return line;
    }
  }
  // The URL in the first line.
  std::string url() {
    const std::string first = line();
    const auto at = first.find("https://");
    return at == first.npos ? first : first.substr(at, first.find(' ', at) - at);
  }
  void send(int signal) { ::kill(process_, signal); }
  int stop() {
    send(SIGTERM);
    int status = -1;
    ::waitpid(std::exchange(process_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  static std::string line_of(FILE* file) {
    char text[4096];
    return std::fgets(text, sizeof text, file) ? text : "";
  }

  pid_t process_ = -1;
  FILE* out_ = nullptr;
  FILE* err_ = nullptr;
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
  // What a start prints that must fail.
  static std::string refusal(const std::string& options) {
    const std::string command = fmt::format("{} serve --port 0 --memory {} 2>&1", PARTITA_COMMAND, options);
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return output;
    char buffer[4096];
    while (const std::size_t got = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, got);
    EXPECT_NE(pclose(pipe), 0);
    return output;
  }

  const test::TemporaryDirectory directory_;
  const test::Authority authority_;
};

TEST_F(ServeTls, WithACertificateOfItsOwnInMemory) {
  Serving server("--memory --tls-self-signed");
  const std::string url = server.url();
  EXPECT_THAT(url, ::testing::StartsWith("https://127.0.0.1:"));
  const std::string line = server.line();
  const std::string prefix = "certificate: ";
  ASSERT_EQ(line.find(prefix), 0u) << line;
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
    EXPECT_EQ(call(server.url(), bundle), "");
    EXPECT_THAT(server.line(), HasSubstr(bundle));
    std::filesystem::copy_file(bundle, kept);
  }
  struct stat status {};
  ASSERT_EQ(::stat((directory_ / "data/tls.key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  Serving again(options);
  EXPECT_EQ(call(again.url(), kept), "");
}

TEST_F(ServeTls, SighupReadsTheFilesAgain) {
  const test::Authority later;
  write(authority_.issue("first"));
  write("first.pem", authority_.certificate());
  write("later.pem", later.certificate());
  Serving server("--memory " + own_files());
  const std::string url = server.url();
  EXPECT_EQ(call(url, directory_ / "first.pem"), "");
  EXPECT_THAT(server.log_line("tls_certificate"), HasSubstr("state=valid"));
  write(later.issue("second"));
  server.send(SIGHUP);
  EXPECT_THAT(server.log_line("tls_certificate"), HasSubstr("state=valid"));
  EXPECT_EQ(call(url, directory_ / "later.pem"), "");
  EXPECT_THAT(call(url, directory_ / "first.pem"), HasSubstr("certificate"));
  write("own.key", "no key", 0600);
  server.send(SIGHUP);
  EXPECT_THAT(server.log_line("reload_failed"), HasSubstr("own.key has no private key that can be read"));
  EXPECT_EQ(call(url, directory_ / "later.pem"), "");
  EXPECT_EQ(server.stop(), 0);
}

TEST_F(ServeTls, SighupWithoutTlsEndsNothing) {
  Serving server("--memory");
  EXPECT_THAT(server.line(), HasSubstr("http://127.0.0.1:"));
  server.send(SIGHUP);
  EXPECT_THAT(server.log_line("reload_failed"), HasSubstr("does not speak TLS"));
  EXPECT_EQ(server.stop(), 0);
}

TEST_F(ServeTls, ClientsWithoutACertificateAreRefused) {
  write(authority_.issue("server"));
  write("ca.pem", authority_.certificate());
  Serving server(fmt::format("--memory {} --tls-client-ca {} --log-level debug", own_files(), directory_ / "ca.pem"));
  EXPECT_NE(call(server.url(), directory_ / "ca.pem"), "");
  EXPECT_THAT(server.log_line("tls_handshake_failed"), HasSubstr("peer did not return a certificate"));
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
