// The data directory that a command opens, and the option that names its keys.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace partita::tools {

struct DataPlace {
  std::string data;
  std::string encryption_key;  // the file with the keys; empty: the directory is not encrypted
};

// Adds --encryption-key, which writes to `file`. Requires: `file` outlives `app`.
inline CLI::Option* add_encryption_key_option(CLI::App& app, std::string& file) {
  return app.add_option("--encryption-key", file, "file with the key of a data directory that is encrypted")
      ->type_name("FILE");
}

}  // namespace partita::tools
