// Capacity units and the ConsumedCapacity of an answer. Source: "DynamoDB read and write operations", developer guide.
#pragma once

#include <partita/item_operations.h>

#include <optional>
#include <string_view>
#include <vector>

#include "catalog/table_info.h"
#include "engine/changes/change.h"
#include "engine/throttle/throttle.h"

namespace partita::engine {

// One unit for each kilobyte or part of it, but at least one unit.
double write_units(std::size_t item_bytes);
// The bytes that a vector index charges for the write of an entry of this size: at least 1 KB.
double vector_write_bytes(std::size_t entry_bytes);
// One unit for each 4 KB or part of it, but at least one unit. An eventually consistent read costs half of that.
double read_units(std::size_t bytes, bool consistent);

// A transaction prepares and commits each member, so a member costs twice its units.
inline constexpr double kTransactionFactor = 2;
// The units of a read in a transaction, which is always consistent.
double transaction_read_units(std::size_t bytes);

// The units that one request consumed of one table and its indexes. `key` is the store key of the item, or of the place
// at which a page began.
class Consumption {
 public:
  // The answer names the table as the request does: `given` is its name or ARN, and must outlive the Consumption.
  // `throttle` is that of the Context.
  Consumption(Throttle* throttle, catalog::TablePtr table, std::string_view given)
      : throttle_(throttle), table_(std::move(table)), given_(given) {}
  Consumption(Throttle* throttle, catalog::TablePtr table)
      : throttle_(throttle), table_(std::move(table)), given_(table_->name) {}

  // Adds the units of a read of the table.
  void add_read(double units, std::string_view key) {
    table_units_ += units;
    reads_ += units;
    if (throttle_) note({nullptr, Side::Read, keys::hash_in(key), units});
  }
  // Adds the units of a read of the index.
  void add_index_read(const catalog::IndexInfo& index, double units, std::string_view key);
  // `table_factor` is kTransactionFactor in a transaction. It does not apply to indexes, which are written once.
  void add_write(const WriteUnits& units, std::string_view key, double table_factor = 1);
  // Adds the units of a write that failed, which count in the sum alone.
  void add_failed_write(double units, std::string_view key) {
    failed_units_ += units;
    if (throttle_) note({nullptr, Side::Write, keys::hash_in(key), units});
  }
  const catalog::TableInfo& table() const { return *table_; }
  // The units of all reads so far.
  double read_units() const { return reads_; }
  // Takes all units that were added from the capacity of the table and its indexes, if it is limited. Must be called
  // once, for the answer that is given.
  void charge() const;

  enum class Kind : std::uint8_t { Plain, Transaction };  // an answer of a transaction separates reads from writes
  // The table's ConsumedCapacity in the detail that `wanted` asks for. nullopt if `wanted` is None.
  std::optional<ConsumedCapacity> report(ReturnConsumedCapacity wanted, Kind kind = Kind::Plain) const;

 private:
  // Units to charge.
  struct Part {
    const catalog::IndexInfo* index;
    Side side;
    std::uint32_t hash;
    double units;
  };
  void note(const Part& part) { parts_.push_back(part); }

  Throttle* throttle_;
  catalog::TablePtr table_;
  std::string_view given_;
  double table_units_ = 0;
  double reads_ = 0;
  double writes_ = 0;
  double failed_units_ = 0;
  struct OfIndex {
    keys::IndexId id;
    std::string name;
    enum class Kind : std::uint8_t { Local, Global, Vector } kind;
    double units;  // bytes of a vector index
  };
  std::vector<OfIndex> indexes_;
  std::vector<Part> parts_;  // only with a throttle; they point into table_, or into what the caller keeps
  void add_index(const catalog::IndexInfo& index, double units);
};

// One Consumption for each table of a batch or a transaction, in the order in which the request names the tables.
class Consumptions {
 public:
  // `throttle` is that of the Context.
  explicit Consumptions(Throttle* throttle) : throttle_(throttle) {}
  // The table's Consumption, which the first call creates. A later call for another table invalidates the reference.
  // `given` is as of Consumption's constructor. If a request names the table in two ways, the first one is shown.
  Consumption& of(const catalog::TablePtr& table, std::string_view given);
  Consumption& of(const catalog::TablePtr& table) { return of(table, table->name); }
  // Consumption::charge() of each table.
  void charge() const {
    for (const Consumption& table : tables_) table.charge();
  }
  // One ConsumedCapacity for each table. nullopt if `wanted` is None.
  OptionalList<ConsumedCapacity> report(ReturnConsumedCapacity wanted,
                                        Consumption::Kind kind = Consumption::Kind::Plain) const;

 private:
  Throttle* throttle_;
  std::vector<Consumption> tables_;
};

}  // namespace partita::engine
