// The files that a process may read, if its input comes from strangers, who may name further files.
#pragma once

#include <partita/error.h>

#include <string>
#include <vector>

namespace partita::documents {

// From now on this process reads only regular files of at most 64 MB that are one of `places` or below one of them, and
// symbolic links do not lead out of there. Must be called before other threads read files.
void limit_reading_to(const std::vector<std::string>& places);

// Errors: ValidationException if limit_reading_to() has excluded the file. Before it, each file may be read.
Result<void> check_allowed(const std::string& path);

}  // namespace partita::documents
