// Exchanges the files of a data directory for those that were restored beside them. The directory itself stays, because
// it may be a file system of its own, and so do files that are not of the data, unless a restored one has their name.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::archive {

// The beginning of the restore mark (storage::kRestoreMark) while files are exchanged.
inline constexpr std::string_view kExchangeBegin = "partita exchange\n";

// The folder within the directory to which the new files are restored.
std::string folder_of_new_files(const std::string& directory);

// Removes the files of the data (storage::is_of_data) and moves the new ones to their place. Until it begins the old
// files are as they were, and from then on the directory cannot be opened before it has ended. Requires: the new files
// are restored completely, and no process has the directory open. Errors: InternalServerError, AccessDeniedException.
Result<void> exchange_files(const std::string& directory);

// Ends an exchange that was interrupted. Has no effect if an exchange is not under way. Errors: as exchange_files().
Result<void> end_exchange(const std::string& directory);

}  // namespace partita::archive
