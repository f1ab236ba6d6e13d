// Exchanges the files of a data directory for those that were restored beside them. The directory itself stays, because
// it may be a file system of its own.
#pragma once

#include <partita/error.h>

#include <string>

namespace partita::archive {

// The folder within the directory to which the new files are restored.
std::string folder_of_new_files(const std::string& directory);

// Removes the files of the directory and moves the new ones to their place. Until it begins the old files are as they
// were, and from then on the directory cannot be opened before it has ended. Requires: the new files are restored
// completely, and no process has the directory open. Errors: InternalServerError, AccessDeniedException.
Result<void> exchange_files(const std::string& directory);

// Ends an exchange that was interrupted. Has no effect if an exchange is not under way. Errors: as exchange_files().
Result<void> end_exchange(const std::string& directory);

}  // namespace partita::archive
