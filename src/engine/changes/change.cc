#include "engine/changes/change.h"

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/history/entry.h"
#include "engine/index/entries.h"
#include "engine/index/vector_entries.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "keys/system_keys.h"
#include "storage/sums.h"
#include "value/number.h"
#include "value/size.h"

namespace partita::engine {
namespace {

// Adds `delta` to the sums at `key`. A delta of zero is not written.
void add(storage::Batch& batch, std::string_view key, storage::Sums delta) {
  if (delta != storage::Sums{}) batch.add(key, delta);
}

storage::Sums delta(bool had_old, std::size_t old_bytes, bool has_new, std::size_t new_bytes) {
  return {std::int64_t(has_new) - std::int64_t(had_old), std::int64_t(new_bytes) - std::int64_t(old_bytes)};
}

// An index that is being filled may lack the entries of items that were written before it existed.
Result<bool> is_stored(const storage::Store& store, std::string_view key) {
  PARTITA_TRY_VALUE(got, store.get(key));
  return got.state == storage::ReadState::Found;
}

double units_of(const catalog::IndexInfo& index, const IndexEntry& entry) {
  return index.vector ? vector_write_bytes(entry.size_bytes) : write_units(entry.size_bytes);
}

// The entries of the item before and after a change, and the cost of the difference.
struct EntryChange {
  std::optional<IndexEntry> old_entry;
  std::optional<IndexEntry> new_entry;
  std::optional<IndexUnits> units;  // nullopt if the entries are equal
};

EntryChange entry_change(const catalog::TableInfo& table, const catalog::IndexInfo& index, std::string_view base_key,
                         const std::optional<value::ItemView>& old_item,
                         const std::optional<value::ItemView>& new_item) {
  EntryChange change;
  if (old_item) change.old_entry = entry_of(table, index, *old_item, base_key);
  if (new_item) change.new_entry = entry_of(table, index, *new_item, base_key);
  const auto& [old_entry, new_entry, units] = change;
  if (old_entry && new_entry && old_entry->key == new_entry->key) {
    if (old_entry->value != new_entry->value)
      change.units = IndexUnits{&index, std::max(units_of(index, *old_entry), units_of(index, *new_entry)),
                                keys::hash_in(new_entry->key)};
    return change;
  }
  if (!old_entry && !new_entry) return change;
  change.units = IndexUnits{&index, 0, keys::hash_in(new_entry ? new_entry->key : old_entry->key)};
  if (new_entry) change.units->units += units_of(index, *new_entry);
  if (old_entry) change.units->units += units_of(index, *old_entry);
  if (old_entry && new_entry) {
    change.units->old_units = units_of(index, *old_entry);
    change.units->old_hash = keys::hash_in(old_entry->key);
  }
  return change;
}

Result<std::optional<IndexUnits>> change_index(const storage::Store& store, const catalog::TableInfo& table,
                                               const catalog::IndexInfo& index, std::string_view base_key,
                                               const std::optional<value::ItemView>& old_item,
                                               const std::optional<value::ItemView>& new_item, storage::Batch& batch) {
  const auto [old_entry, new_entry, units] = entry_change(table, index, base_key, old_item, new_item);
  bool old_is_stored = old_entry.has_value();
  if (old_is_stored && index.backfilling) {
    PARTITA_TRY_VALUE(stored, is_stored(store, old_entry->key));
    old_is_stored = stored;
  }
  if (!units && old_is_stored == old_entry.has_value()) return units;
  if (old_is_stored && (!new_entry || new_entry->key != old_entry->key)) batch.erase(old_entry->key);
  if (new_entry) batch.put(new_entry->key, new_entry->value);
  add(batch, keys::counts_key(table.id, index.id),
      delta(old_is_stored, old_is_stored ? old_entry->size_bytes : 0, new_entry.has_value(),
            new_entry ? new_entry->size_bytes : 0));
  return units;
}

void change_expiry(const catalog::TableInfo& table, std::string_view base_key,
                   const std::optional<value::ItemView>& old_item, const std::optional<value::ItemView>& new_item,
                   storage::Batch& batch) {
  if (!table.tracks_expiry()) return;
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  const std::uint64_t old_time = old_item ? expiry_of(table, *old_item).value_or(kNever) : kNever;
  const std::uint64_t new_time = new_item ? expiry_of(table, *new_item).value_or(kNever) : kNever;
  if (old_time == new_time) return;
  if (old_time != kNever) batch.erase(keys::expiry_key(table.id, old_time, base_key));
  if (new_time != kNever) batch.put(keys::expiry_key(table.id, new_time, base_key), {});
}

}  // namespace

std::optional<IndexUnits> index_units(const catalog::TableInfo& table, const catalog::IndexInfo& index,
                                      std::string_view base_key, const std::optional<value::ItemView>& old_item,
                                      const std::optional<value::ItemView>& new_item) {
  return entry_change(table, index, base_key, old_item, new_item).units;
}

std::int64_t change_in_collection_bytes(const catalog::TableInfo& table, std::string_view base_key,
                                        const std::optional<value::ItemView>& old_item,
                                        const std::optional<value::ItemView>& new_item) {
  const auto bytes_of = [&](const std::optional<value::ItemView>& item) -> std::int64_t {
    if (!item) return 0;
    std::size_t bytes = value::item_size_bytes(*item);
    for (const catalog::IndexInfo& index : table.indexes)
      if (!index.global)
        if (auto entry = entry_of(table, index, *item, base_key)) bytes += entry->size_bytes;
    return static_cast<std::int64_t>(bytes);
  };
  return bytes_of(new_item) - bytes_of(old_item);
}

std::string collection_key(const catalog::TableInfo& table, const value::MapView& item) {
  std::string partition;
  keys::encode_part(*item.find(table.keys.partition[0].name), partition);
  return keys::collection_key(table.id, partition);
}

std::optional<std::uint64_t> expiry_of(const catalog::TableInfo& table, const value::MapView& item) {
  const auto value = item.find(table.ttl.attribute);
  if (!value || value->type() != AttributeType::N) return std::nullopt;
  std::string_view bytes = value->number();
  const auto number = value::Number::decode(bytes);
  if (!number || number->is_negative()) return std::nullopt;
  const auto seconds = number->to_int();
  if (!seconds) return std::nullopt;
  return static_cast<std::uint64_t>(*seconds);
}

Result<WriteUnits> append_change(const storage::Store& store, const catalog::TableInfo& table,
                                 std::string_view base_key, const std::optional<value::ItemView>& old_item,
                                 const std::optional<value::ItemView>& new_item, const Recording& recording,
                                 storage::Batch& batch) {
  const std::size_t old_bytes = old_item ? value::item_size_bytes(*old_item) : 0;
  const std::size_t new_bytes = new_item ? value::item_size_bytes(*new_item) : 0;
  WriteUnits units;
  const bool has_vectors = table.has_vector_indexes();
  const auto charged = [&](const std::optional<value::ItemView>& item, std::size_t bytes) {
    return write_units(has_vectors && item ? charged_size_bytes(table, *item) : bytes);
  };
  units.table = std::max(charged(old_item, old_bytes), charged(new_item, new_bytes));
  if (!old_item && !new_item) return units;
  if (new_item && recording.images == Images::Unowned)
    batch.put_unowned(base_key, {}, {new_item->bytes()});
  else if (new_item)
    batch.put(base_key, new_item->bytes());
  else
    batch.erase(base_key);
  for (const catalog::IndexInfo& index : table.indexes) {
    if (!index.maintained()) continue;
    PARTITA_TRY_VALUE(cost, change_index(store, table, index, base_key, old_item, new_item, batch));
    if (cost) units.indexes.push_back(*cost);
  }
  change_expiry(table, base_key, old_item, new_item, batch);
  if (table.has_stream()) append_record(*table.stream, old_item, new_item, recording, batch);
  if (table.history) append_entry(*table.history, base_key, old_item, new_item, recording, batch);
  storage::Sums table_delta = delta(old_item.has_value(), old_bytes, new_item.has_value(), new_bytes);
  if (table.hash != catalog::HashState::No) {
    if (new_item) table_delta = plus(table_delta, recording.hash.share_of(new_item->bytes()));
    if (old_item) table_delta = minus(table_delta, recording.hash.share_of(old_item->bytes()));
  }
  add(batch, keys::counts_key(table.id, keys::kBaseTable), table_delta);
  if (table.has_local_indexes())
    add(batch, collection_key(table, new_item ? *new_item : *old_item),
        {table_delta.first, change_in_collection_bytes(table, base_key, old_item, new_item)});
  return units;
}

}  // namespace partita::engine
