// Dropping tables and indexes: first nobody finds them, then nobody who found them before writes to them or reads them, then
// their keys are erased and their space is given back.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// A job for each table and index that has left the catalog and whose keys are still there. Errors: InternalServerError,
// Corruption.
Result<void> plan_drops(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
