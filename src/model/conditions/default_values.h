// The values of absent attributes (pt::defaults): those with which the struct's members are initialised. Conditions,
// increments and keys treat an absent attribute, a NULL and the default value as equal.
#pragma once

#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/predicate.h>

#include <span>
#include <string_view>

namespace partita::model {

// The attribute's default, or nullptr without one.
const AttributeValue* default_of(const EntityInfo& entity, std::string_view attribute);

// True if a stored value counts as an absent attribute. Other programs write NULL for an attribute that could be
// absent. The member is then empty or has its default.
bool counts_as_absent(const FieldInfo& field, const AttributeValue& value);

// Sets the absent and NULL attributes of the item that have a default to it.
void add_defaults(const EntityInfo& entity, AttributeMap& item);

// Extends the predicate so that it holds for an absent or NULL attribute as it does for the default, and for absent
// values inside of an attribute as Predicate::absent describes them. Exists and NotExists still test the stored
// attribute.
Predicate with_defaults(const EntityInfo& entity, Predicate predicate);
// True if the predicate compares an attribute whose absence means a value.
bool compares_defaults(const EntityInfo& entity, const Predicate& predicate);

// True if the change `start` exists only to give the start value of `next`, the change directly after it, for the case
// that the value is absent (PendingChanges::add_from).
bool is_start_of(const Change& start, const Change& next);
// The value from which the request's change at `position` starts if the stored value is absent. nullptr means zero or
// an empty list.
const AttributeValue* start_of(const WriteRequest& request, std::size_t position);

// The value at the end of the steps into `value`. nullptr if a step leads to no value.
const AttributeValue* value_at(const AttributeValue* value, std::span<const PathStep> steps);

}  // namespace partita::model
