// Deletes expired items. An item is expired if its time-to-live attribute is a number of seconds since the epoch that
// is in the past, but not more than five years ago. Source: "Using time to live (TTL) in DynamoDB", developer guide.
#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job for each table with a time to live. The job deletes the items that have expired by now, as DeleteItem
// would. It reads each item again under its lock, so an item that was given another time stays.
void plan_sweeps(const Context& context, std::vector<PlannedJob>& out);

// Deletes the items of all tables of `context` that have expired by now, on the calling thread. Waits for the disk, and
// until the time to live of each table that is being enabled is so, for some seconds at most. Errors: those of
// Job::run_slice(), and InternalServerError if a table takes longer.
Result<void> sweep_now(Context& context);

}  // namespace partita::engine
