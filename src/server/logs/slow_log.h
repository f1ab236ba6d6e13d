// The line of the log about a request that took long.
#pragma once

#include <string>

#include "server/answers/finished_request.h"

namespace partita::server {

// The line, which has the request's shape (protocol/request_shape.h) and no value of its keys, items and expressions.
// `left_out` is the number of such lines that were left out before this one (log_rate.h).
std::string slow_request_line(const FinishedRequest& finished, std::uint64_t left_out);

}  // namespace partita::server
