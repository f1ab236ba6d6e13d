// The options of `partita serve`, for those who check them without a server.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

namespace partita::tools {

struct ServeChecks {
  // Why a server with the options that were parsed would not start, as far as the options tell. An empty text if
  // they tell no reason. The function owns the options.
  std::function<std::string()> fault;
};

// Adds the subcommand `serve` to `app`, which must not outlive the result.
ServeChecks add_serve_for_checks(CLI::App& app);

}  // namespace partita::tools
