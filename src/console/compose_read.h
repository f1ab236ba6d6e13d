// The requests of the reads of a model.
#pragma once

#include "console/compose_request.h"
#include "modelling/core/proof.h"

namespace partita::console {

// Carries the read out by the model layer on a database that finds nothing, and takes what it asked. Requires: the
// pattern is a read without mistakes.
Result<ComposePatternAnswer> compose_read(const modelling::Proof& proof, const modelling::ProvenPattern& pattern,
                                          const ComposePatternRequest& request);

}  // namespace partita::console
