// Runs the `partita` command to its end.
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace partita {

struct Outcome {
  int exit_code = -1;  // -1 if a signal ended the command
  std::string output;  // stdout and stderr
};

// `arguments` are words for the shell. The command runs in `directory`.
inline Outcome run_command(const std::string& arguments, const std::string& directory = ".") {
  Outcome outcome;
  const std::string command = fmt::format("cd {} && {} {} 2>&1", directory, PARTITA_COMMAND, arguments);
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return outcome;
  char buffer[4096];
  while (const std::size_t got = fread(buffer, 1, sizeof buffer, pipe)) outcome.output.append(buffer, got);
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

}  // namespace partita
