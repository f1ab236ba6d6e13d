// The copies of a model that the library keeps, described and checked as the compiler does it for pt::copy_of.
#pragma once

#include <partita/model/runtime/copies.h>

#include "modelling/core/arena.h"
#include "modelling/core/prove_patterns.h"
#include "modelling/core/refusals.h"

namespace partita::modelling {

// Describes each copy without a mistake. The mistakes of the others go to `refusals`. The descriptions are in the
// arena.
std::vector<model::CopyInfo> prove_copies(const Model& model, std::span<const DescribedTable> tables, Arena& arena,
                                          Refusals& refusals);

}  // namespace partita::modelling
