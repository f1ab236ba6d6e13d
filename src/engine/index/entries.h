// Makes the entry of an item in an index.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "value/view.h"

namespace partita::engine {

struct IndexEntry {
  std::string key;    // the entry's key in the store
  std::string value;  // the projected attributes, an encoded item; of a vector index, see vector_entries.h
  std::size_t size_bytes = 0;
  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

// The item's entry in `index`. nullopt if the item lacks one of the index's key attributes, or if one has another type
// or is empty (the index is sparse). A vector index also lacks items without a vector.
// Requires: `base_key` is the item's store key.
std::optional<IndexEntry> entry_of(const catalog::TableInfo& table, const catalog::IndexInfo& index,
                                   const value::ItemView& item, std::string_view base_key);

}  // namespace partita::engine
