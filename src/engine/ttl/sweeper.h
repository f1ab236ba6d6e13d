// Deletes expired items. Source: "Using time to live (TTL) in DynamoDB", developer guide: a number of seconds since the
// epoch, in the past, and not more than five years ago.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// A job for each table with a time to live: it deletes the items that have expired by now, as DeleteItem would. Each is read
// again under its lock: one that was given another time stays.
void plan_sweeps(const Context& context, std::vector<PlannedJob>& out);

}  // namespace partita::engine
