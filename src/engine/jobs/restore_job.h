// Fills the tables that restores make.
#pragma once

#include <vector>

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each table that is being restored. It copies the items of the source as they were at the moment, in
// the order of their keys, and makes the table ACTIVE at the end. The place up to which it came is in the batch of each
// piece, so it goes on after a crash.
void plan_restores(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
