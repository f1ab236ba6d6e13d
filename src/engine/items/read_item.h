// An item read from the store, with its projection.
#pragma once

#include <partita/item.h>

#include <optional>

#include "catalog/table_info.h"
#include "expr/projection.h"
#include "storage/store.h"
#include "value/size.h"

namespace partita::engine {

struct ReadItem {
  std::optional<Item> item;     // the projected item; nullopt if no item was found
  storage::PinnedBytes stored;  // the whole item
  // The size of the whole item. 0 if no item was found.
  std::size_t size_bytes() const { return item ? value::item_size_bytes(value::ItemView(stored.bytes)) : 0; }
  // The size of the whole item of `table` that capacity units count, by charged_size_bytes(). 0 if no item was found.
  std::size_t charged_bytes(const catalog::TableInfo& table) const;
};

// Requires: the state of `stored` is not NotCached.
ReadItem read_item(storage::GetResult stored, const std::optional<expr::Projection>& projection);

// The stored item, which then shares its bytes with `stored`, or a new item with the attributes of `projection`.
Item projected_item(const storage::PinnedBytes& stored, const std::optional<expr::Projection>& projection);

}  // namespace partita::engine
