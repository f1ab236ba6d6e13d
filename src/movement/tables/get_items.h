// Reads items by their keys, as many as wanted.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <optional>
#include <vector>

#include "movement/tables/item_keys.h"
#include "transfer/tables/pace.h"

namespace partita::movement {

// The items with these keys, which are encoded as KeyNames has them and all differ; nullopt for those that do not
// exist. The reads are strongly consistent. Keys that the database leaves unprocessed, and requests that it refuses for
// now, are sent again for up to five minutes without progress. Errors: those of BatchGetItem.
Result<std::vector<std::optional<Item>>> get_items(Database& database, const transfer::TableFacts& table,
                                                   const std::vector<std::string>& keys, transfer::Pace& pace,
                                                   const std::atomic<bool>& is_stopped);

}  // namespace partita::movement
