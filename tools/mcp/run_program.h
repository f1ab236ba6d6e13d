// Runs a program and reads its output.
#pragma once

#include <partita/expected.h>

#include <string>
#include <vector>

namespace partita::tools {

struct ProgramResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// Runs `program` with these arguments, an empty standard input, and of the environment only HOME, LANG, PATH and
// TMPDIR, and waits for it. A result has at most 16 MB of each output; more is read and dropped. The program is killed
// when `stop`, a file or -1, becomes readable, and after 15 minutes. Errors: a text of one line if it cannot be started
// or is ended by a signal.
expected<ProgramResult, std::string> run_program(const std::string& program, const std::vector<std::string>& arguments,
                                                 int stop);

// The path of this program.
std::string own_path();

}  // namespace partita::tools
