// NULL, which other programs write for an empty member, and the changes that add to what is stored: to these it is as an absent
// attribute. No update expression can say so, so that such a write reads the item and sets what follows.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string_view>

namespace partita::model {

// Whether what the change gives depends on what is stored.
bool starts_from_stored(const Change& change);

// Whether the change meets a NULL in the field's stored value that stands for empty.
bool meets_null(const FieldInfo& field, const Change& change, const AttributeValue& stored);

// The change of what is not there, as one that depends on nothing stored. `absent`: what it starts from; nullptr: zero, an empty
// list. nullopt: the outcome is no value of the member.
// Requires: starts_from_stored().
std::optional<Change> change_of_absent(Change change, const AttributeValue* absent);

// Whether a condition failed, on `item`, or an update, for what `message` says, because a change met a NULL, or may have.
bool failed_at_null(const WriteRequest& request, const std::optional<Item>& item);
bool failed_at_null(const WriteRequest& request, std::string_view message);

// Whether the database says of an update that it adds to what it cannot add to.
bool is_of_operand(std::string_view message);

}  // namespace partita::model
