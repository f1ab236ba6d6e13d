#include "keys/key_space.h"

#include <xxhash.h>

#include "base/bytes.h"
#include "base/check.h"
#include "keys/key_codec.h"

namespace partita::keys {
namespace {
constexpr std::uint64_t kHashes = std::uint64_t{1} << 32;
}

std::uint32_t partition_hash(std::string_view encoded_partition_key) {
  return static_cast<std::uint32_t>(XXH3_64bits(encoded_partition_key.data(), encoded_partition_key.size()) >> 32);
}

void append_partition(TableId table, IndexId index, std::string_view encoded_partition_key, std::string& out) {
  base::put_big_endian(out, table);
  base::put_big_endian(out, index);
  base::put_big_endian(out, partition_hash(encoded_partition_key));
  out.append(encoded_partition_key);
}

std::string table_lower(TableId table) {
  std::string bound;
  base::put_big_endian(bound, table);
  return bound;
}

std::string table_upper(TableId table) { return prefix_end(table_lower(table)); }

std::string index_lower(TableId table, IndexId index) {
  std::string bound = table_lower(table);
  base::put_big_endian(bound, index);
  return bound;
}

std::string index_upper(TableId table, IndexId index) { return prefix_end(index_lower(table, index)); }

std::string segment_bound(TableId table, IndexId index, std::uint64_t hash) {
  PARTITA_CHECK(hash <= kHashes);
  if (hash == kHashes) return index_upper(table, index);
  std::string bound = index_lower(table, index);
  base::put_big_endian(bound, static_cast<std::uint32_t>(hash));
  return bound;
}

}  // namespace partita::keys
