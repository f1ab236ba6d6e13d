// The backup that DeleteTable makes of a table with point-in-time recovery, and the names of backups in ARNs.
#pragma once

#include <string>

#include "engine/context.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

// The last part of the ARN of a backup that was created at this time: 14 digits, '-', and the text behind it.
std::string backup_arn_name(std::int64_t created_ms, std::string_view behind);

// Makes the SYSTEM backup of a table if it has point-in-time recovery. It draws the backup's moment
// from `boundary`, which must be settled after the catalog shows the change.
catalog::Catalog::LastBackup last_backup(const Context& context, SequenceNumbers::Ticket& boundary);

}  // namespace partita::engine
