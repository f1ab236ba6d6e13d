#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modelling/core/text_table.h"
#include "modelling/cost/bill_report.h"

namespace partita::modelling {
namespace {

using Align = TextTable::Align;

std::string dollars(double usd) {
  // Thousands are set apart, because bills are read by people.
  std::string text = fmt::format("{:.2f}", usd);
  for (std::size_t at = text.size() > 6 ? text.size() - 6 : 0; at > 0 && text[at - 1] != '-'; at = at > 3 ? at - 3 : 0)
    text.insert(at, ",");
  return text;
}

std::string number(double value) {
  if (value == 0) return "-";
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string place_name(const model::TableInfo& table, model::IndexPosition index) {
  return index == model::kNone ? std::string(table.name) : fmt::format("{}/{}", table.name, table.at(index).name);
}

// The units that a call writes by place: "shop 1, shop/by_status 2".
std::string write_units_by_place(const PatternUnits& units) {
  std::vector<std::pair<std::string, double>> places;
  for (const Access& access : units.accesses) {
    if (!access.write) continue;
    const std::string place = place_name(*access.table, access.index);
    const auto known = std::find_if(places.begin(), places.end(), [&](const auto& one) { return one.first == place; });
    if (known == places.end())
      places.emplace_back(place, access.all_units());
    else
      known->second += access.all_units();
  }
  std::string text;
  for (const auto& [place, sum] : places)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", place.substr(place.find('/') + 1), number(sum));
  return text;
}

std::string pattern_table(const Bill& bill) {
  TextTable table({{"pattern"},
                   {"per second", Align::Right},
                   {"read units", Align::Right},
                   {"write units", Align::Right},
                   {"$ a month", Align::Right},
                   {"how"}});
  for (const PatternBill& pattern : bill.patterns) {
    if (!pattern.not_priced.empty()) {
      table.add({pattern.units->pattern->name, "", "", "", "not priced", pattern.not_priced});
      continue;
    }
    std::string how = pattern.units->how;
    if (pattern.units->write_units() > 0) how += "; writes " + write_units_by_place(*pattern.units);
    table.add({pattern.units->pattern->name, number(pattern.per_second), number(pattern.units->read_units()),
               number(pattern.units->write_units()), dollars(pattern.usd), how});
  }
  return table.text(2);
}

std::string place_table(const TableBill& of_table) {
  TextTable table({{"place"},
                   {"read units/s", Align::Right},
                   {"write units/s", Align::Right},
                   {"peak reads", Align::Right},
                   {"peak writes", Align::Right},
                   {"items", Align::Right},
                   {"GB", Align::Right}});
  for (const PlaceBill& place : of_table.places)
    table.add({place.name.empty() ? "table" : place.name, number(place.load.reads), number(place.load.writes),
               number(place.load.peak_reads), number(place.load.peak_writes),
               place.stored ? number(place.items) : "not known", place.stored ? number(place.gigabytes) : "not known"});
  return table.text(2);
}

std::string mode_table(const Bill& bill, const TableBill& of_table) {
  TextTable table({{"a month"}, {"Standard", Align::Right}, {"Standard-IA", Align::Right}});
  const auto row = [&](CapacityMode mode) {
    std::vector<std::string> cells = {fmt::format("{}{}", name_of(mode), mode == of_table.mode ? " (now)" : "")};
    const bool known = of_table.requests_known || mode == CapacityMode::ProvisionedAsDeclared;
    for (const TableClass of : {TableClass::Standard, TableClass::StandardInfrequentAccess})
      cells.push_back(
          !known ? "not known"
                 : dollars(throughput_usd(bill.prices, bill.options, of_table.places, mode, of, *of_table.table)));
    table.add(cells);
  };
  row(CapacityMode::OnDemand);
  row(CapacityMode::ProvisionedForPeak);
  row(CapacityMode::ProvisionedAndScaled);
  if (of_table.mode == CapacityMode::ProvisionedAsDeclared) row(CapacityMode::ProvisionedAsDeclared);
  const auto storage = [&](TableClass of) {
    const double usd = storage_usd(bill.prices, of_table.gigabytes(), of);
    return of_table.storage_known || usd > 0 ? dollars(usd) : std::string("not known");
  };
  table.add({"storage", storage(TableClass::Standard), storage(TableClass::StandardInfrequentAccess)});
  const std::pair<const char*, double> further[] = {{"stream reads", of_table.stream_usd},
                                                    {"point-in-time recovery", of_table.recovery_usd},
                                                    {"on-demand backups", of_table.backup_usd},
                                                    {"storage of vector indexes", of_table.vector_storage_usd}};
  for (const auto& [name, usd] : further)
    if (usd > 0) table.add({name, dollars(usd), dollars(usd)});
  return table.text(2);
}

std::string break_evens(const Bill& bill, const TableBill& table) {
  const BreakEven provisioned = provisioned_break_even(bill.prices, table.table_class);
  const Throughput load = table.load();
  std::string text;
  if (provisioned.reads > 0)
    text += fmt::format(
        "  Provisioned capacity is cheaper than on-demand if more than {:.1f} % of the read units and {:.1f} % of the\n"
        "  write units are used.\n",
        100 * provisioned.reads, 100 * provisioned.writes);
  const double ratio = infrequent_access_break_even(bill.prices, load);
  const double requests = on_demand_usd(bill.prices, load.reads, load.writes, TableClass::Standard);
  if (ratio > 0 && requests > 0 && table.storage_known)
    text += fmt::format(
        "  Standard-IA is cheaper if storage costs more than {:.2f} times the requests; it costs {:.2f} "
        "times now.\n",
        ratio, storage_usd(bill.prices, table.gigabytes(), TableClass::Standard) / requests);
  return text;
}

// Parts without a price are listed below, so the text says that the total lacks them.
std::string total_of(const TableBill& table) {
  const bool declared = table.mode == CapacityMode::ProvisionedAsDeclared;
  if (!table.requests_known && !table.storage_known && !declared) return "the cost is not known";
  return fmt::format("${} a month{}", dollars(table.total_usd()),
                     !table.requests_known && !declared ? " without requests"
                     : !table.storage_known             ? " without all of the storage"
                                                        : "");
}

std::string table_section(const Bill& bill, const TableBill& table) {
  return fmt::format("\nTable {}: {}{}, {}, {}\n\n{}\n{}{}", table.table->name, total_of(table),
                     table.has_vector_index() ? " without all of its vector indexes" : "", name_of(table.mode),
                     name_of(table.table_class), place_table(table), mode_table(bill, table), break_evens(bill, table));
}

std::string change_section(const std::vector<CheaperChange>& changes, std::size_t most, bool priced) {
  if (changes.empty())
    return priced
               ? "\nNo change that was tried makes this model cheaper.\n"
               : "\nNo change is proposed, because no request has a known frequency: say per_second in the patterns.\n";
  std::string text = fmt::format("\nChanges that save most, each by itself ({} were found):\n\n", changes.size());
  TextTable table({{"saves $ a month", Align::Right}, {"change"}});
  for (std::size_t i = 0; i < std::min(most, changes.size()); ++i) {
    table.add({dollars(changes[i].saving_usd), changes[i].what});
    table.add({"", "  " + changes[i].why});
  }
  return text + table.text(2);
}

std::string list(std::string_view title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return {};
  std::string text = fmt::format("\n{}\n", title);
  for (const std::string& sentence : sentences) text += fmt::format("  - {}\n", sentence);
  return text;
}

std::string price_section(const Bill& bill) {
  std::string dates_first, dates_last;
  for (const auto& price : bill.prices.prices) {
    if (!price || price->date.empty()) continue;
    if (dates_first.empty() || price->date < dates_first) dates_first = price->date;
    dates_last = std::max(dates_last, price->date);
  }
  std::string text = fmt::format(
      "\nPrices of {}, dated {} to {}, without taxes, free tier and data transfer. A month has {:g} hours.\n",
      bill.prices.region, dates_first, dates_last, kHoursOfMonth);
  for (const PriceOf of : bill.unverified_prices)
    text += fmt::format("  not verified: {} = {} per {} ({})\n", name_of(of), bill.prices.usd(of), unit_of(of),
                        bill.prices[of]->source);
  for (const PriceOf of : bill.missing_prices)
    text += fmt::format("  missing, counted as 0: {} per {}; give it with --prices\n", name_of(of), unit_of(of));
  const bool reserved = bill.prices.has(PriceOf::reserved_write_100_hour);
  if (!reserved)
    text += "  Reserved capacity is not priced: --prices FILE can give reserved_write_100_hour and others.\n";
  text +=
      "  Deletions by a time to live are free. Replicas of global tables are not priced. A conditional write that\n"
      "  fails costs as much as one that succeeds, without index entries.\n";
  return text;
}

std::string reserved_section(const Bill& bill) {
  if (!bill.prices.has(PriceOf::reserved_write_100_hour)) return {};
  Throughput load;
  for (const TableBill& table : bill.tables) load.add(table.load());
  const auto blocks = [&](double units) { return std::floor(units / bill.options.utilization / 100); };
  const double writes = blocks(load.writes), reads = blocks(load.reads);
  const auto usd = [&](double count, PriceOf upfront, PriceOf hour) {
    return count * (bill.prices.usd(upfront) / 12 + kHoursOfMonth * bill.prices.usd(hour));
  };
  return fmt::format("\nReserved capacity for a year of {:g} read and {:g} write units costs ${} a month.\n",
                     reads * 100, writes * 100,
                     dollars(usd(writes, PriceOf::reserved_write_100_upfront, PriceOf::reserved_write_100_hour) +
                             usd(reads, PriceOf::reserved_read_100_upfront, PriceOf::reserved_read_100_hour)));
}

}  // namespace

std::string_view name_of(CapacityMode mode) {
  switch (mode) {
    case CapacityMode::OnDemand:
      return "on demand";
    case CapacityMode::ProvisionedForPeak:
      return "provisioned for the peak";
    case CapacityMode::ProvisionedAndScaled:
      return "provisioned with auto scaling";
    case CapacityMode::ProvisionedAsDeclared:
      return "provisioned as declared";
  }
  return "";
}

std::string_view name_of(TableClass table_class) {
  return table_class == TableClass::Standard ? "Standard" : "Standard-IA";
}

std::string cost_text(const Bill& bill, const std::vector<CheaperChange>& changes, std::size_t most) {
  const std::string total = bill.knows_anything() ? fmt::format("${} a month", dollars(bill.total_usd()))
                                                  : std::string("the monthly cost is not known");
  std::string text = fmt::format(
      "{}: {} in {}{}\n", bill.units.proof->model().name.empty() ? "The model" : bill.units.proof->model().name, total,
      bill.prices.region, bill.not_priced.empty() ? "" : ", without what is not priced (below)");
  if (!bill.patterns.empty())
    text += "\nPatterns, by units of one call, at on-demand prices:\n\n" + pattern_table(bill);
  for (const TableBill& table : bill.tables) text += table_section(bill, table);
  const bool any_request =
      std::any_of(bill.tables.begin(), bill.tables.end(), [](const TableBill& one) { return one.requests_known; });
  text += reserved_section(bill) + change_section(changes, most, any_request);
  text += list("Not priced:", bill.not_priced);
  text += list("Assumed:", bill.units.assumptions.sentences());
  return text + price_section(bill);
}

}  // namespace partita::modelling
