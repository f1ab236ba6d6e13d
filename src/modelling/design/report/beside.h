// A proposal compared with a model that answers the same questions, pattern by pattern.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "modelling/cost/bill.h"

namespace partita::modelling::design {

// A pattern in one of the two models: the requests of a call, the units of one call, and its dollars a month.
struct BesidePlace {
  std::string how = {};  // "4 Queries of by_day"
  double units = 0;
  double usd = 0;
};

struct BesidePattern {
  std::string name = {};
  BesidePlace theirs = {}, ours = {};
};

struct BesideTotal {
  std::size_t tables = 0, indexes = 0;
  double gigabytes = 0;
  double storage_usd = 0;  // a month
  double usd = 0;          // a month of all
};

struct Beside {
  std::string name = {};  // of the other model
  std::vector<BesidePattern> patterns = {};
  BesideTotal theirs = {}, ours = {};
  // Patterns that only one of the models has, so that they are in no figure of the other one.
  std::vector<std::string> only_theirs = {}, only_ours = {};
};

// Compares the patterns that have the same names in both. The other model counts without its further patterns, and
// without tables that no compared pattern uses.
Beside compare_beside(const Proof& proposal, const Model& other, const PriceList& prices);

std::string beside_text(const Beside& beside);
std::string beside_markdown(const Beside& beside);

}  // namespace partita::modelling::design
