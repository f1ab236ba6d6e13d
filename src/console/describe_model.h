// The answer to DescribeModel.
#pragma once

#include <string>

#include "modelling/core/proof.h"

namespace partita::console {

// The model's tables, entities and access patterns, with what the proof and the rules of lint say about them.
std::string describe_model(const modelling::Proof& proof);

}  // namespace partita::console
