// The changes that a table itself needs from one model to another.
#pragma once

#include <partita/model/upgrade.h>

#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling::diff {

// The steps that model::plan_upgrade() gives for a table of `was` that shall become that of `now`, without those for
// items: Impossible alone, or DropIndex, ReplaceIndex, AddIndex, DisableTtl and EnableTtl, in this order.
std::vector<model::UpgradeStep> table_steps(const ProvenTable& was, const ProvenTable& now);

// The step that creates the table.
model::UpgradeStep creation(const ProvenTable& now);

}  // namespace partita::modelling::diff
