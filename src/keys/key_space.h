// Where everything lives in the store. The layout is keys/FORMAT.md; every key begins with
//   [table u32][index u16][hash u32]   big-endian, kPrefixBytes long,
// the hash being the top 32 bits of XXH3-64 (seed 0) of the encoded partition key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::keys {

// Never reused. Table 0 is the system's own.
using TableId = std::uint32_t;
using IndexId = std::uint16_t;

constexpr TableId kSystemTable = 0;
constexpr IndexId kBaseTable = 0;              // the table's own items; secondary indexes count from 1
constexpr IndexId kFirstSystemIndex = 0xFF00;  // below: secondary indexes
constexpr IndexId kExpiryIndex = 0xFF01;       // expiry entries, by time
constexpr IndexId kCountsIndex = 0xFF02;       // sums of the table and of each index
constexpr IndexId kCollectionIndex = 0xFF03;   // sums of each item collection
constexpr IndexId kBackfillIndex = 0xFF04;    // progress of backfills

constexpr std::size_t kPrefixBytes = 10;

std::uint32_t partition_hash(std::string_view encoded_partition_key);

// [table][index][hash][partition key]
void append_partition(TableId table, IndexId index, std::string_view encoded_partition_key, std::string& out);
// The same in two steps, for a partition key that is encoded to the end of `out` between them: open_partition, and
// close_partition with what that returned.
std::size_t open_partition(TableId table, IndexId index, std::string& out);
void close_partition(std::size_t opened, std::string& out);
// [table][index], the bounds of one index
std::string index_lower(TableId table, IndexId index);
std::string index_upper(TableId table, IndexId index);
std::string table_lower(TableId table);
std::string table_upper(TableId table);
// [table][index][hash]: where the partitions with at least this hash begin; `hash` up to 2^32 for the end.
std::string segment_bound(TableId table, IndexId index, std::uint64_t hash);

// Which share of an index's hashes, from 0 to 1, comes before that of `key`. Requires: `key` has kPrefixBytes.
double share_before(std::string_view key);

}  // namespace partita::keys
