// Writes a change of one item into a batch, with its index entries, its expiry entry, its stream record, the entry of
// its history and the sums.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/table_info.h"
#include "engine/records/record.h"
#include "storage/store.h"
#include "value/view.h"

namespace partita::engine {

// What a change costs in one index. `units` are write capacity units, or the bytes that a vector index charges.
struct IndexUnits {
  const catalog::IndexInfo* index;
  double units;        // of both entries
  std::uint32_t hash;  // of the partition key of the new entry, or of the old one if there is no new one
  // The part of `units` for the old entry, if the new one has another key.
  double old_units = 0;
  std::uint32_t old_hash = 0;
};
// Write capacity units, before a transaction doubles them. An index that the change does not touch is not listed.
struct WriteUnits {
  double table = 0;
  std::vector<IndexUnits> indexes;
};

// Appends to `batch` the writes that turn the image `old_item` into `new_item`. nullopt means that the item does not
// exist. `store` is read only for indexes that are being backfilled, because there an old entry may be missing. Such a
// read may wait for the disk. The units point into `table`. Requires: the item's lock is held, `base_key` is its store
// key, and `old_item` is its current image. Errors: InternalServerError, Corruption.
Result<WriteUnits> append_change(const storage::Store& store, const catalog::TableInfo& table,
                                 std::string_view base_key, const std::optional<value::ItemView>& old_item,
                                 const std::optional<value::ItemView>& new_item, const Recording& recording,
                                 storage::Batch& batch);

// What the same change costs in one index. nullopt if the change does not touch the index.
std::optional<IndexUnits> index_units(const catalog::TableInfo& table, const catalog::IndexInfo& index,
                                      std::string_view base_key, const std::optional<value::ItemView>& old_item,
                                      const std::optional<value::ItemView>& new_item);

// The bytes by which the change makes the item's collection larger, negative if smaller. The item and its entries in
// local indexes count.
std::int64_t change_in_collection_bytes(const catalog::TableInfo& table, std::string_view base_key,
                                        const std::optional<value::ItemView>& old_item,
                                        const std::optional<value::ItemView>& new_item);

// The store key of the sums of the item's collection, for tables with local indexes.
std::string collection_key(const catalog::TableInfo& table, const value::MapView& item);

// The time at which an item expires, in seconds since the epoch, by the table's time-to-live attribute. nullopt if the
// attribute is absent, negative, too large or not a whole number.
std::optional<std::uint64_t> expiry_of(const catalog::TableInfo& table, const value::MapView& item);

}  // namespace partita::engine
