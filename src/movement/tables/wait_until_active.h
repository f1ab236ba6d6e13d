// Waits for a table whose creation or change takes time.
#pragma once

#include <partita/database.h>

#include <chrono>
#include <optional>
#include <string>

namespace partita::movement {

// The description of a table, or nullopt if it does not exist. Errors: those of DescribeTable.
Result<std::optional<TableDescription>> find_table(Database& database, const std::string& name);

// Waits until the table and its indexes are ACTIVE. nullopt if they are not within `patience`. A table that does not
// exist is waited for too. Errors: those of DescribeTable.
Result<std::optional<TableDescription>> wait_until_active(Database& database, const std::string& name,
                                                          std::chrono::minutes patience);

}  // namespace partita::movement
