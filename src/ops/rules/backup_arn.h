// The ARNs of backups.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <string_view>

#include "ops/rules/constraints.h"

namespace partita::ops {

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
