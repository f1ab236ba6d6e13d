// What lint says about a finished design, as the search understands it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/design/search.h"

namespace partita::modelling::design {

struct HotPlace {
  std::string table = {};
  std::string index = {};  // empty: the table
  double use = 0;          // of what a partition can do
  std::string load = {};   // in a sentence
};

// The partitions to which one key sends more than they should take, by simulation. A place occurs once.
std::vector<HotPlace> hot_places(const std::shared_ptr<const Proof>& proof);

}  // namespace partita::modelling::design
