// The server of a container, as its own health check finds it.
#pragma once

#include <partita/expected.h>

#include <CLI/App.hpp>
#include <string>

namespace partita::tools {

// The URL of the `partita serve` that runs in this container: its address, port and TLS, from the command line of its
// process below /proc, the environment and the configuration file. `serve` has the options. Errors: a text of one line
// if this user sees no such process.
expected<std::string, std::string> container_endpoint(const CLI::App& serve);

}  // namespace partita::tools
