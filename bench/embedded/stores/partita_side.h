// The Partita side of a workload: an embedded database with the loaded table.
#pragma once

#include <filesystem>
#include <memory>

#include "client/embedded_database.h"
#include "embedded/harness/settings.h"
#include "embedded/stores/items.h"

namespace partita::bench {

// Opens the database in `directory` (unused in memory) and creates the table. Exits on an error.
std::unique_ptr<client::EmbeddedDatabase> open_partita(const Settings& settings, const std::filesystem::path& directory,
                                                       const CreateTableRequest& table);
// Puts all the items. Exits on an error.
void load(Database& database, const Items& items);

}  // namespace partita::bench
