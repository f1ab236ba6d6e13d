// Hot partitions of a finished design, and the sentence about an index that cannot take its load.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/design/search/search.h"

namespace partita::modelling::design {

struct HotPlace {
  std::string table = {};
  std::string index = {};  // empty: the table
  double use = 0;          // the share of a partition's units
  std::string load = {};   // in a sentence
};

// The partitions to which one key sends more than they should take, by simulation. A place occurs once.
std::vector<HotPlace> hot_places(const std::shared_ptr<const Proof>& proof);

// That the index cannot take its load with so many shards, which are the most, and the change that helps. `reads` are
// the names of those that it serves. A sentence without a full stop.
std::string overload_of(const HotPlace& place, int shards, const std::vector<std::string>& reads);

}  // namespace partita::modelling::design
