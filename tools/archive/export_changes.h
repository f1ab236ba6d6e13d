// The incremental form of `partita archive export`: the changes of a table in a span of time.
#pragma once

#include <partita/error.h>

#include <string>

#include "archive_location.h"
#include "transfer/exports/manifest.h"
#include "transfer/formats/format.h"

namespace partita::tools {

struct ChangesExportOptions {
  std::string table;
  std::string from_time;  // inclusive
  std::string to_time;    // exclusive; empty: the end of the archive
  std::string to;         // a directory or s3://BUCKET/PREFIX
  std::string scratch;    // the parent of the scratch directory; empty: $TMPDIR or /tmp
  transfer::ExportView view = transfer::ExportView::NewAndOldImages;
  transfer::Format format = transfer::Format::DynamoDbJson;
};

// Writes the last change of each item that was written in the span, in the layout of the service's incremental exports,
// and prints the outcome. The keys of these items are in memory, and the disk needs room for the whole database.
// Errors: ValidationException if the archive does not have the whole span, or the table was not there all the time;
// those of archive::restore() and of the target.
Result<void> export_changes(const ArchiveLocationOptions& from, const ChangesExportOptions& options);

}  // namespace partita::tools
