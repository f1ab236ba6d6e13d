// Drops tables and indexes in three steps. First they leave the catalog, so no operation finds them. Then a job waits
// for the operations that found them before. At last it erases their keys and gives their space back.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each table and index that has left the catalog and still has keys. Errors: InternalServerError,
// Corruption.
Result<void> plan_drops(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
