// The requests of an access pattern in words, which tell how long it takes: one round trip, several at once, or one
// after the other.
#pragma once

#include <optional>
#include <string>

#include "modelling/core/proof.h"

namespace partita::modelling::docs {

// Of a served read. `units` are the read units of all its requests, if they are known.
std::string requests_of_read(const ProvenPattern& pattern, std::optional<double> units);
// Of a write, and of a read that needs no plan.
std::string requests_of_call(const Proof& proof, const Pattern& pattern);

// The mean number of items that the pattern reads or writes, if the model or the plan says it.
std::optional<double> items_of(const ProvenPattern& pattern);

}  // namespace partita::modelling::docs
