#include "engine/last_backup.h"

#include <fmt/format.h>

#include "engine/table_facts.h"
#include "value/limits.h"

namespace partita::engine {

std::string backup_arn_name(std::int64_t created_ms, std::string_view behind) {
  return fmt::format("{:014}-{}", created_ms, behind);
}

catalog::Catalog::LastBackup last_backup(const Context& context, SequenceNumbers::Ticket& boundary) {
  return [&](const catalog::TableInfo& table) -> std::optional<catalog::BackupInfo> {
    if (!table.recovery) return std::nullopt;
    catalog::BackupInfo backup;
    backup.created_ms = context.clock.now_ms();
    // The service's backups of this kind all end so, and two must not have the same name.
    do backup.arn_name = backup_arn_name(backup.created_ms, "00000000");
    while (context.catalog.find_backup(backup.arn_name) && ++backup.created_ms != 0);
    backup.name = table.name + "$DeletedTableBackup";
    backup.type = BackupType::System;
    backup.expires_ms = backup.created_ms + limits::kSystemBackupMs;
    backup.moment = boundary.draw(table.history->id);
    // Without the numbers the backup is as good, and the table must be deletable while the disk fails.
    if (const auto counted = sums_of(context, table, keys::kBaseTable)) {
      backup.item_count = counted->first;
      backup.size_bytes = counted->second;
    }
    return backup;
  };
}

}  // namespace partita::engine
