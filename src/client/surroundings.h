// What a remote database takes from around it, so that tests can put something else there.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"

namespace partita::client {

// An environment variable; nothing where it is not set or empty.
using Environment = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> process_environment(const char* name);

// In [0, 1).
double random_fraction();

struct Surroundings {
  Environment environment = process_environment;
  std::shared_ptr<const base::Clock> clock = std::make_shared<base::SystemClock>();
  // Asked on one thread.
  std::function<double()> jitter = random_fraction;
};

}  // namespace partita::client
