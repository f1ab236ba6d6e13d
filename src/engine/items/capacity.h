// Capacity units and the ConsumedCapacity of an answer. Source: "DynamoDB read and write operations", developer guide.
#pragma once

#include <partita/item_operations.h>

#include <optional>
#include <string_view>
#include <vector>

#include "catalog/table_info.h"
#include "engine/index/change.h"

namespace partita::engine {

// One unit for each kilobyte or part of it, but at least one unit.
double write_units(std::size_t item_bytes);
// The bytes that a vector index charges for the write of an entry of this size: at least 1 KB.
double vector_write_bytes(std::size_t entry_bytes);
// One unit for each 4 KB or part of it, but at least one unit. An eventually consistent read costs half of that.
double read_units(std::size_t bytes, bool consistent);

// A transaction prepares and commits each member, so a member costs twice its units.
inline constexpr double kTransactionFactor = 2;

// The units that one request consumed of one table and its indexes.
class Consumption {
 public:
  // The answer names the table as the request does: `given` is its name or ARN, and must outlive the Consumption.
  Consumption(catalog::TablePtr table, std::string_view given) : table_(std::move(table)), given_(given) {}
  explicit Consumption(catalog::TablePtr table) : table_(std::move(table)), given_(table_->name) {}

  // Adds the units of a read of the table.
  void add_read(double units) {
    table_units_ += units;
    reads_ += units;
  }
  // Adds the units of a read of the index.
  void add_index_read(const catalog::IndexInfo& index, double units);
  // `table_factor` is kTransactionFactor in a transaction. It does not apply to indexes, which are written once.
  void add_write(const WriteUnits& units, double table_factor = 1);
  // Adds the units of a write that failed, which count in the sum alone.
  void add_failed_write(double units) { failed_units_ += units; }
  const catalog::TableInfo& table() const { return *table_; }

  enum class Kind : std::uint8_t { Plain, Transaction };  // an answer of a transaction separates reads from writes
  // The table's ConsumedCapacity in the detail that `wanted` asks for. nullopt if `wanted` is None.
  std::optional<ConsumedCapacity> report(ReturnConsumedCapacity wanted, Kind kind = Kind::Plain) const;

 private:
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
  void add_index(const catalog::IndexInfo& index, double units);
};

// One Consumption for each table of a batch or a transaction, in the order in which the request names the tables.
class Consumptions {
 public:
  // The table's Consumption, which the first call creates. A later call for another table invalidates the reference.
  // `given` is as of Consumption's constructor. If a request names the table in two ways, the first one is shown.
  Consumption& of(const catalog::TablePtr& table, std::string_view given);
  Consumption& of(const catalog::TablePtr& table) { return of(table, table->name); }
  // One ConsumedCapacity for each table. nullopt if `wanted` is None.
  OptionalList<ConsumedCapacity> report(ReturnConsumedCapacity wanted,
                                        Consumption::Kind kind = Consumption::Kind::Plain) const;

 private:
  std::vector<Consumption> tables_;
};

}  // namespace partita::engine
