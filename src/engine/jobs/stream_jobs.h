// Erases the records of streams that are older than 24 hours, removes streams that ended so long ago, and closes open
// shards at the age that --stream-roll gives.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each stream that has such work.
void plan_stream_jobs(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
