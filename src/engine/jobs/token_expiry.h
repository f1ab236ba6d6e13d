#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// Adds a job that erases the client request tokens that have expired.
void plan_token_expiry(std::vector<PlannedJob>& out);

}  // namespace partita::engine
