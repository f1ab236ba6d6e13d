// Keys of what the engine keeps beside items: sums, expiry entries, jobs, idempotency records. Layout: keys/FORMAT.md.
#pragma once

#include "keys/key_space.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::keys {

// Sums of a table (index kBaseTable) or of an index: how many items or entries, how many bytes.
std::string counts_key(TableId table, IndexId index);
// Sums of the item collection of a base-table key: `base_key` as made by append_partition, cut behind the partition key.
std::string collection_key(TableId table, std::string_view encoded_partition_key);
// An item's expiry entry: by time, then by the item's key behind its [table][index].
std::string expiry_key(TableId table, std::uint64_t seconds, std::string_view base_key);
// The bound below which expiry entries have a time before `seconds`.
std::string expiry_bound(TableId table, std::uint64_t seconds);
// The base-table key that an expiry entry's key stands for. Requires: `expiry_entry_key` was made by expiry_key.
std::string base_key_of_expiry(std::string_view expiry_entry_key);
// How far the backfill of an index, or of the expiry entries (kExpiryIndex), has come: its value is the last base key.
std::string backfill_key(TableId table, IndexId index);

}  // namespace partita::keys
