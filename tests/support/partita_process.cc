#include "support/partita_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <regex>
#include <utility>

namespace partita::test {
namespace {

// The child's stdout is `output`, or the test's own if `output` is negative.
pid_t start_partita(const std::vector<std::string>& arguments, int output, Stderr errors) {
  std::vector<std::string> words = {PARTITA_COMMAND};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (output >= 0) dup2(output, STDOUT_FILENO);
  if (output >= 0 && errors == Stderr::Joined) dup2(output, STDERR_FILENO);
  execv(argv[0], argv.data());
  _exit(127);
}

}  // namespace

void ServerProcess::begin(const std::vector<std::string>& command, Stderr errors) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe";
    return;
  }
  output_ = ends[0];
  pid_ = start_partita(command, ends[1], errors);
  close(ends[1]);
}

ServerProcess::ServerProcess(const std::vector<std::string>& command) { begin(command, Stderr::Shown); }

ServerProcess::ServerProcess(const std::vector<std::string>& options, Stderr errors) {
  std::vector<std::string> arguments = {"serve", "--port", "0"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  begin(arguments, errors);
  std::smatch match;
  start_ = read_until("(data: ");
  if (std::regex_search(start_, match, std::regex("listening on (https?://[^ ]+) "))) endpoint_ = match[1];
}

std::string ServerProcess::read_until(std::string_view text) {
  char buffer[256];
  for (;;) {
    if (const auto at = unread_.find(text); at != unread_.npos) {
      const std::string before = unread_.substr(0, at + text.size());
      unread_.erase(0, before.size());
      return before;
    }
    const ssize_t got = read(output_, buffer, sizeof buffer);
    if (got <= 0) {
      ADD_FAILURE() << "the server ended without: " << text << "; it said: " << unread_;
      return {};
    }
    unread_.append(buffer, static_cast<std::size_t>(got));
  }
}

void ServerProcess::signal(int number) const {
  if (pid_ > 0) ::kill(pid_, number);
}

int ServerProcess::stop() {
  signal(SIGTERM);
  int status = -1;
  if (pid_ > 0) waitpid(std::exchange(pid_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void ServerProcess::kill() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
  if (output_ >= 0) close(output_);
  output_ = -1;
}

int run_partita(const std::vector<std::string>& arguments) {
  int status = 0;
  waitpid(start_partita(arguments, -1, Stderr::Shown), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace partita::test
