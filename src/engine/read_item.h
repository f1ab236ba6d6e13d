// An item read from the store, with its projection.
#pragma once

#include "expr/projection.h"
#include "storage/store.h"
#include "value/size.h"

#include <partita/item.h>

#include <optional>

namespace partita::engine {

struct ReadItem {
  std::optional<Item> item;     // projected; absent where there is none
  storage::PinnedBytes stored;  // the whole item
  // Of the whole item, 0 where there is none: what capacity units are counted by.
  std::size_t size_bytes() const { return item ? value::item_size_bytes(value::ItemView(stored.bytes)) : 0; }
};

ReadItem read_item(storage::GetResult stored, const std::optional<expr::Projection>& projection);

// `bytes` as an item of its own, or what `projection` leaves of them.
Item projected_item(const storage::PinnedBytes& stored, const std::optional<expr::Projection>& projection);

}  // namespace partita::engine
