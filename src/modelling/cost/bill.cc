#include "modelling/cost/bill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modelling/cost/units.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

class BillMaker {
 public:
  BillMaker(Bill& bill, const Model& model) : bill_(bill), model_(model) {}

  void make() {
    for (const Table& table : model_.tables) add_table(table);
    for (const PatternUnits& units : bill_.units.patterns) add_pattern(units);
    for (TableBill& table : bill_.tables) {
      note_unknown_requests(table);
      price(table);
    }
    note_prices();
  }

 private:
  void add_table(const Table& table) {
    TableBill of_table{.table = &table};
    of_table.table_class = table.infrequent_access ? TableClass::StandardInfrequentAccess : TableClass::Standard;
    if (table.billing == BillingMode::Provisioned)
      of_table.mode = table.throughput ? CapacityMode::ProvisionedAsDeclared : CapacityMode::ProvisionedForPeak;
    of_table.places.push_back({});
    const ProvenTable* const proven = bill_.units.proof->table(table.name);
    if (proven && proven->info)
      for (std::size_t i = 0; i < proven->info->indexes.size(); ++i)
        of_table.places.push_back({.index = model::IndexPosition(i),
                                   .name = std::string(proven->info->indexes[i].name),
                                   .is_vector = proven->info->indexes[i].is_vector()});
    store_items(of_table);
    bill_.tables.push_back(std::move(of_table));
  }

  void store_items(TableBill& table) {
    bool known = !table.table->entities.empty();
    for (const Entity& entity : table.table->entities) {
      const ItemShape* const shape = bill_.units.shapes->find(table.table->name, entity.name);
      if (entity.count && shape) {
        for (PlaceBill& place : table.places) store(place, *shape, *entity.count);
        continue;
      }
      known = false;
      bill_.not_priced.push_back(fmt::format(
          "storage of {}.{}: {}", table.table->name, entity.name,
          shape ? "say count, the number of its items" : "its keys cannot be read: see `partita model lint`"));
    }
    if (table.table->entities.empty())
      bill_.not_priced.push_back(fmt::format("storage of {}: the model names no entities of it", table.table->name));
    table.storage_known = known;
    for (PlaceBill& place : table.places) place.stored = known;
  }

  // Patterns that are not priced are noted by themselves.
  void note_unknown_requests(const TableBill& table) {
    const auto is_of_table = [&](const PatternBill& bill) {
      const Pattern& pattern = *bill.units->pattern;
      const auto is_here = [&](const std::string& name) { return table.table->entity(name) != nullptr; };
      return pattern.table == table.table->name ||
             std::any_of(pattern.entities.begin(), pattern.entities.end(), is_here) ||
             std::any_of(pattern.actions.begin(), pattern.actions.end(), [&](const Action& action) {
               return action.table == table.table->name || is_here(action.entity);
             });
    };
    if (std::none_of(bill_.patterns.begin(), bill_.patterns.end(), is_of_table))
      bill_.not_priced.push_back(
          fmt::format("requests to {}: the model names no access patterns of it", table.table->name));
  }

  static void store(PlaceBill& place, const ItemShape& shape, double count) {
    double items = count, bytes = shape.bytes;
    if (place.index != model::kNone) {
      const EntryShape* const entry = shape.entry(place.index);
      if (!entry) return;
      items = count * entry->share;
      bytes = entry->bytes;
    }
    place.items += items;
    place.gigabytes += items * (bytes + kStorageOverheadBytes) / kGigabyte;
    if (place.index != model::kNone) return;
    for (const model::UniqueInfo& unique : shape.entity->unique) {
      place.items += count;
      place.gigabytes += count * (sentinel_bytes(shape, unique) + kStorageOverheadBytes) / kGigabyte;
    }
  }

  void add_pattern(const PatternUnits& units) {
    PatternBill of_pattern{.units = &units, .not_priced = units.not_priced};
    const Pattern& pattern = *units.pattern;
    if (of_pattern.not_priced.empty() && !pattern.per_second) of_pattern.not_priced = "say per_second";
    if (!of_pattern.not_priced.empty()) {
      bill_.not_priced.push_back(fmt::format("\"{}\": {}", pattern.name, of_pattern.not_priced));
      bill_.patterns.push_back(std::move(of_pattern));
      return;
    }
    of_pattern.per_second = *pattern.per_second;
    of_pattern.peak_per_second = std::max(of_pattern.per_second, pattern.peak_per_second.value_or(0));
    if (!pattern.peak_per_second)
      bill_.units.assumptions.add("a pattern without peak_per_second is never called more often than per_second says");
    for (const Access& access : units.accesses) {
      TableBill* const table = table_of(*access.table);
      if (!table) continue;
      PlaceBill& place = table->places[access.index.slot()];
      table->requests_known = true;
      const double mean = access.all_units() * of_pattern.per_second;
      const double peak = access.all_units() * of_pattern.peak_per_second;
      (access.write ? place.load.writes : place.load.reads) += mean;
      (access.write ? place.load.peak_writes : place.load.peak_reads) += peak;
      of_pattern.usd +=
          on_demand_usd(bill_.prices, access.write ? 0 : mean, access.write ? mean : 0, table->table_class);
    }
    bill_.patterns.push_back(std::move(of_pattern));
  }

  TableBill* table_of(const model::TableInfo& info) {
    for (TableBill& table : bill_.tables)
      if (table.table->name == info.name) return &table;
    return nullptr;
  }

