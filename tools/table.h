// The subcommands of `partita table`.
#pragma once

#include <partita/database.h>

#include "commands.h"
#include "templates/read_template.h"

namespace partita::tools {

Command add_table_create(CLI::App& table);

// What became of a table of a template.
struct TableOutcome {
  enum class Kind : std::uint8_t { Created, Exists, Differs };
  Kind kind = Kind::Created;
  std::vector<std::string> differences = {};  // of Differs
};

// Creates the table, waits until it and its indexes are ACTIVE and enables its time to live. A table of that name that
// is there already is left as it is, but for a time to live that is to be enabled. Errors: those of the database.
Result<TableOutcome> ensure_table(Database& database, const templates::Table& table);

// "develop.Favorite: pk (S), sk (S); local lsiOne; global gsiOne, gsiTwo; TTL ttl".
std::string describe(const templates::Table& table);

}  // namespace partita::tools
