// The value of a member after a change of a part of it, so that values that follow from the whole member are known.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <optional>
#include <vector>

namespace partita::model {

// The value after the change, as the database makes it of `before`. nullopt for `before` means an absent attribute, or
// an absent default. A result without a type means that the attribute is absent afterwards. nullopt if the database
// refuses the change, or if the change empties a set inside of a list.
std::optional<AttributeValue> changed_value(const std::optional<AttributeValue>& before, const Change& change);

// The request's changes in an order in which they can be applied one after the other, although the database applies all
// of them to the item as it was: the removals of elements of lists come last, and those behind come before those in
// front.
std::vector<const Change*> in_order_of_effect(const std::vector<Change>& changes);

}  // namespace partita::model
