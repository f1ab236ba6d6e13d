#include "engine/changes/capacity.h"

#include <algorithm>

#include "value/limits.h"

namespace partita::engine {
namespace {

double units_of(std::size_t bytes, std::size_t unit_bytes) {
  return static_cast<double>(std::max<std::size_t>(1, (bytes + unit_bytes - 1) / unit_bytes));
}

Capacity capacity_of(double units, double reads, double writes, Consumption::Kind kind) {
  Capacity capacity{.capacity_units = units, .read_capacity_units = {}, .write_capacity_units = {}};
  if (kind == Consumption::Kind::Transaction) {
    if (reads > 0) capacity.read_capacity_units = reads;
    if (writes > 0) capacity.write_capacity_units = writes;
  }
  return capacity;
}

}  // namespace

double write_units(std::size_t item_bytes) { return units_of(item_bytes, limits::kWriteUnitBytes); }

double vector_write_bytes(std::size_t entry_bytes) {
  return static_cast<double>(std::max(entry_bytes, limits::kVectorUnitBytes));
}

double read_units(std::size_t bytes, bool consistent) {
  return units_of(bytes, limits::kReadUnitBytes) * (consistent ? 1.0 : 0.5);
}

double transaction_read_units(std::size_t bytes) {
  return units_of(bytes, limits::kReadUnitBytes) * kTransactionFactor;
}

void Consumption::add_index(const catalog::IndexInfo& index, double units) {
  for (OfIndex& known : indexes_) {
    if (known.id != index.id) continue;
    known.units += units;
    return;
  }
  const auto kind = index.vector ? OfIndex::Kind::Vector : index.global ? OfIndex::Kind::Global : OfIndex::Kind::Local;
  indexes_.push_back({index.id, index.name, kind, units});
}

void Consumption::add_index_read(const catalog::IndexInfo& index, double units, std::string_view key) {
  add_index(index, units);
  reads_ += units;
  if (throttle_) note({&index, Side::Read, keys::hash_in(key), units});
}

void Consumption::add_write(const WriteUnits& units, std::string_view key, double table_factor) {
  table_units_ += units.table * table_factor;
  writes_ += units.table * table_factor;
  if (throttle_) note({nullptr, Side::Write, keys::hash_in(key), units.table * table_factor});
  for (const IndexUnits& of_index : units.indexes) {
    add_index(*of_index.index, of_index.units);
    if (of_index.index->vector) continue;
    writes_ += of_index.units;
    if (!throttle_) continue;
    note({of_index.index, Side::Write, of_index.hash, of_index.units - of_index.old_units});
    if (of_index.old_units > 0) note({of_index.index, Side::Write, of_index.old_hash, of_index.old_units});
  }
}

void Consumption::charge() const {
  for (const Part& part : parts_) throttle_->charge({*table_, part.index, part.side, part.hash}, part.units);
}

std::optional<ConsumedCapacity> Consumption::report(ReturnConsumedCapacity wanted, Kind kind) const {
  if (wanted == ReturnConsumedCapacity::None) return std::nullopt;
  ConsumedCapacity consumed;
  consumed.table_name = std::string(given_);
  double total = table_units_ + failed_units_;
  for (const OfIndex& index : indexes_)
    if (index.kind != OfIndex::Kind::Vector) total += index.units;
  const Capacity sum = capacity_of(total, reads_, writes_, kind);
  consumed.capacity_units = sum.capacity_units;
  consumed.read_capacity_units = sum.read_capacity_units;
  consumed.write_capacity_units = sum.write_capacity_units;
  if (wanted == ReturnConsumedCapacity::Total) return consumed;
  const bool reading = reads_ > 0;
  consumed.table = capacity_of(table_units_, reading ? table_units_ : 0, reading ? 0 : table_units_, kind);
  for (const OfIndex& index : indexes_) {
    if (index.kind == OfIndex::Kind::Vector) {
      if (!consumed.vector_indexes) consumed.vector_indexes.emplace();
      (*consumed.vector_indexes)[index.name].vector_write_request_bytes = index.units;
      continue;
    }
    auto& group =
        index.kind == OfIndex::Kind::Global ? consumed.global_secondary_indexes : consumed.local_secondary_indexes;
    if (!group) group.emplace();
    (*group)[index.name] = capacity_of(index.units, reading ? index.units : 0, reading ? 0 : index.units, kind);
  }
  return consumed;
}

Consumption& Consumptions::of(const catalog::TablePtr& table, std::string_view given) {
  for (Consumption& known : tables_)
    if (known.table().id == table->id) return known;
  return tables_.emplace_back(throttle_, table, given);
}

OptionalList<ConsumedCapacity> Consumptions::report(ReturnConsumedCapacity wanted, Consumption::Kind kind) const {
  if (wanted == ReturnConsumedCapacity::None) return std::nullopt;
  std::vector<ConsumedCapacity> all;
  for (const Consumption& table : tables_) all.push_back(*table.report(wanted, kind));
  return all;
}

}  // namespace partita::engine
