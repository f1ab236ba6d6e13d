// Opens what can be opened of a damaged data directory. `partita repair` runs it.
#pragma once

#include <partita/error.h>

#include <string>
#include <vector>

#include "base/log.h"

namespace partita::storage {

struct RepairReport {
  std::vector<std::string> damage;  // one line each; empty: the directory opens, and nothing was changed
  std::string kept_in;              // the folder, inside of the directory, with all files as they were before
};

// Keeps all files in a new folder of the directory first, so nothing is lost for good. The repaired directory has all
// writes up to the first damaged or missing one of the logs. If the list of the table files is damaged, it is made
// anew from the table files and the logs that can be read. Errors: those of open_store() for a directory that is in
// use, newer, or not a data directory, and InternalServerError (I/O). After an error, the call can be repeated.
Result<RepairReport> repair_data_directory(const std::string& path, const base::Log& log);

}  // namespace partita::storage
