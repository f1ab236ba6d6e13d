// The requests of the reads of a model.
#pragma once

#include "console/compose/compose_request.h"
#include "modelling/core/proof.h"

namespace partita::console {

// Carries the read out by the model layer on a database that finds no items, and takes the requests that it sends.
// Requires: the pattern is a read without mistakes.
Result<ComposePatternAnswer> compose_read(const modelling::Proof& proof, const modelling::ProvenPattern& pattern,
                                          const ComposePatternRequest& request);

}  // namespace partita::console
