// Cures in the words of the file. Each was tried on the model and proven, so that it cures the mistake.
#pragma once

#include <string>

#include "modelling/core/proof.h"

namespace partita::modelling::lint {

// The smallest change of the pattern, of those that the format has a member for, after which the pattern has no
// mistake. An empty text if no change was found.
std::string proven_cure(const Proof& proof, const Refusal& refusal, const Pattern& pattern);

}  // namespace partita::modelling::lint
