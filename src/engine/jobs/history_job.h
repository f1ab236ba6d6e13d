// Erases the entries of histories that no backup, no restore and no point-in-time recovery needs.
#pragma once

#include <vector>

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each history that
// - is not needed, which ends it,
// - has days before the earliest moment that something needs, which are erased as ranges,
// - belongs to a table without point-in-time recovery and has grown much. Its backups need of each item only the first
//   entry after each moment, and the others are erased one by one, so a history is bounded by the items that changed
//   and not by the number of changes.
// It also removes SYSTEM backups that have expired.
void plan_history_jobs(Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
