#pragma once

#include "engine/context.h"

namespace partita::engine {

// Makes all later sequence numbers greater than those in the store. Must be called once, after the catalog is loaded.
// Errors: InternalServerError, Corruption.
Result<void> skip_stored_numbers(Context& context);

}  // namespace partita::engine
