// The time to live of a table.
#pragma once

#include <partita/database.h>

#include <string>

namespace partita::movement {

// The attribute of the table's time to live; empty if it is off. Errors: those of DescribeTimeToLive.
Result<std::string> expiry_attribute(Database& database, const std::string& table);

}  // namespace partita::movement
