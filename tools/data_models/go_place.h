// The place of a generated package of Go within a module.
#pragma once

#include <partita/error.h>

#include <filesystem>
#include <string>

namespace partita::tools {

struct GoPlace {
  std::string package = {};      // by the directory's name; empty if that is not the name of a package
  std::string import_path = {};  // the path of the module and the directory within it; empty without a module
};

// Reads the next go.mod above the directory, or in it. Errors: InvalidArgument if that file cannot be read or names no
// module.
Result<GoPlace> go_place(const std::filesystem::path& directory);

}  // namespace partita::tools
