#include "keys/key_space.h"

#include <xxhash.h>

#include "base/bytes.h"
#include "base/check.h"
#include "keys/key_codec.h"

namespace partita::keys {
namespace {
constexpr std::uint64_t kHashes = std::uint64_t{1} << 32;

template <class Unsigned>
void write_big_endian(char* out, Unsigned value) {
  for (std::size_t i = sizeof(Unsigned); i > 0; --i, value = static_cast<Unsigned>(std::uint64_t{value} >> 8))
    out[i - 1] = static_cast<char>(value);
}
}  // namespace

std::uint32_t partition_hash(std::string_view encoded_partition_key) {
  return static_cast<std::uint32_t>(XXH3_64bits(encoded_partition_key.data(), encoded_partition_key.size()) >> 32);
}

std::size_t open_partition(TableId table, IndexId index, std::string& out) {
  char prefix[kPrefixBytes] = {};
  write_big_endian(prefix, table);
  write_big_endian(prefix + sizeof table, index);
  out.append(prefix, kPrefixBytes);
  return out.size();
}

void close_partition(std::size_t opened, std::string& out) {
  const std::uint32_t hash = partition_hash(std::string_view(out).substr(opened));
  write_big_endian(out.data() + opened - sizeof hash, hash);
}

void append_partition(TableId table, IndexId index, std::string_view encoded_partition_key, std::string& out) {
  const std::size_t opened = open_partition(table, index, out);
  out.append(encoded_partition_key);
  close_partition(opened, out);
}

std::uint32_t hash_in(std::string_view key) {
  std::string_view hash = key.substr(sizeof(TableId) + sizeof(IndexId));
  return base::take_big_endian<std::uint32_t>(hash);
}

double share_before(std::string_view key) { return double(hash_in(key)) / double(kHashes); }

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
