// Descriptions of backups as the operations answer them.
#pragma once

#include <partita/backup_operations.h>

#include "catalog/backup_info.h"
#include "engine/context.h"

namespace partita::engine {

std::string backup_arn(const Context& context, const catalog::BackupInfo& backup);
BackupDetails backup_details(const Context& context, const catalog::BackupInfo& backup);
BackupDescription backup_description(const Context& context, const catalog::BackupInfo& backup);
BackupSummary backup_summary(const Context& context, const catalog::BackupInfo& backup);

// Whether a SYSTEM backup is older than the time for which it is kept. It is not shown any more.
bool has_expired(const Context& context, const catalog::BackupInfo& backup);
// The backup with an ARN. `arn` is that of a request. Errors: those of ops::read_backup_arn, BackupNotFoundException.
Result<catalog::BackupPtr> find_backup(const Context& context, std::string_view arn);

}  // namespace partita::engine
