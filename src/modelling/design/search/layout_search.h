// The search with the tables of one layout.
#pragma once

#include <chrono>
#include <string>

#include "modelling/design/search/search.h"

namespace partita::modelling::design {

constexpr double kMostPenalties = 1e-5;  // dollars; covers those of the program (plan.h)

// Searches until `end`. The search also ends if all designs with all reads cost more than `enough` dollars a month.
// Errors: as of search().
expected<SearchResult, std::string> search_layout(const Questions& questions, const PriceList& prices, Layout layout,
                                                  const SearchOptions& options,
                                                  std::chrono::steady_clock::time_point end, SearchMemory& memory,
                                                  double enough);

}  // namespace partita::modelling::design
