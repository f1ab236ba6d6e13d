// Ends the program after a wrong answer, a lost connection or a bad option, because a missing figure is better than a
// wrong one.
#pragma once

#include <errno.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace partita::bench {

[[noreturn]] inline void fatal(std::string_view message) {
  fmt::print(stderr, "{}: {}\n", program_invocation_short_name, message);
  std::exit(1);
}

}  // namespace partita::bench
