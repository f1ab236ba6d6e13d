#include "pricing.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>

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

Result<void> agree(const TableEnd& end, const movement::Units& units, const PricingOptions& options) {
  const std::string region = priced_region(end, options);
  if (region.empty()) return {};
  const std::string price = fmt::format("{}: {}", end.text, movement::price_text(units, region));
  if (!options.is_agreed) return invalid(price + "; give --yes to agree");
  fmt::print(stderr, "{}\n", price);
  return {};
}

}  // namespace partita::tools
