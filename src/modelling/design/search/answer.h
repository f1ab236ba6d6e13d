// Finds the cheapest design together with the cheapest way to answer each read that spans entities (rewrite.h). The
// ways are a tree: each level decides one read, and the search of questions that leave the rest open is a bound for all
// that is below.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/questions/rewrite.h"
#include "modelling/design/search/search.h"

namespace partita::modelling::design {

// Another way, with the cost of all of the design.
struct OtherWay {
  std::string how = {};
  double usd = 0;
  bool is_exact = true;  // false: no design with it was found, and any such design costs as much or more
};

// How a read that spans entities is answered.
struct Answered {
  std::string pattern = {};
  std::string how = {};
  std::vector<OtherWay> others = {};  // in the order of the ways
};

struct Answers {
  // The questions of the chosen ways, to which the positions in `found` refer.
  Questions questions = {};
  SearchResult found = {};
  std::vector<Answered> ways = {};
};

// `memory` may be nullptr. Errors: those of check_writes(), those of search() for the first ways, and those of
// decisions_of().
expected<Answers, std::string> answer(const Questions& questions, const PriceList& prices, const SearchOptions& options,
                                      SearchMemory* memory = nullptr);

}  // namespace partita::modelling::design
