// The answer to ComposePattern.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "modelling/core/proof.h"

namespace partita::console {

// The requests by which the model layer carries out an access pattern with the given parameters. They are not sent: a
// write goes on with the answers that the request has (compose_request.h).
// Errors: ValidationException that names the pattern or the parameter, and its fault.
Result<std::string> compose_pattern(const modelling::Proof& proof, std::string_view request);

}  // namespace partita::console
