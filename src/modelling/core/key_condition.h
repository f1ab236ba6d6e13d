// How a read asks, in words: the key condition of its plan.
#pragma once

#include <string>

#include "modelling/core/proof.h"

namespace partita::modelling {

// As model::key_condition_shape has it, with the values that are the same in all calls (Pattern::where) in place of
// their fields: "status = OPEN". Requires: pattern.served().
std::string key_condition_of(const ProvenPattern& pattern);

}  // namespace partita::modelling
