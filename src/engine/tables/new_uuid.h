#pragma once

#include <string>

namespace partita::engine {

// A random UUID (version 4), which is the TableId of a new table.
std::string new_uuid();

}  // namespace partita::engine
