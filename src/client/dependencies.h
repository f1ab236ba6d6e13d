// The clock, environment and jitter of a remote database. Tests inject their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"

namespace partita::client {

// Returns the value of an environment variable, or nullopt if it is not set or empty.
using Environment = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> process_environment(const char* name);

// A random number in [0, 1). May be called from any thread.
double random_fraction();

struct ClientDependencies {
  Environment environment = process_environment;
  std::shared_ptr<const base::Clock> clock = std::make_shared<base::SystemClock>();
  // Called on one thread only, and returns a number in [0, 1).
  std::function<double()> jitter = random_fraction;
};

}  // namespace partita::client
