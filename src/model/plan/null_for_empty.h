// Other programs write NULL for an empty member. A change that adds to the stored value must treat that NULL as an
// absent attribute. And an empty set in a list or map is NULL, but the database removes the whole element with the last
// element of the set. An update expression cannot express either, so such a write reads the item and sets the result.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <optional>
#include <string_view>

namespace partita::model {

// True if the result of the change depends on the stored value.
bool starts_from_stored(const Change& change);

// True if `stored`, the field's stored value, has a NULL at the change's path that counts as absent.
bool meets_null(const FieldInfo& field, const Change& change, const AttributeValue& stored);

// The change of an absent value, as a change that does not depend on the stored value. `absent` is its start value, and
// nullptr means zero or an empty list. nullopt if the sum is not a value of the member.
// Requires: starts_from_stored(change).
std::optional<Change> change_of_absent(Change change, const AttributeValue* absent);

// True if the change removes elements from a set in a list or map, and `stored`, the field's stored value, has no set
// there or may have no more elements than those.
bool may_empty_element(const Change& change, const AttributeValue& stored);
// The change as one that sets what remains of the set: NULL if nothing does. nullopt if there is nothing to remove.
// `stored` is the field's stored value, and nullptr if it is absent.
// Requires: change.kind is RemoveFromSet, and change.of_element is set.
std::optional<Change> without_elements(Change change, const AttributeValue* stored);

// True if a write failed, or may have failed, because one of its changes met a NULL or would empty such a set. The
// first overload takes the item on which a condition failed, the second the message of a failed update.
bool failed_at_null(const WriteRequest& request, const std::optional<Item>& item);
bool failed_at_null(const WriteRequest& request, std::string_view message);

// True if the message says that an update adds to a value of the wrong type.
bool is_of_operand(std::string_view message);

}  // namespace partita::model
