// The one table that holds customers, orders, items and status events, and its three indexes.
#pragma once

#include <partita/database.h>

#include <string>

namespace commerce {

inline constexpr const char* kTableName = "commerce_single_table";

partita::CreateTableRequest table_definition(const std::string& table_name = kTableName);

// Creates the table where it is missing and waits until it and its indexes are ACTIVE.
// Errors: ResourceInUseException where a table of that name has other keys or lacks an index; those of the database.
partita::Result<void> create_table_if_missing(partita::Database& database, const std::string& table_name = kTableName);

}  // namespace commerce
