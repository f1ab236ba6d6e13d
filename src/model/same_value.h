// Equality of attribute values as the service has it, at the top level: numbers by value.
#pragma once

#include <partita/attribute_value.h>

#include <compare>
#include <optional>

namespace partita::model {

bool same_value(const AttributeValue& a, const AttributeValue& b);

// How the service orders them. nullopt: values of different types, or of one that has no order, for which no comparison
// holds.
std::optional<std::strong_ordering> order_between(const AttributeValue& a, const AttributeValue& b);

}  // namespace partita::model