  void price(TableBill& table) {
    table.throughput_usd =
        throughput_usd(bill_.prices, bill_.options, table.places, table.mode, table.table_class, *table.table);
    const double gigabytes = table.gigabytes();
    table.storage_usd = storage_usd(bill_.prices, gigabytes, table.table_class);
    price_vectors(table);
    // Backups have the table and its local indexes; global ones are built again from them.
    double backed_up = 0;
    for (const PlaceBill& place : table.places)
      if (!is_global(table, place)) backed_up += place.gigabytes;
    if (table.table->point_in_time_recovery) table.recovery_usd = backed_up * use(PriceOf::pitr_gb_month);
    if (bill_.options.backups > 0) table.backup_usd = backed_up * bill_.options.backups * use(PriceOf::backup_gb_month);
    if (table.table->stream && bill_.options.stream_reads_per_second > 0) {
      const double shards = partitions_of(table);
      table.stream_usd =
          shards * bill_.options.stream_reads_per_second * kSecondsOfMonth / 1e6 * use(PriceOf::stream_read_million);
      bill_.units.assumptions.add(fmt::format(
          "the stream of {} has {:g} shards, each of which is read {:g} times a second; reads by AWS Lambda "
          "cost nothing",
          table.table->name, shards, bill_.options.stream_reads_per_second));
    }
  }

  void price_vectors(TableBill& table) {
    const bool has_price = bill_.prices.has(PriceOf::vector_storage_gb_month);
    if (has_price) table.vector_storage_usd = table.vector_gigabytes() * use(PriceOf::vector_storage_gb_month);
    for (const PlaceBill& place : table.places)
      if (place.is_vector)
        bill_.not_priced.push_back(
            fmt::format("vector index {}/{}: its searches and writes, because the service charges them by bytes "
                        "(VectorSearchRequestBytes, VectorWriteRequestBytes) at prices that Partita does not know{}",
                        table.table->name, place.name,
                        has_price ? "" : "; and its storage: give vector_storage_gb_month with --prices"));
  }

  static bool is_global(const TableBill& table, const PlaceBill& place) {
    const Index* const index = place.name.empty() ? nullptr : table.table->index(place.name);
    return index && index->scope != model::IndexScope::Local;
  }

  static double partitions_of(const TableBill& table) {
    const PlaceBill& base = table.places.front();
    const double least = table.mode == CapacityMode::OnDemand ? 4 : 1;
    return std::max({least, std::ceil(base.gigabytes / kPartitionGigabytes),
                     std::ceil(base.load.peak_writes / limits::kPartitionWriteUnits),
                     std::ceil(base.load.peak_reads / limits::kPartitionReadUnits)});
  }

  double use(PriceOf of) {
    used_.push_back(of);
    return bill_.prices.usd(of);
  }

  // Notes which of the prices that the bill needs are missing or not verified.
  void note_prices() {
    for (const TableBill& table : bill_.tables) {
      const bool standard = table.table_class == TableClass::Standard;
      if (table.mode == CapacityMode::OnDemand) {
        used_.push_back(standard ? PriceOf::read_request_million : PriceOf::ia_read_request_million);
        used_.push_back(standard ? PriceOf::write_request_million : PriceOf::ia_write_request_million);
      } else {
        used_.push_back(standard ? PriceOf::read_unit_hour : PriceOf::ia_read_unit_hour);
        used_.push_back(standard ? PriceOf::write_unit_hour : PriceOf::ia_write_unit_hour);
      }
      used_.push_back(standard ? PriceOf::storage_gb_month : PriceOf::ia_storage_gb_month);
    }
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    for (const PriceOf of : used_) {
      if (!bill_.prices.has(of))
        bill_.missing_prices.push_back(of);
      else if (!bill_.prices[of]->verified)
        bill_.unverified_prices.push_back(of);
    }
  }

  Bill& bill_;
  const Model& model_;
  std::vector<PriceOf> used_;
};

}  // namespace

Throughput TableBill::load() const {
  Throughput sum;
  for (const PlaceBill& place : places) sum.add(place.load);
  return sum;
}

double TableBill::gigabytes() const {
  double sum = 0;
  for (const PlaceBill& place : places)
    if (!place.is_vector) sum += place.gigabytes;
  return sum;
}

double TableBill::vector_gigabytes() const {
  double sum = 0;
  for (const PlaceBill& place : places)
    if (place.is_vector) sum += place.gigabytes;
  return sum;
}

bool TableBill::has_vector_index() const {
  return std::any_of(places.begin(), places.end(), [](const PlaceBill& place) { return place.is_vector; });
}

double Bill::total_usd() const {
  double sum = 0;
  for (const TableBill& table : tables) sum += table.total_usd();
  return sum;
}

bool Bill::knows_anything() const {
  return std::any_of(tables.begin(), tables.end(), [](const TableBill& table) {
    return table.requests_known || table.storage_known || table.mode == CapacityMode::ProvisionedAsDeclared;
  });
}

Bill bill_of_model(std::shared_ptr<const Proof> proof, const PriceList& prices, const BillOptions& options) {
  Bill bill{.prices = prices, .options = options, .units = units_of_model(std::move(proof))};
  BillMaker(bill, bill.units.proof->model()).make();
  return bill;
}

double usd_on_demand(const Bill& bill) {
  double out = bill.total_usd();
  for (const TableBill& table : bill.tables)
    out += throughput_usd(bill.prices, bill.options, table.places, CapacityMode::OnDemand, table.table_class,
                          *table.table) -
           table.throughput_usd;
  return out;
}

}  // namespace partita::modelling
