#pragma once

#include "engine/context.h"

namespace partita::engine {

// Stores the highest number so far, if a table has a history. Numbers without an entry, such as the moments of
// restores, are below it. Errors: InternalServerError.
Result<void> save_numbers(Context& context);
// The same when no number is drawn any more. Without bounds the next run goes on from the highest number itself.
Result<void> save_last_numbers(Context& context);

// Makes all later sequence numbers greater than those in the store. Must be called once, after the catalog is loaded.
// Errors: InternalServerError, Corruption.
Result<void> skip_stored_numbers(Context& context);

}  // namespace partita::engine
