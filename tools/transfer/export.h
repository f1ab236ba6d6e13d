// The work of `partita export`, for other commands that export too.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "demo/demo.h"
#include "ends.h"
#include "transfer/tables/pace.h"

namespace partita::tools {

// The most parts of a table that are read at the same time.
inline constexpr int kMostSegments = 64;

struct TableExportOptions {
  std::string table = {};
  std::string to = {};
  DemoTarget database = {};
  std::optional<transfer::Format> format = {};
  std::optional<transfer::Compression> compression = {};
  int segments = 4;
  bool is_consistent = false;
  std::string delimiter = ",";
  std::string columns = {};
  S3Options s3 = {};
};

// Adds the options that choose the form of the items. Requires: `options` outlives `app`.
void add_form_options(CLI::App& app, TableExportOptions& options);

// The counts and the time of an export.
struct ExportOutcome {
  std::string target = {};  // the file, or the folder of the export
  std::uint64_t items = 0;
  std::uint64_t text_bytes = 0;
  double seconds = 0;
};
// Exports a table of an open database, and shows the progress on a terminal. `options.database` is not used.
// `read_units` limits the reads and may be null. Errors: ValidationException if the options do not fit together; those
// of the database and of the files.
Result<ExportOutcome> export_table(Database& database, const TableExportOptions& options, transfer::Pace* read_units);

// Exports, and prints the outcome. Returns the exit code.
int export_table_items(const TableExportOptions& options);

}  // namespace partita::tools
