// The subcommands of `partita table`.
#pragma once

#include <partita/database.h>

#include <chrono>
#include <optional>

#include "commands.h"
#include "templates/read_template.h"

namespace partita::tools {

Command add_table_create(CLI::App& table);

// A template or a data model, with the values that its text leaves open.
struct TableFile {
  std::string from = {};
  std::string stage = {};
  std::vector<std::string> parameters = {};  // NAME=VALUE
  bool ignore_unsupported = false;           // warn about properties that Partita lacks
};
// The tables that the file defines, each of which a database accepts. Errors: ValidationException with the place.
Result<templates::Template> read_definitions(const TableFile& file);

// The result for one table of a template.
struct TableOutcome {
  enum class Kind : std::uint8_t { Created, Exists, Differs };
  Kind kind = Kind::Created;
  std::vector<std::string> differences = {};  // if Differs
};

// Creates the table, waits until it and its indexes are ACTIVE, and enables its time to live. If a table of that name
// exists, it stays as it is, except that a time to live that is off is enabled if that is the only difference. Errors:
// those of the database, and InternalServerError if the table is not ACTIVE within 30 minutes.
Result<TableOutcome> ensure_table(Database& database, const templates::TemplateTable& table);

// One line such as "develop.Favorite: pk (S), sk (S); local indexes lsiOne; global indexes gsiOne, gsiTwo; TTL ttl".
std::string describe(const templates::TemplateTable& table);

}  // namespace partita::tools
