// A condition of a write by which an item must be as expected.
#pragma once

#include <partita/item_operations.h>

#include <optional>
#include <string>

namespace partita::movement {

struct ItemCondition {
  std::string text = {};
  OptionalNames names = {};
  OptionalItem values = {};
};

// The condition that the item with this key is `there`; nullopt if it must not exist. Attributes that only `wanted` has
// must be absent. At most 100 attributes are compared, because an expression has up to 300 operators and 4 KB of text.
ItemCondition condition_of(const std::optional<Item>& there, const std::optional<Item>& wanted, const Item& key);

}  // namespace partita::movement
