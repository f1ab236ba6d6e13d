// The tables that the workloads need.
#pragma once

#include <string>

#include "lib/items.h"

namespace partita::bench {

struct Table {
  std::string name;
  Layout layout;
  // Adds the LSI `lsi` on lk and the GSI `gsi` on gpk and gsk, both with all attributes.
  bool query_indexes = false;
  // Adds a stream of old and new images.
  bool stream = false;

  const Attribute& attribute(std::string_view name) const;
  std::vector<Attribute> attributes = attributes_of(layout);
};

Table records_table(std::string name, std::uint64_t items);
// Partitions of `group` items, with the two indexes of query_indexes or without.
Table grouped_table(std::string name, std::uint64_t items, std::uint64_t group, bool query_indexes);
// GSIs i00.. on k00.., each with all attributes.
Table indexed_table(std::string name, std::uint64_t items, unsigned indexes);
Table ycsb_table(std::string name, std::uint64_t items);

Table streamed_table(std::string name, std::uint64_t items);
// The vector index `vectors` on the items' vectors. All vectors are in one partition of it.
Table vectors_table(std::string name, std::uint64_t items, unsigned dimensions);

// The body of the table's CreateTable request.
std::string create_table_json(const Table& table);

}  // namespace partita::bench
