// Forgets the backups of an account, which no operation may all delete, and the tables that restores fill.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Removes all tables of the realm that restores fill. Errors: InternalServerError.
Result<void> remove_restored_tables(Context& context);
// Removes all backups of the realm, SYSTEM backups too. Requires: no restore reads one. Errors: InternalServerError.
Result<void> forget_backups(Context& context);

}  // namespace partita::engine
