// The verification of a data directory by the engine, which knows nothing of models.
#pragma once

#include <partita/error.h>

#include <cstdint>

#include "data_place.h"
#include "engine/backups/doubt_backups.h"
#include "engine/jobs/verify.h"

namespace partita::tools {

// Checks the index entries and the counts of the directory without changing it. Shows the progress on a terminal.
// Errors: those of partita::open, also if another process uses the directory.
Result<engine::VerifyReport> verify_directory(const DataPlace& place);

// Mends the index entries, the expiry entries and the sums of the directory. Returns their number. Errors: as for
// verify_directory(), and those of writes.
Result<std::uint64_t> mend_directory(const DataPlace& place);

// engine::doubt_backups() and engine::trust_backups() of the directory. Errors: as for mend_directory().
Result<engine::Doubted> doubt_backups_of(const DataPlace& place);
Result<std::uint64_t> trust_backups_of(const DataPlace& place);

// Verifies the directory and prints the findings and their number. Returns the exit code: 0 if there are none,
// otherwise 1.
int print_verification(const DataPlace& place);

}  // namespace partita::tools
