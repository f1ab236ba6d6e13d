#pragma once

#include "engine/context.h"

namespace partita::engine {

// Stores the highest sequence number so far, if a table has a history, so that a machine whose clock goes back while
// the database is closed draws no number twice. The entries of a history do not tell it, because they are ordered by
// item. Errors: InternalServerError.
Result<void> save_numbers(Context& context);

// Makes all later sequence numbers greater than those in the store. Must be called once, after the catalog is loaded.
// Errors: InternalServerError, Corruption.
Result<void> skip_stored_numbers(Context& context);

}  // namespace partita::engine
