// What absent attributes stand for: the values that the struct's members are initialised with (pt::defaults). An absent
// attribute, one that is NULL and one that holds the default are the same to conditions, increments and keys.
#pragma once

#include <partita/model/runtime.h>

#include <span>
#include <string_view>

namespace partita::model {

// nullptr: the attribute has no default.
const AttributeValue* default_of(const EntityInfo& entity, std::string_view attribute);

// Whether a stored value is as if its attribute were absent: other programs write NULL where the attribute could be left out.
// The member is empty then, or has its default.
bool counts_as_absent(const FieldInfo& field, const AttributeValue& value);

// Gives the item the values that its absent attributes stand for.
void add_defaults(const EntityInfo& entity, AttributeMap& item);

// The predicate, so that it holds for an absent or NULL attribute as it does for the default, and for what is absent inside of
// one as Predicate::absent says. Whether an attribute exists is still asked of what is stored.
Predicate with_defaults(const EntityInfo& entity, Predicate predicate);
// Whether the predicate compares what may be absent and stand for a value.
bool compares_defaults(const EntityInfo& entity, const Predicate& predicate);

// Whether the change is there only to say what `next`, which comes directly after it, starts from where nothing is stored:
// PendingChanges::add_from.
bool is_start_of(const Change& start, const Change& next);
// What the request's change at `position` starts from where nothing is stored; nullptr: zero, an empty list.
const AttributeValue* start_of(const WriteRequest& request, std::size_t position);

// What the steps lead to in a value; nullptr: nothing.
const AttributeValue* value_at(const AttributeValue* value, std::span<const PathStep> steps);

}  // namespace partita::model
