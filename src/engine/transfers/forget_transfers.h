// Forgets the exports, imports and bulk writes of an account, which no operation may do.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Removes all of the realm, with the tables that imports fill. Errors: InternalServerError.
Result<void> forget_transfers(Context& context);

}  // namespace partita::engine
