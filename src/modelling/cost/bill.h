// A model's monthly bill: the units of its patterns by their frequencies, and its storage, at the prices of a region.
#pragma once

#include <string>
#include <vector>

#include "modelling/cost/access.h"
#include "modelling/cost/prices.h"

namespace partita::modelling {

// The service's calculator has months of 730 hours.
inline constexpr double kHoursOfMonth = 730;
inline constexpr double kSecondsOfMonth = kHoursOfMonth * 3600;

struct BillOptions {
  double utilization = 0.7;            // the share of provisioned capacity that is used, as auto scaling aims at
  double backups = 0;                  // full on-demand backups that are kept
  double stream_reads_per_second = 1;  // GetRecords calls for each shard of a stream; 0 if only AWS Lambda reads it
};

enum class CapacityMode : std::uint8_t {
  OnDemand,
  ProvisionedForPeak,     // the same capacity all month, enough for the peak at the utilization
  ProvisionedAndScaled,   // auto scaling follows the load, so the capacity is the mean load at the utilization
  ProvisionedAsDeclared,  // the table's own units
};

struct Throughput {
  double reads = 0, writes = 0;            // units per second, in the mean
  double peak_reads = 0, peak_writes = 0;  // units per second

  void add(const Throughput& other) {
    reads += other.reads;
    writes += other.writes;
    peak_reads += other.peak_reads;
    peak_writes += other.peak_writes;
  }
};

// A table without its indexes, or one of them.
struct PlaceBill {
  model::IndexPosition index = model::kNone;
  std::string name = {};  // of the index; empty: the table
  Throughput load = {};
  bool stored = false;  // `items` and `gigabytes` are known
  double items = 0;
  double gigabytes = 0;  // with the service's overhead
  // Vector indexes have prices of their own, and their searches and writes are charged by bytes.
  bool is_vector = false;
};

struct PatternBill {
  const PatternUnits* units = nullptr;
  std::string not_priced = {};
  double per_second = 0, peak_per_second = 0;
  double usd = 0;  // a month of its requests on demand, in the class of its tables
};

struct TableBill {
  const Table* table = nullptr;
  std::vector<PlaceBill> places = {};  // the table, then its indexes
  CapacityMode mode = CapacityMode::OnDemand;
  TableClass table_class = TableClass::Standard;
  bool requests_known = false;  // a pattern of the table has a price
  bool storage_known = false;   // the number of items of each entity is known, and there is one
  double throughput_usd = 0;
  double storage_usd = 0;
  double stream_usd = 0;
  double recovery_usd = 0;  // point-in-time recovery
  double backup_usd = 0;
  double vector_storage_usd = 0;  // if there is a price

  Throughput load() const;
  double gigabytes() const;         // without vector indexes
  double vector_gigabytes() const;  // of vector indexes
  bool has_vector_index() const;
  double total_usd() const {
    return throughput_usd + storage_usd + stream_usd + recovery_usd + backup_usd + vector_storage_usd;
  }
};

struct Bill {
  PriceList prices = {};
  BillOptions options = {};
  ModelUnits units = {};
  std::vector<PatternBill> patterns = {};
  std::vector<TableBill> tables = {};
  std::vector<std::string> not_priced = {};     // "PART: the fact to say"; the total lacks each
  std::vector<PriceOf> missing_prices = {};     // that the bill would need
  std::vector<PriceOf> unverified_prices = {};  // that the bill used

  double total_usd() const;
  // False if no part of the bill has a price: neither a request, nor storage, nor capacity that is declared.
  bool knows_anything() const;
};

Bill bill_of_model(std::shared_ptr<const Proof> proof, const PriceList& prices, const BillOptions& options);

// The monthly price of units per second on demand.
double on_demand_usd(const PriceList& prices, double reads, double writes, TableClass table_class);
// The monthly price of a table's load, with its indexes.
double throughput_usd(const PriceList& prices, const BillOptions& options, const std::vector<PlaceBill>& places,
                      CapacityMode mode, TableClass table_class, const Table& table);
double storage_usd(const PriceList& prices, double gigabytes, TableClass table_class);

// The utilization of provisioned capacity above which it is cheaper than on-demand.
struct BreakEven {
  double reads = 0, writes = 0;
};
BreakEven provisioned_break_even(const PriceList& prices, TableClass table_class);

// The dollars of storage for each dollar of on-demand throughput, both in the Standard class, above which Standard-IA
// is cheaper. The mix of reads and writes decides.
double infrequent_access_break_even(const PriceList& prices, const Throughput& load);

// The bill, with the requests of all tables on demand. A search compares designs by it, because the price of
// provisioned capacity is that of whole units of a table, and not the sum of the prices of parts.
double usd_on_demand(const Bill& bill);

}  // namespace partita::modelling
