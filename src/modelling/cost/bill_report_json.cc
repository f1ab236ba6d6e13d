#include "modelling/cost/bill_report.h"
#include "modelling/write/tree.h"

namespace partita::modelling {
namespace {

Tree accesses_tree(const PatternUnits& units) {
  Tree list = tree_list();
  for (const Access& access : units.accesses) {
    Tree& one = list.push(tree_map());
    one.add("table", tree_text(access.table->name));
    if (access.index != model::kNone) one.add("index", tree_text(access.table->at(access.index).name));
    one.add("kind", tree_text(access.write ? "write" : "read"));
    one.add("units", tree_number(access.units));
    one.add("times", tree_number(access.times));
  }
  return list;
}

Tree pattern_tree(const PatternBill& pattern) {
  Tree tree = tree_map();
  tree.add("name", tree_text(pattern.units->pattern->name));
  if (!pattern.not_priced.empty()) {
    tree.add("not_priced", tree_text(pattern.not_priced));
    return tree;
  }
  tree.add("how", tree_text(pattern.units->how));
  tree.add("per_second", tree_number(pattern.per_second));
  tree.add("peak_per_second", tree_number(pattern.peak_per_second));
  tree.add("read_units", tree_number(pattern.units->read_units()));
  tree.add("write_units", tree_number(pattern.units->write_units()));
  tree.add("transaction", tree_flag(pattern.units->transaction));
  tree.add("accesses", accesses_tree(*pattern.units));
  tree.add("usd", tree_number(pattern.usd));
  return tree;
}

Tree place_tree(const PlaceBill& place) {
  Tree tree = tree_map();
  if (!place.name.empty()) tree.add("index", tree_text(place.name));
  tree.add("reads_per_second", tree_number(place.load.reads));
  tree.add("writes_per_second", tree_number(place.load.writes));
  tree.add("peak_reads_per_second", tree_number(place.load.peak_reads));
  tree.add("peak_writes_per_second", tree_number(place.load.peak_writes));
  if (place.stored) {
    tree.add("items", tree_number(place.items));
    tree.add("gigabytes", tree_number(place.gigabytes));
  }
  return tree;
}

Tree table_tree(const Bill& bill, const TableBill& table) {
  Tree tree = tree_map();
  tree.add("name", tree_text(table.table->name));
  tree.add("mode", tree_text(name_of(table.mode)));
  tree.add("class", tree_text(name_of(table.table_class)));
  tree.add("total_usd", tree_number(table.total_usd()));
  tree.add("requests_known", tree_flag(table.requests_known));
  tree.add("storage_known", tree_flag(table.storage_known));
  tree.add("throughput_usd", tree_number(table.throughput_usd));
  tree.add("storage_usd", tree_number(table.storage_usd));
  tree.add("stream_usd", tree_number(table.stream_usd));
  tree.add("recovery_usd", tree_number(table.recovery_usd));
  tree.add("backup_usd", tree_number(table.backup_usd));
  if (table.has_vector_index() && bill.prices.has(PriceOf::vector_storage_gb_month))
    tree.add("vector_storage_usd", tree_number(table.vector_storage_usd));
  Tree& places = tree.add("places", tree_list());
  for (const PlaceBill& place : table.places) places.push(place_tree(place));
  Tree& alternatives = tree.add("alternatives", tree_list());
  for (const CapacityMode mode :
       {CapacityMode::OnDemand, CapacityMode::ProvisionedForPeak, CapacityMode::ProvisionedAndScaled})
    for (const TableClass of : {TableClass::Standard, TableClass::StandardInfrequentAccess}) {
      Tree& one = alternatives.push(tree_map());
      one.add("mode", tree_text(name_of(mode)));
      one.add("class", tree_text(name_of(of)));
      one.add("throughput_usd",
              !table.requests_known
                  ? Tree()
                  : tree_number(throughput_usd(bill.prices, bill.options, table.places, mode, of, *table.table)));
      one.add("storage_usd", tree_number(storage_usd(bill.prices, table.gigabytes(), of)));
    }
  const BreakEven provisioned = provisioned_break_even(bill.prices, table.table_class);
  Tree& even = tree.add("break_even", tree_map());
  even.add("read_utilization", tree_number(provisioned.reads));
  even.add("write_utilization", tree_number(provisioned.writes));
  even.add("infrequent_access_storage_to_requests",
           tree_number(infrequent_access_break_even(bill.prices, table.load())));
  return tree;
}

Tree price_tree(const PriceList& prices) {
  Tree tree = tree_map();
  for (std::size_t i = 0; i < prices.prices.size(); ++i) {
    if (!prices.prices[i]) continue;
    const Price& price = *prices.prices[i];
    Tree& one = tree.add(std::string(name_of(static_cast<PriceOf>(i))), tree_map());
    one.add("usd", tree_number(price.usd));
    one.add("per", tree_text(unit_of(static_cast<PriceOf>(i))));
    one.add("date", tree_text(price.date));
    one.add("source", tree_text(price.source));
    one.add("verified", tree_flag(price.verified));
  }
  return tree;
}

}  // namespace

std::string cost_json(const Bill& bill, const std::vector<CheaperChange>& changes) {
  Tree tree = tree_map();
  tree.add("model", tree_text(bill.units.proof->model().name));
  tree.add("region", tree_text(bill.prices.region));
  tree.add("month_hours", tree_number(kHoursOfMonth));
  tree.add("total_usd", tree_number(bill.total_usd()));
  tree.add("total_is_complete", tree_flag(bill.not_priced.empty()));
  Tree& patterns = tree.add("patterns", tree_list());
  for (const PatternBill& pattern : bill.patterns) patterns.push(pattern_tree(pattern));
  Tree& tables = tree.add("tables", tree_list());
  for (const TableBill& table : bill.tables) tables.push(table_tree(bill, table));
  Tree& list = tree.add("changes", tree_list());
  for (const CheaperChange& change : changes) {
    Tree& one = list.push(tree_map());
    one.add("what", tree_text(change.what));
    one.add("why", tree_text(change.why));
    one.add("saving_usd", tree_number(change.saving_usd));
    one.add("total_usd", tree_number(change.total_usd));
  }
  tree.add("not_priced", tree_texts(bill.not_priced));
  tree.add("assumptions", tree_texts(bill.units.assumptions.sentences()));
  std::vector<std::string> missing;
  for (const PriceOf of : bill.missing_prices) missing.emplace_back(name_of(of));
  tree.add("missing_prices", tree_texts(missing));
  tree.add("prices", price_tree(bill.prices));
  return to_json(tree);
}

}  // namespace partita::modelling
