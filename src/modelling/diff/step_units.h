// The capacity units of an upgrade's steps on the service, for mean sizes of items.
#pragma once

#include <string>
#include <vector>

#include "modelling/cost/access.h"
#include "modelling/diff/judged_items.h"

namespace partita::modelling::diff {

// The number of the entity's items, as either model says. nullopt if neither does.
std::optional<double> count_of(const JudgedEntity& entity);

// Write units of one item of the entity, on the average of the items that are rewritten or moved. `kept` has the
// indexes that the table has while its items are written.
double units_of_rewrite(const JudgedEntity& entity, const ItemShape& shape, const std::vector<std::string>& kept);

// Write units for each item of the entity, for its sentinels that are written and removed. Each is a transaction with a
// check of the owner.
double units_of_sentinels(const JudgedEntity& entity, const ItemShape& shape);

// Write units of the entity's entries in a new index.
double units_of_backfill(const ItemShape& shape, model::IndexPosition index, double items);

}  // namespace partita::modelling::diff
