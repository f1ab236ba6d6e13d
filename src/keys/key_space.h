// The layout of the store (keys/FORMAT.md). Every key begins with
//   [table u32][index u16][hash u32]   big-endian, kPrefixBytes long.
// The hash is the top 32 bits of XXH3-64 (seed 0) of the encoded partition key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::keys {

// Ids are never reused. Table 0 belongs to the system.
using TableId = std::uint32_t;
using IndexId = std::uint16_t;

constexpr TableId kSystemTable = 0;
constexpr IndexId kBaseTable = 0;              // the table's own items; secondary indexes count from 1
constexpr IndexId kFirstSystemIndex = 0xFF00;  // all secondary indexes are below it
constexpr IndexId kExpiryIndex = 0xFF01;       // expiry entries, by time
constexpr IndexId kCountsIndex = 0xFF02;       // sums of the table and of each index
constexpr IndexId kCollectionIndex = 0xFF03;   // sums of each item collection
constexpr IndexId kBackfillIndex = 0xFF04;     // progress of backfills
constexpr IndexId kStreamIndex = 0xFF05;       // the records of a stream, whose id takes the place of a table's
constexpr IndexId kHashIndex = 0xFF07;         // only in keys of sums that an earlier version wrote
constexpr IndexId kHistoryIndex = 0xFF06;      // the entries of a history, whose id takes the place of a table's

constexpr std::size_t kPrefixBytes = 10;

std::uint32_t partition_hash(std::string_view encoded_partition_key);

// Appends [table][index][hash][partition key] to `out`.
void append_partition(TableId table, IndexId index, std::string_view encoded_partition_key, std::string& out);
// append_partition in two steps, for a caller that encodes the partition key to the end of `out` itself. It calls
// open_partition, encodes the key, and passes the result of open_partition to close_partition.
std::size_t open_partition(TableId table, IndexId index, std::string& out);
void close_partition(std::size_t opened, std::string& out);
// The bounds of the keys of one index or one table. The lower bound is inclusive, the upper bound exclusive.
std::string index_lower(TableId table, IndexId index);
std::string index_upper(TableId table, IndexId index);
std::string table_lower(TableId table);
std::string table_upper(TableId table);
// The lower bound of the partitions with at least this hash. Requires: `hash` <= 2^32, and 2^32 gives the end of the
// index.
std::string segment_bound(TableId table, IndexId index, std::uint64_t hash);

// The hash in a key of an item or an index entry, or in a bound of such keys. Requires: `key` has kPrefixBytes.
std::uint32_t hash_in(std::string_view key);

// The share of an index's hashes, from 0 to 1, that comes before the hash of `key`. Requires: `key` has kPrefixBytes.
double share_before(std::string_view key);

}  // namespace partita::keys
