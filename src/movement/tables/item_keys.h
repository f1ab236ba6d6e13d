// The keys of items, as items that have only the attributes of the key.
#pragma once

#include <partita/item.h>

#include <string>
#include <string_view>

#include "transfer/tables/table_facts.h"

namespace partita::movement {

// The names of a table's key attributes, in the order of their bytes.
class KeyNames {
 public:
  explicit KeyNames(const transfer::TableFacts& table);
  // The encoding of the item's key as an item. Equal keys have equal encodings. Requires: the item has the key.
  std::string key_of(const Item& item) const;

 private:
  std::vector<std::string> names_;
};

// An item that owns its encoding.
Item item_of(std::string_view encoded);

}  // namespace partita::movement
