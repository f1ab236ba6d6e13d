// The costs of an extension as its existing tables are billed, if they have provisioned capacity.
#include <fmt/format.h>

#include <algorithm>

#include "modelling/cost/bill_report.h"
#include "modelling/design/report/report.h"

namespace partita::modelling::design {
namespace {

const TableBill* bill_of_table(const Bill& bill, const std::string& name) {
  const auto found = std::find_if(bill.tables.begin(), bill.tables.end(),
                                  [&](const TableBill& table) { return table.table->name == name; });
  return found == bill.tables.end() ? nullptr : &*found;
}

// The declared units that the load exceeds: of the table with its local indexes, or of a global index, which has the
// units of its table unless it names its own.
std::vector<std::string> lacks_of(const TableBill& bill) {
  std::vector<std::string> out;
  if (bill.mode != CapacityMode::ProvisionedAsDeclared) return out;
  const auto compare = [&](const std::string& place, const Throughput& load, const ProvisionedThroughput& units) {
    const auto add = [&](const char* kind, double needed, std::int64_t declared) {
      if (needed > static_cast<double>(declared))
        out.push_back(fmt::format("{} needs {:.3g} {} units a second and has {}", place, needed, kind, declared));
    };
    add("read", load.reads, units.read_capacity_units.value_or(0));
    add("write", load.writes, units.write_capacity_units.value_or(0));
  };
  const ProvisionedThroughput of_table = bill.table->throughput.value_or(ProvisionedThroughput{});
  Throughput base;
  for (const PlaceBill& place : bill.places) {
    const Index* const index = place.name.empty() ? nullptr : bill.table->index(place.name);
    if (!index || index->scope == model::IndexScope::Local)
      base.add(place.load);
    else if (index->scope == model::IndexScope::Global)
      compare(place.name, place.load, index->throughput.value_or(of_table));
  }
  compare(bill.table->name, base, of_table);
  return out;
}

}  // namespace

std::vector<ReportedCapacity> capacities_of(const Bill& was, const Bill& now) {
  std::vector<ReportedCapacity> out;
  for (const TableBill& before : was.tables) {
    const TableBill* after = bill_of_table(now, before.table->name);
    if (before.mode == CapacityMode::OnDemand || !after) continue;
    out.push_back({.table = before.table->name,
                   .how = std::string(name_of(before.mode)),
                   .was_usd = before.total_usd(),
                   .usd = after->total_usd(),
                   .lacks = lacks_of(*after)});
  }
  return out;
}

}  // namespace partita::modelling::design
