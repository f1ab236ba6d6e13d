// The price of a command at Amazon DynamoDB, to which its user must agree.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "movement/tables/price.h"
#include "table_ends.h"

namespace partita::tools {

struct PricingOptions {
  bool is_agreed = false;
  std::string region = {};  // whose prices hold for endpoints that are not Amazon's; empty: those are free
};
// Adds --yes and --price. Requires: `options` outlives `app`.
void add_pricing_options(CLI::App& app, PricingOptions& options);

// The region whose prices hold for an end, or an empty text if it is free.
std::string priced_region(const TableEnd& end, const PricingOptions& options);
// The units of a command at one end.
struct EndUnits {
  const TableEnd& end;
  movement::Units units = {};
};
// Prints the prices of the command's work on stderr. Errors: ValidationException without --yes if an end has a price,
// or if the region of --price is not known.
Result<void> agree(const std::vector<EndUnits>& ends, const PricingOptions& options);

}  // namespace partita::tools
