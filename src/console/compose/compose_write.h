// The requests of the writes of a model.
#pragma once

#include "console/compose/compose_request.h"
#include "modelling/core/proof.h"

namespace partita::console {

// Carries the write out by the model layer, with the answers that the request has, and takes the requests that it sends
// until it needs a further answer. Requires: the pattern is a write without mistakes.
Result<ComposePatternAnswer> compose_write(const modelling::Proof& proof, const modelling::ProvenPattern& pattern,
                                           const ComposePatternRequest& request);

}  // namespace partita::console
