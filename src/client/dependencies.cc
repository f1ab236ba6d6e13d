#include "client/dependencies.h"

#include <cstdlib>
#include <random>

namespace partita::client {

std::optional<std::string> process_environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

double random_fraction() {
  thread_local std::minstd_rand random{std::random_device()()};
  return std::uniform_real_distribution<double>(0, 1)(random);
}

}  // namespace partita::client
