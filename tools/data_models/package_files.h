// The files of a generated package on the disk.
#pragma once

#include <partita/error.h>

#include <filesystem>
#include <vector>

#include "modelling/generate/package.h"

namespace partita::tools {

// Whether the directory has the files of the package; files that a program may change are not looked at. Prints each
// one that differs or is missing.
bool is_current(const std::filesystem::path& directory, const std::vector<modelling::PackageFile>& files);

// Writes the files. An unchanged one keeps its time. Errors: InvalidArgument if a directory or file cannot be written;
// the files before it are written then.
Result<void> write_package(const std::filesystem::path& directory, const std::vector<modelling::PackageFile>& files);

}  // namespace partita::tools
