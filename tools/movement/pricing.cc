#include "pricing.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>

#include "base/try.h"

namespace partita::tools {

void add_pricing_options(CLI::App& app, PricingOptions& options) {
  app.add_flag("--yes", options.is_agreed, "agree to the price at Amazon DynamoDB, which is printed first");
  app.add_option("--price", options.region,
                 "take other endpoints for Amazon DynamoDB in this region too, to see the price of the command there")
      ->type_name("REGION");
}

std::string priced_region(const TableEnd& end, const PricingOptions& options) {
  if (end.kind() == TableEnd::Kind::Amazon) return end.amazon_region();
  return end.kind() == TableEnd::Kind::Endpoint ? options.region : std::string();
}

Result<void> agree(const std::vector<EndUnits>& ends, const PricingOptions& options) {
  if (!options.region.empty()) PARTITA_TRY(modelling::built_in_prices(options.region));
  bool has_price = false;
  for (const EndUnits& end : ends) {
    const std::string region = priced_region(end.end, options);
    if (region.empty()) continue;
    has_price = true;
    fmt::print(stderr, "{}: {}\n", end.end.text, movement::price_text(end.units, region));
  }
  if (!has_price || options.is_agreed) return {};
  return invalid("give --yes to agree to the price");
}

}  // namespace partita::tools
