#include <algorithm>
#include <cmath>

#include "modelling/cost/bill.h"

namespace partita::modelling {
namespace {

PriceOf price_of_class(PriceOf standard, PriceOf infrequent, TableClass table_class) {
  return table_class == TableClass::Standard ? standard : infrequent;
}

double provisioned_usd(const PriceList& prices, double reads, double writes, TableClass table_class) {
  const double read = prices.usd(price_of_class(PriceOf::read_unit_hour, PriceOf::ia_read_unit_hour, table_class));
  const double write = prices.usd(price_of_class(PriceOf::write_unit_hour, PriceOf::ia_write_unit_hour, table_class));
  return kHoursOfMonth * (reads * read + writes * write);
}

// Capacity is provisioned in whole units, and at least one.
double whole_units(double units) { return std::max(1.0, std::ceil(units - 1e-9)); }

// The cost of a thing with capacity of its own: the table with its local indexes, or a global index.
double capacity_usd(const PriceList& prices, const BillOptions& options, const Throughput& load, CapacityMode mode,
                    TableClass table_class, const ProvisionedThroughput& declared) {
  const auto provisioned = [&](double reads, double writes) {
    return provisioned_usd(prices, whole_units(reads), whole_units(writes), table_class);
  };
  switch (mode) {
    case CapacityMode::OnDemand:
      break;
    case CapacityMode::ProvisionedForPeak:
      return provisioned(load.peak_reads / options.utilization, load.peak_writes / options.utilization);
    case CapacityMode::ProvisionedAndScaled:
      return provisioned(load.reads / options.utilization, load.writes / options.utilization);
    case CapacityMode::ProvisionedAsDeclared:
      return provisioned(static_cast<double>(declared.read_capacity_units.value_or(0)),
                         static_cast<double>(declared.write_capacity_units.value_or(0)));
  }
  return on_demand_usd(prices, load.reads, load.writes, table_class);
}

}  // namespace

double on_demand_usd(const PriceList& prices, double reads, double writes, TableClass table_class) {
  const double read =
      prices.usd(price_of_class(PriceOf::read_request_million, PriceOf::ia_read_request_million, table_class));
  const double write =
      prices.usd(price_of_class(PriceOf::write_request_million, PriceOf::ia_write_request_million, table_class));
  return kSecondsOfMonth / 1e6 * (reads * read + writes * write);
}

double throughput_usd(const PriceList& prices, const BillOptions& options, const std::vector<PlaceBill>& places,
                      CapacityMode mode, TableClass table_class, const Table& table) {
  const ProvisionedThroughput of_table = table.throughput.value_or(ProvisionedThroughput{});
  double usd = 0;
  Throughput base;
  for (const PlaceBill& place : places) {
    const Index* const index = place.name.empty() ? nullptr : table.index(place.name);
    if (index && index->scope == model::IndexScope::Vector) continue;
    if (index && index->scope == model::IndexScope::Global)
      // An index that names no units has those of its table.
      usd += capacity_usd(prices, options, place.load, mode, table_class, index->throughput.value_or(of_table));
    else
      base.add(place.load);
  }
  return usd + capacity_usd(prices, options, base, mode, table_class, of_table);
}

double storage_usd(const PriceList& prices, double gigabytes, TableClass table_class) {
  return gigabytes * prices.usd(price_of_class(PriceOf::storage_gb_month, PriceOf::ia_storage_gb_month, table_class));
}

BreakEven provisioned_break_even(const PriceList& prices, TableClass table_class) {
  const auto share = [](double provisioned, double on_demand) { return on_demand > 0 ? provisioned / on_demand : 0; };
  return {share(provisioned_usd(prices, 1, 0, table_class), on_demand_usd(prices, 1, 0, table_class)),
          share(provisioned_usd(prices, 0, 1, table_class), on_demand_usd(prices, 0, 1, table_class))};
}

double infrequent_access_break_even(const PriceList& prices, const Throughput& load) {
  const double standard = on_demand_usd(prices, load.reads, load.writes, TableClass::Standard);
  const double infrequent = on_demand_usd(prices, load.reads, load.writes, TableClass::StandardInfrequentAccess);
  const double saved =
      storage_usd(prices, 1, TableClass::Standard) - storage_usd(prices, 1, TableClass::StandardInfrequentAccess);
  if (standard <= 0 || saved <= 0) return 0;
  return (infrequent - standard) / saved * storage_usd(prices, 1, TableClass::Standard) / standard;
}

}  // namespace partita::modelling
