// The hot keys of an engine as the console shows them.
#pragma once

#include <string>

#include "client/embedded_database.h"

namespace partita::console {

// The answer to ListHotKeys. `all` tells whether all tables are watched.
std::string hot_keys_json(const client::EmbeddedDatabase& database, bool all);

}  // namespace partita::console
