// The file of a data directory that names it in an archive, and the archive that it was written to.
#pragma once

#include <partita/error.h>

#include <string>

namespace partita::archive {

inline constexpr const char* kTokenFile = "partita.archive";

struct DirectoryToken {
  std::string token;    // random
  std::string archive;  // the name of the archive's place; empty if the directory was never archived
};

// The token is made by the first call. Errors: InternalServerError if the file cannot be read or written.
Result<DirectoryToken> directory_token(const std::string& directory);
// Errors: InternalServerError.
Result<void> keep_token(const std::string& directory, const DirectoryToken& token);

}  // namespace partita::archive
