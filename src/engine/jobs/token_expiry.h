#pragma once

#include "engine/jobs/job.h"

namespace partita::engine {

// A job that erases the client request tokens that are no longer good.
void plan_token_expiry(std::vector<PlannedJob>& out);

}  // namespace partita::engine
