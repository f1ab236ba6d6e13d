// Writes the items of a table to an export of the service's layout, or to one stream.
#pragma once

#include <atomic>

#include "transfer/exports/export_writer.h"
#include "transfer/tables/scan_table.h"
#include "transfer/tables/table_facts.h"

namespace partita::transfer {

// Counts that other threads may read while the work goes on.
struct ExportProgress {
  std::atomic<std::uint64_t> items = 0;
  std::atomic<std::uint64_t> text_bytes = 0;  // of the lines, before their compression
};

// Scans the table into `writer`: a data file for each segment, and a further one after each 1 GB of text. The caller
// finishes the writer. Errors: those of scan_table and of Place::put.
Result<void> export_to_layout(Database& database, const TableFacts& table, Format format, const ScanSettings& settings,
                              ExportWriter& writer, ExportProgress& progress);

// Scans the table into one stream of lines, which the threads of the segments compress page by page, as members or
// frames behind each other. The caller finishes the stream. Requires: the format is not Csv. Errors: those of
// scan_table and of the sink.
Result<void> export_to_stream(Database& database, const TableFacts& table, Format format, Compression compression,
                              const ScanSettings& settings, Sink& sink, ExportProgress& progress);

struct CsvSettings {
  char delimiter = ',';
  std::vector<std::string> columns = {};  // if empty, all attributes: the key first, then as they are met
};
// Scans the table into one stream of CSV. Without columns the rows go through a temporary file, because the names of
// all attributes are only known at the end; it is in $TMPDIR or /tmp, and has no name. Errors: those of scan_table and
// of the sink, and InternalServerError if the temporary file cannot be written.
Result<void> export_to_csv(Database& database, const TableFacts& table, const CsvSettings& csv,
                           const ScanSettings& settings, Sink& sink, ExportProgress& progress);

}  // namespace partita::transfer
