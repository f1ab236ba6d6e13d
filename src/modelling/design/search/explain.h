// Says for each read of a design which key serves it, why, and which other keys were considered.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/design/program/plan.h"
#include "modelling/design/search/search.h"

namespace partita::modelling::design {

// `loads` has the loads that need shards, by shard_need_of.
void explain(const Questions& questions, const Options& options, const Selection& selection,
             const std::map<std::string, std::string>& loads, Design& design);

}  // namespace partita::modelling::design
