// Ends the statuses that --table-delay prolongs.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Makes tables and indexes whose delay is over ACTIVE in the catalog, or removes them from it if they were deleted.
// From then on a step of the clock cannot bring the delay back. Errors: InternalServerError.
Result<void> end_delays(Context& context);

}  // namespace partita::engine
