// How a read asks, in words: the key condition of its plan.
#pragma once

#include <string>

#include "modelling/core/proof.h"

namespace partita::modelling {

// The text of model::key_condition_shape, with the values that are the same in all calls (`Pattern::where`) in place of
// their fields: "status = OPEN". Requires: pattern.served().
std::string key_condition_of(const ProvenPattern& pattern);

}  // namespace partita::modelling
