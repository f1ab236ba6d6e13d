// The costs to keep copies, and the costs of the other way to keep them.
#pragma once

#include <optional>

#include "modelling/core/proof.h"
#include "modelling/cost/prices.h"

namespace partita::modelling::design {

struct CopyCosts {
  CopyKept kept = CopyKept::Transaction;
  double usd = 0;  // a month, of all reads and writes that only keep copies
  // The same if each copy were kept in the other way. nullopt if the model has copies of both kinds.
  std::optional<double> other_usd = {};
};

// The model must have a copy that the library keeps, with the patterns that CopyWriter adds.
CopyCosts costs_of_copies(const Proof& proof, const PriceList& prices);

}  // namespace partita::modelling::design
