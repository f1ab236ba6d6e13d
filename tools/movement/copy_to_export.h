// `partita copy` to an export.
#pragma once

#include <partita/database.h>

#include <string>
#include <vector>

#include "table_ends.h"
#include "transfer/tables/scan_table.h"

namespace partita::tools {

struct ExportCopySettings {
  S3Options s3 = {};
  int segments = 8;
  transfer::ReadConsistency consistency = transfer::ReadConsistency::Eventual;
  transfer::Pace* read_units = nullptr;  // may be null
};

// Writes the items of each table into the export, and prints a line for each. An export that was interrupted has no
// manifest, and a file is written as a whole or not at all. Errors: ValidationException if several tables would go into
// one file; those of the database and of the files.
Result<void> copy_to_export(Database& source, const std::vector<std::string>& tables, const TableEnd& target,
                            const ExportCopySettings& settings);

}  // namespace partita::tools
