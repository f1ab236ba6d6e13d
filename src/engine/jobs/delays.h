// The end of --table-delay.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Tables and indexes whose delay is over become ACTIVE in the catalog too, or leave it where they were deleted: from then on
// no step of the clock brings the delay back. Errors: InternalServerError.
Result<void> end_delays(Context& context);

}  // namespace partita::engine
