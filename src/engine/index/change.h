// What a change of one item writes: the item, its index entries, its expiry entry and the sums, all into one batch.
#pragma once

#include "catalog/table_info.h"
#include "storage/store.h"
#include "value/view.h"

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::engine {

// Write capacity units, before a transaction doubles them. An index that the change leaves alone is not listed.
struct WriteUnits {
  double table = 0;
  std::vector<std::pair<const catalog::IndexInfo*, double>> indexes;
};

// Appends to `batch` what turns `before` into `after` (nullopt: no item). Requires: the item's lock is held; `base_key` is
// its store key; `before` is what is stored. `store` is read only for indexes that are being backfilled, where an old
// entry may be missing. The units point into `table`. Errors: InternalServerError, Corruption.
Result<WriteUnits> append_change(const storage::Store& store, const catalog::TableInfo& table, std::string_view base_key,
                                 const std::optional<value::ItemView>& before, const std::optional<value::ItemView>& after,
                                 storage::Batch& batch);

// By how much the change makes the item's collection larger: the item and its entries in local indexes.
std::int64_t change_in_collection_bytes(const catalog::TableInfo& table, std::string_view base_key,
                                        const std::optional<value::ItemView>& before,
                                        const std::optional<value::ItemView>& after);

// The key under which the sums of the item's collection stand, for tables with local indexes.
std::string collection_key_of(const catalog::TableInfo& table, const value::MapView& item);

// When an item expires, in seconds, by the table's time-to-live attribute; nullopt where that is no number or negative.
std::optional<std::uint64_t> expiry_of(const catalog::TableInfo& table, const value::MapView& item);

}  // namespace partita::engine
