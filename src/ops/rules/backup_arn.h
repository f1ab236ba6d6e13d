// The ARNs of the backups, exports, imports and bulk writes of tables.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <optional>
#include <string_view>

#include "ops/rules/constraints.h"

namespace partita::ops {

// arn:PARTITION:SERVICE:REGION:ACCOUNT:table/TABLE/KIND/ID, with any parts.
struct TablePartArn {
  std::string_view partition;
  std::string_view service;
  std::string_view region;
  std::string_view account;
  std::string_view table;
  std::string_view id;
};
// `kind` is the part between the table and the id, such as "/backup/". The id has digits, a to f and '-'. nullopt if
// the text has another form. The parts point into `text`.
std::optional<TablePartArn> parse_table_part_arn(std::string_view text, std::string_view kind);

// Checks that the ARN is given and has 37 to 1024 bytes.
void constrain_backup_arn(Constraints& constraints, const OptionalString& arn, const RequestPlace& place = "backupArn");

// arn:aws:dynamodb:REGION:ACCOUNT:table/TABLE/backup/ID
struct BackupArn {
  std::string_view region;
  std::string_view table;
  std::string_view id;
};
// Reads an ARN that must be of this account. A region is any name of that form. The parts point into `arn`. Errors:
// ValidationException; AccessDeniedException for another account, or for no region.
Result<BackupArn> read_backup_arn(std::string_view arn, std::string_view account);

}  // namespace partita::ops
