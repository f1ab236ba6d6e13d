// Decides what a request asks for: an operation to start, or an answer that needs no database.
//
// The checks come in the service's order: path and method, Content-Type, JSON, X-Amz-Target, credentials, empty body.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/target.h"
#include "server/answer.h"
#include "server/gzip.h"
#include "server/request.h"
#include "server/server.h"

namespace partita::server {

// Fixed while the server runs.
struct Policy {
  Auth auth = Auth::Any;
  Cors cors = Cors::Off;
  bool loopback_only = true;  // other Host fields are refused
  std::string region;
  std::size_t max_body_bytes = 0;
  std::function<std::string()> metrics;  // what GET /metrics answers
  std::function<bool()> can_write;       // what GET / asks; empty: it can
};

// Gives the operation to start, or nullopt where `answer`, cleared before, is complete. A compressed body of `request`
// is replaced by what it holds, unless `may_hold` forbids: the answer then lacks memory, and the request is as it was.
// `request` must outlive the use of `answer`.
std::optional<protocol::Operation> route(Request& request, const Policy& policy, const MayHold& may_hold, Answer& answer);

}  // namespace partita::server
