// Backfill: gives the items of a table their entries in a new index while writers go on.
//
// Writers maintain the index from the moment it is in the catalog. The backfill waits until no writer is left that has not
// seen it, then walks the table, takes the locks of a few items, reads them again and writes the entries that are missing. How
// far it is goes into the same batch, so a crash neither repeats nor skips an item. Nobody reads the index before it is
// ACTIVE, so the batches are synced in larger groups, and all of them before the catalog says that it is. An index that is
// deleted meanwhile ends its backfill.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// A job for each index that is to be filled, and for each table whose expiry entries are to be made or forgotten.
void plan_backfills(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
