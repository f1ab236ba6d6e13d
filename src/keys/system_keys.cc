#include "keys/system_keys.h"

#include "base/bytes.h"

namespace partita::keys {
namespace {
constexpr std::size_t kTableAndIndexBytes = sizeof(TableId) + sizeof(IndexId);
}

std::string archive_position_key() {
  constexpr IndexId kArchivePosition = 14;
  return index_lower(kSystemTable, kArchivePosition);
}

std::string counts_key(TableId table, IndexId index) {
  std::string key = index_lower(table, kCountsIndex);
  base::put_big_endian(key, index);
  return key;
}

std::string collection_key(TableId table, std::string_view encoded_partition_key) {
  std::string key;
  append_partition(table, kCollectionIndex, encoded_partition_key, key);
  return key;
}

std::string expiry_bound(TableId table, std::uint64_t seconds) {
  std::string key = index_lower(table, kExpiryIndex);
  base::put_big_endian(key, seconds);
  return key;
}

std::string expiry_key(TableId table, std::uint64_t seconds, std::string_view base_key) {
  return expiry_bound(table, seconds).append(base_key.substr(kTableAndIndexBytes));
}

std::string base_key_of_expiry(std::string_view expiry_entry_key) {
  std::string_view rest = expiry_entry_key;
  const auto table = base::take_big_endian<TableId>(rest);
  rest.remove_prefix(sizeof(IndexId) + sizeof(std::uint64_t));
  return index_lower(table, kBaseTable).append(rest);
}

std::string backfill_key(TableId table, IndexId index) {
  std::string key = index_lower(table, kBackfillIndex);
  base::put_big_endian(key, index);
  return key;
}

std::string stream_record_key(TableId stream, std::uint64_t sequence_number) {
  const auto bytes = stream_record_key_bytes(stream, sequence_number);
  return {bytes.data(), bytes.size()};
}

std::array<char, kStreamRecordKeyBytes> stream_record_key_bytes(TableId stream, std::uint64_t sequence_number) {
  std::array<char, kStreamRecordKeyBytes> key{};
  // The bytes of the hash stay 0.
  base::write_big_endian(base::write_big_endian(key.data(), stream), kStreamIndex);
  base::write_big_endian(key.data() + kPrefixBytes, sequence_number);
  return key;
}

std::uint64_t number_of_stream_record(std::string_view key) {
  key.remove_prefix(kPrefixBytes);
  return base::take_big_endian<std::uint64_t>(key);
}

std::string_view suffix_of(std::string_view base_key) { return base_key.substr(kTableAndIndexBytes); }

std::string base_key_of(TableId table, std::string_view suffix) {
  return index_lower(table, kBaseTable).append(suffix);
}

std::string history_bound(TableId history, std::uint32_t day, std::string_view suffix) {
  std::string key;
  key.reserve(kPrefixBytes + suffix.size() + sizeof(std::uint64_t));
  base::put_big_endian(key, history);
  base::put_big_endian(key, kHistoryIndex);
  base::put_big_endian(key, day);
  return key.append(suffix);
}

std::string history_key(TableId history, std::uint32_t day, std::string_view suffix, std::uint64_t sequence_number) {
  std::string key = history_bound(history, day, suffix);
  base::put_big_endian(key, sequence_number);
  return key;
}

bool is_history_key(std::string_view key) {
  return key.size() >= kTableAndIndexBytes + sizeof(std::uint32_t) + sizeof(std::uint64_t);
}

HistoryKey parse_history_key(std::string_view key) {
  key.remove_prefix(kTableAndIndexBytes);
  HistoryKey parts{};
  parts.day = base::take_big_endian<std::uint32_t>(key);
  parts.suffix = key.substr(0, key.size() - sizeof(std::uint64_t));
  key.remove_prefix(parts.suffix.size());
  parts.number = base::take_big_endian<std::uint64_t>(key);
  return parts;
}

}  // namespace partita::keys
