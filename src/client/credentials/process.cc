#include "client/credentials/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

extern char** environ;

namespace partita::client {
namespace {

// Runs `command` with its output going to `output`. The command takes all signals, even those that this thread blocks.
bool spawn_shell(const std::string& command, int output, pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const char* const arguments[] = {"sh", "-c", command.c_str(), nullptr};
  const int failed = ::posix_spawn(&child, "/bin/sh", &actions, &attributes, const_cast<char**>(arguments), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0;
}

std::string read_all(int input) {
  std::string text;
  std::array<char, 4096> chunk;
  for (;;) {
    const ssize_t got = ::read(input, chunk.data(), chunk.size());
    if (got > 0) text.append(chunk.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

}  // namespace

CredentialsResult credentials_of_process(const std::string& command) {
  const std::string origin = "The credential_process " + command;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return no_credentials(origin + " cannot be started");
  pid_t child = 0;
  const bool started = spawn_shell(command, ends[1], child);
  ::close(ends[1]);
  const std::string output = started ? read_all(ends[0]) : "";
  ::close(ends[0]);
  if (!started) return no_credentials(origin + " cannot be started");
  const int status = wait_for(child);
  if (!WIFEXITED(status)) return no_credentials(origin + " was ended by a signal");
  if (WEXITSTATUS(status) != 0)
    return no_credentials(origin + " failed with exit status " + std::to_string(WEXITSTATUS(status)));
  return read_credentials(output, origin);
}

}  // namespace partita::client
