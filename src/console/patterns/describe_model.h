// The answer to DescribeModel.
#pragma once

#include <string>

#include "modelling/core/proof.h"

namespace partita::console {

// The model's tables, entities and access patterns, with the results of the proof and of the rules of lint.
std::string describe_model(const modelling::Proof& proof);

}  // namespace partita::console
