#include "crash/kill/partita_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <regex>

namespace partita::test {
namespace {

// The child's stdout is `output`, or the test's own if `output` is negative.
pid_t start(const std::vector<std::string>& arguments, int output) {
  std::vector<std::string> words = {PARTITA_COMMAND};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (output >= 0) dup2(output, STDOUT_FILENO);
  execv(argv[0], argv.data());
  _exit(127);
}

}  // namespace

ServerProcess::ServerProcess(const std::string& data) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe";
    return;
  }
  output_ = ends[0];
  pid_ = start({"serve", "--data", data, "--port", "0", "--log-level", "error"}, ends[1]);
  close(ends[1]);
  std::string text;
  std::smatch match;
  char buffer[256];
  while (!std::regex_search(text, match, std::regex("listening on (http://[^ ]+) "))) {
    const ssize_t got = read(output_, buffer, sizeof buffer);
    if (got <= 0) {
      ADD_FAILURE() << "the server did not start; it said: " << text;
      return;
    }
    text.append(buffer, static_cast<std::size_t>(got));
  }
  endpoint_ = match[1];
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
  waitpid(start(arguments, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace partita::test
