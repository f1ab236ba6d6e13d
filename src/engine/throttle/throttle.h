// Throttle: the capacity of all tables and global indexes, as the service limits it (--throttle capacity).
//
// A request may begin while the meters that it needs are positive. Its real cost is taken from them afterwards by the
// code that makes the answer's ConsumedCapacity (changes/capacity.h), so both agree to the unit. A request may so take
// more than is left, and then the next ones wait for longer.
//
// Deletions of expired items, the fill of a new index, and vector indexes take nothing.
//
// Each realm has a throttle of its own, with the limits of its account.
//
// All functions may be called from any thread, and none of them waits except for a mutex.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/throttle/meter.h"
#include "engine/throttle/refusal.h"

namespace partita::engine {

class Throttle {
 public:
  // The most on-demand units per second of an account of the service.
  static constexpr std::int64_t kAccountUnits = 80'000;

  // Where a request reads or writes.
  struct Place {
    const catalog::TableInfo& table;
    const catalog::IndexInfo* index = nullptr;  // nullptr for the table; a local index has its table's capacity
    Side side = Side::Read;
    std::uint32_t hash = 0;  // of the partition key
    // The key in the store, or its beginning with the partition key, for the report of throttled keys. Empty: unknown.
    std::string_view key = {};
    HotKeys::Named named = HotKeys::Named::Item;  // what `key` is of
  };
  // The units that a request has used of a place but not paid yet, in thousandths.
  struct Used {
    std::int64_t in_all = 0;
    std::int64_t of_range = 0;
  };

  // The clock and the catalog must outlive the throttle. Provisioned tables keep the units of `burst_seconds`.
  // `arn_prefix` is what precedes a table's name in its ARN. The keys of refused requests are noted in `hot_keys`,
  // unless it is nullptr.
  Throttle(const base::Clock& clock, const catalog::Catalog& catalog, std::int64_t burst_seconds,
           std::string arn_prefix, HotKeys* hot_keys = nullptr);

  // The error if the request may not begin. Each error counts as a refused request.
  std::optional<Error> refuse(const Place& place) { return refuse(place, Used{}); }
  std::optional<Error> refuse(const Place& place, const Used& used);
  // The units that a page may take until it must end; see Meter::left().
  double units_left(const Place& place);
  // Takes the cost of a request.
  void charge(const Place& place, double units);

  // Must be called after the catalog has changed or removed a table.
  void changed(const catalog::TableInfo& table);
  void removed(keys::TableId table);

  struct Refusals {
    std::string table;
    std::uint64_t reads = 0, writes = 0;
    catalog::Realm realm = {};  // left empty here
  };
  // The refused requests of each table and its indexes since it was used first, without tables that had none.
  std::vector<Refusals> refusals() const;

 private:
  using MeterId = std::pair<keys::IndexId, Side>;
  struct OfTable {
    std::string name;
    std::map<MeterId, Meter> meters;
    std::uint64_t refused_reads = 0, refused_writes = 0;
  };
  static const catalog::IndexInfo* index_of(const Place& place);
  MeterRate rate_of(const catalog::TableInfo& table, const catalog::IndexInfo* index, Side side) const;
  // The meter of a place. nullptr if the catalog does not have the table or the index any more. Requires: mutex_ is
  // held.
  Meter* meter(const Place& place);

  const base::Clock& clock_;
  const catalog::Catalog& catalog_;
  const std::int64_t burst_seconds_;
  const std::string arn_prefix_;
  HotKeys* const hot_keys_;  // may be nullptr
  mutable std::mutex mutex_;
  std::map<keys::TableId, OfTable> tables_;  // guarded by mutex_, like all below; only tables of the catalog
  TokenBucket account_reads_;
  TokenBucket account_writes_;
};

}  // namespace partita::engine
