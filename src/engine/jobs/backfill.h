// Backfill: gives the items of a table their entries in a new index, or their expiry entries, while writers go on.
//
// Writers maintain the index from the moment it is in the catalog. The backfill waits until no writer is left that has
// not seen it, then walks the table, takes the locks of a few items, reads them again and writes the entries that are
// missing. How far it is goes into the same batch, so a crash neither repeats nor skips an item.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// All backfills that are waiting. Errors: InternalServerError, Corruption.
Result<void> run_backfills(Context& context);

}  // namespace partita::engine
