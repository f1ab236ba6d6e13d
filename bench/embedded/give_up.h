// A wrong answer or an error ends the program: no figure is better than a wrong one.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace partita::bench {

[[noreturn]] inline void give_up(std::string_view message) {
  fmt::print(stderr, "bench_embedded: {}\n", message);
  std::exit(1);
}

}  // namespace partita::bench
