// Changes of a model that would make it cheaper: each is made on a copy of the model, proven, and priced again.
#pragma once

#include <string>
#include <vector>

#include "modelling/cost/bill.h"

namespace partita::modelling {

struct CheaperChange {
  std::string what = {};  // an instruction: "project only the keys into by_status"
  std::string why = {};   // why no pattern misses the removed part, and the other costs of the change
  double total_usd = 0;   // of the model with the change
  double saving_usd = 0;  // positive
};

// All changes that keep every pattern served that is served now and that save at least a cent a month, the largest
// saving first. Each is priced alone.
std::vector<CheaperChange> cheaper_changes(const Bill& bill);

}  // namespace partita::modelling
