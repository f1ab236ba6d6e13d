// The table that `partita import` creates if it is missing.
#pragma once

#include <optional>
#include <string>

#include "table/table.h"

namespace partita::tools {

// How the user defines it.
struct NewTableOptions {
  std::string keys = {};  // such as pk:S,sk:N
  TableFile file = {};    // a template or a data model; file.from is empty without one
  bool is_wanted() const { return !keys.empty() || !file.from.empty(); }
};
// Adds --keys, --create, --stage and --param. Requires: `options` outlives `app`.
void add_new_table_options(CLI::App& app, NewTableOptions& options);

// The definition of table `name`: on demand and without indexes for `keys`, or as the file has it. Errors:
// ValidationException if the keys are malformed, or if the file does not define such a table.
Result<templates::TemplateTable> definition_of(const std::string& name, const NewTableOptions& options);

}  // namespace partita::tools
