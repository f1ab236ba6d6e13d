// Dropping tables and indexes: first nobody finds them, then no writer is left in them, then their keys are erased.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Errors: InternalServerError, Corruption.
Result<void> run_drops(Context& context);

}  // namespace partita::engine
