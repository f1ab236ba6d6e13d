// Computes the hash of the items of tables that an earlier Partita wrote.
#pragma once

#include <vector>

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each table whose hash is not kept yet, if the store keeps hashes. Writers keep it from the first slice
// on. The job reads one snapshot, and adds the hash of its items without that which writers have added by then. It
// holds no locks. After a crash it begins anew.
void plan_hash_jobs(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
