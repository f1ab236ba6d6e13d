// A wrong answer, a lost connection or a bad option ends the program: no figure is better than a wrong one.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace partita::bench {

[[noreturn]] inline void die(std::string_view message) {
  fmt::print(stderr, "bench_http: {}\n", message);
  std::exit(1);
}

}  // namespace partita::bench
