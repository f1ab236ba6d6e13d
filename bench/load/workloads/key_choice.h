// Chooses the items that a workload's requests use.
#pragma once

#include "lib/random.h"
#include "load/workloads/table.h"

namespace partita::bench {

// The number of an item at which a page of `limit` items begins, in the order of that index ("", "gsi", "lsi"). Every
// partition and every place with room for the page is equally likely. Requires: limit <= group.
inline std::uint64_t page_begin(const Layout& layout, std::string_view index, unsigned limit, Random& random) {
  const std::uint64_t partitions = layout.items / layout.group;
  const std::uint64_t partition = random.below(partitions);
  const std::uint64_t place = random.below(layout.group - limit + 1);
  if (index == "gsi") return place * partitions + partition;
  return partition * layout.group + (index == "lsi" ? layout.group - 1 - place : place);
}

// The first of `items` neighbours that no other connection chooses, because transactions on one item would cancel each
// other.
inline std::uint64_t own_block(const Layout& layout, unsigned items, unsigned connection, unsigned connections,
                               Random& random) {
  const std::uint64_t blocks_each = layout.items / items / connections;
  return (random.below(blocks_each) * connections + connection) * items;
}

// The size in bytes of an item as JSON, without braces.
inline std::size_t item_json_bytes(const Table& table) {
  std::size_t bytes = table.attributes.size() - 1;
  for (const Attribute& attribute : table.attributes) bytes += attribute.name.size() + attribute.width + 11;
  return bytes;
}

}  // namespace partita::bench
