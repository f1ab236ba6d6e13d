// Searches the items and index entries of a fork for original values.
#pragma once

#include "movement/forks/fork.h"
#include "movement/forks/original_values.h"

namespace partita::movement {

// Scans all tables of `tables` and their indexes, and adds to `report` the entries, the places with original values,
// the items of each table, and the references to item collections that the fork does not have. Memory: 16 bytes for
// each item collection and for each that is referred to. Errors: those of the database.
Result<void> search_fork(const Treatments& treatments, const std::vector<const modelling::ProvenTable*>& tables,
                         Database& fork, const OriginalValues& originals, const ForkSettings& settings,
                         ForkProgress& progress, ForkReport& report);

}  // namespace partita::movement
