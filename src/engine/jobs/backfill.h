// Backfill: gives the items of a table their entries in a new index while writers go on.
//
// Writers maintain the index from the moment it is in the catalog. The backfill waits until no writer is left that does
// not know the index. Then it walks the table, takes the locks of a few items, reads them again and writes the missing
// entries. Its position goes into the same batch, so a crash neither repeats nor skips an item. The index is not
// readable before it is ACTIVE, so the batches are synced in larger groups, and all of them before the catalog makes it
// ACTIVE. A backfill ends if its index is deleted meanwhile.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each index that must be filled, and one for each table whose expiry entries must be made or erased.
void plan_backfills(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
