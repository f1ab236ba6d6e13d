// The entries of vector indexes. An entry's value is the vector, 4 bytes for each dimension (IEEE 754, little-endian),
// then the encoded item of the projected attributes, which lacks the vector (keys/FORMAT.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "value/view.h"

namespace partita::engine {

// Bytes of a vector in an entry. The service counts as many for it.
constexpr std::size_t vector_bytes(const catalog::VectorDefinition& vector) {
  return sizeof(float) * vector.dimensions;
}

// The value of the item's entry. nullopt if the item has no vector of the index's dimensions, if a number of it is no
// 32-bit number, or if an inline filter has another type than its definition. Requires: `index` is a vector index.
std::optional<std::string> vector_entry_value(const catalog::IndexInfo& index, const value::ItemView& item);

struct VectorEntry {
  std::string_view vector;  // its bytes, which need not be aligned
  value::ItemView item;     // the projected attributes without the vector
};
// The parts of an entry's value, which point into it. Requires: vector_entry_value made the value.
VectorEntry parse_vector_entry(const catalog::IndexInfo& index, std::string_view value);

// The size of an entry by the service's formula, with the name of its vector attribute and 4 bytes for each dimension.
std::size_t vector_entry_size_bytes(const catalog::IndexInfo& index, const value::ItemView& projected);

// The size that the service charges a write or a read of an item for: an attribute that a vector index reads counts 4
// bytes for each dimension in place of its numbers (conformance suite, vectorSearch/consumedCapacity; reads as Dynoxide
// reports to have found them in October 2026). Reads of an index, and the limit of an item's size, count the numbers.
std::size_t charged_size_bytes(const catalog::TableInfo& table, const value::ItemView& item);

}  // namespace partita::engine
