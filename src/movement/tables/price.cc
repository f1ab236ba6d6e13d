#include "movement/tables/price.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modelling/cost/units.h"

namespace partita::movement {
namespace {

// A number with commas between its thousands.
std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", std::ceil(number));
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string dollars(double usd) { return usd >= 1 ? fmt::format("${:.2f}", usd) : fmt::format("${:.2g}", usd); }

}  // namespace

double scan_units(const TableDescription& table, transfer::ReadConsistency consistency) {
  const auto bytes = static_cast<double>(table.table_size_bytes.value_or(0));
  return modelling::read_units(bytes, consistency == transfer::ReadConsistency::Consistent
                                          ? modelling::Consistency::Strong
                                          : modelling::Consistency::Eventual);
}

double load_units(const TableDescription& table, std::size_t indexes) {
  const auto items = static_cast<double>(table.item_count.value_or(0));
  if (items <= 0) return 0;
  const auto bytes = static_cast<double>(table.table_size_bytes.value_or(0));
  return items * modelling::write_units(bytes / items) * static_cast<double>(1 + indexes);
}

std::string price_text(const Units& units, const std::string& region) {
  std::string text = "about";
  if (units.read > 0) text += fmt::format(" {} read units", grouped(units.read));
  if (units.write > 0) text += fmt::format("{} {} write units", units.read > 0 ? " and" : "", grouped(units.write));
  if (units.read <= 0 && units.write <= 0) text += " no units";
  const auto prices = modelling::built_in_prices(region);
  if (!prices || !prices->has(modelling::PriceOf::read_request_million) ||
      !prices->has(modelling::PriceOf::write_request_million))
    return text + fmt::format("; the prices of {} are not known", region);
  const double usd = (units.read * prices->usd(modelling::PriceOf::read_request_million) +
                      units.write * prices->usd(modelling::PriceOf::write_request_million)) /
                     1e6;
  return text + fmt::format(", {} ({}, on demand)", dollars(usd), region);
}

}  // namespace partita::movement
