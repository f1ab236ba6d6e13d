// Decides whether a request asks for an operation or gets an answer without the database.
//
// The checks come in the service's order, which is path and method, Content-Type, JSON, X-Amz-Target, credentials,
// empty body. If signatures are verified, a body is neither inflated nor read before its signature is right.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "auth/verifier.h"
#include "protocol/target.h"
#include "server/answers/answer.h"
#include "server/choices.h"
#include "server/http/gzip.h"
#include "server/http/request.h"
#include "server/metrics/metrics_writer.h"

namespace partita::server {

// The rules of a server for its requests. They are constant while the server runs, and all loops read them.
struct Policy {
  Auth auth = Auth::Any;
  Cors cors = Cors::Off;
  Regions regions = Regions::One;
  bool loopback_only = true;  // refuses Host fields that do not name loopback
  bool network_only = false;  // refuses Host fields that a public name server may have given (is_network_host)
  std::string region;
  std::size_t max_body_bytes = 0;
  std::function<bool()> can_write;  // whether the database can write, for GET / and /readyz; if empty, it can
};

// That of a Content-Type field with this value, without regard to parameters. ContentType::None if the API does not
// have it.
ContentType content_type_of(std::string_view field);

// Returns the operation to start, or nullopt if `answer` is complete. Sets the request's account and region. Inflates a
// compressed body of `request` in place. If `may_hold` forbids that, the answer lacks memory and the request is
// unchanged. `request` must outlive the use of `answer`. `verifier` must be given if verifies(policy.auth). Requires:
// `answer` was cleared. `request` has its fields if there is a verifier.
std::optional<protocol::Operation> route(Request& request, const Policy& policy, auth::Verifier* verifier,
                                         const MayHold& may_hold, Answer& answer);

}  // namespace partita::server
