// Keys of the data that the engine keeps beside items: sums, expiry entries, the progress of backfills and
// stream records. The layout is in keys/FORMAT.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "keys/key_space.h"

namespace partita::keys {

// The key of the sums (count and bytes) of a table's items (index kBaseTable) or of an index's entries.
std::string counts_key(TableId table, IndexId index);
// The key of the sums of the item collection with this partition key. The key is encoded as in the base table.
std::string collection_key(TableId table, std::string_view encoded_partition_key);
// The key of an item's expiry entry. It holds the time, then `base_key` without its [table][index].
std::string expiry_key(TableId table, std::uint64_t seconds, std::string_view base_key);
// The bound below which all expiry entries have a time before `seconds`, a Unix time.
std::string expiry_bound(TableId table, std::uint64_t seconds);
// The base-table key of the item that an expiry entry is for. Requires: expiry_key made `expiry_entry_key`.
std::string base_key_of_expiry(std::string_view expiry_entry_key);
// The key of a backfill's progress, for an index or for the expiry entries (kExpiryIndex). Its value is the last base
// key that was done.
std::string backfill_key(TableId table, IndexId index);

// The key of a stream record. Streams have ids of the same series as tables.
std::string stream_record_key(TableId stream, std::uint64_t sequence_number);
// The same without memory from the heap, for writers.
constexpr std::size_t kStreamRecordKeyBytes = kPrefixBytes + sizeof(std::uint64_t);
std::array<char, kStreamRecordKeyBytes> stream_record_key_bytes(TableId stream, std::uint64_t sequence_number);
// The sequence number in the key of a stream record. Requires: stream_record_key made it.
std::uint64_t number_of_stream_record(std::string_view key);

// The place in an archive of a store that is restored from it or follows it, of the system's table (archive/applied.h).
std::string archive_position_key();

// Entries of a history. Histories have ids of the same series as tables. The entries of one day are together, so that
// they can be erased as one range, and within it those of one item, in the order of their numbers.
//
// The part of an item's key that follows its [table][index], which the item has in each table with the same keys.
std::string_view suffix_of(std::string_view base_key);
// The base-table key of a table with this suffix.
std::string base_key_of(TableId table, std::string_view suffix);
// The bound of the entries of a day that are not below the item with this suffix, or of all entries of the day.
std::string history_bound(TableId history, std::uint32_t day, std::string_view suffix = {});
// The key of an entry.
std::string history_key(TableId history, std::uint32_t day, std::string_view suffix, std::uint64_t sequence_number);
// Whether the key has room for all parts of the key of an entry.
bool is_history_key(std::string_view key);
// The parts of the key of an entry, which point into `key`. Requires: is_history_key().
struct HistoryKey {
  std::uint32_t day;
  std::string_view suffix;
  std::uint64_t number;
};
HistoryKey parse_history_key(std::string_view key);

}  // namespace partita::keys
