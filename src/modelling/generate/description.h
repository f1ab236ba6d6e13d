// The description of a model for the libraries of generated packages: fields, key templates, indexes, and the plans of
// access patterns as data, which every language writes as a literal of its own.
#pragma once

#include "documents/tree.h"
#include "modelling/core/proof.h"

namespace partita::modelling {

// The members are those of ModelDescription in typescript/runtime/description.ts, under the same names. Patterns
// without a plan, which are writes and reads by key, are not in it. Requires: the proof has no refusals.
documents::Tree description_of(const Proof& proof);

// The position of a served pattern in the description's list of patterns. Requires: `pattern` is one of the proof's,
// and it is served.
std::size_t described_position(const Proof& proof, const ProvenPattern& pattern);

}  // namespace partita::modelling
