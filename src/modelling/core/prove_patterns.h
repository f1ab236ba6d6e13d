// Plans the access patterns of a model whose tables are described.
#pragma once

#include <partita/model/detail/segments.h>

#include "modelling/core/arena.h"
#include "modelling/core/refusals.h"

namespace partita::modelling {

// A described table, and the facts on its keys that the planner needs.
struct DescribedTable {
  const ProvenTable* table = nullptr;
  std::span<const model::KeySeparation> separation = {};  // key_separation() of the table
};

// Returns the pattern with its plan if it is a read that can be planned. The mistakes of reads and writes go to
// `refusals`. Entities whose keys could not be read are left out, because they are refused already. `tables` are those
// of `model`.
ProvenPattern prove_pattern(const Pattern& pattern, const Model& model, std::span<const DescribedTable> tables,
                            Arena& arena, Refusals& refusals);

}  // namespace partita::modelling
