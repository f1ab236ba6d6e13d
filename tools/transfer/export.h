// The work of `partita export`, for other commands that export too.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "demo/demo.h"
#include "ends.h"

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

// Exports, and prints the outcome. Returns the exit code.
int export_table_items(const TableExportOptions& options);

}  // namespace partita::tools
