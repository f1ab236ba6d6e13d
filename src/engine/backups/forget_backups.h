// Forgets the backups of an account, which no operation may all delete, and ends its restores.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Ends all restores of the realm as they are, so that their tables can be deleted. Errors: InternalServerError.
Result<void> end_restores(Context& context);
// Removes all backups of the realm, SYSTEM backups too. Requires: no restore reads one. Errors: InternalServerError.
Result<void> forget_backups(Context& context);

}  // namespace partita::engine
