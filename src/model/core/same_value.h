// Equality of attribute values as the service defines it. Numbers at the top level are compared by value, but numbers
// inside of documents and sets by their texts.
#pragma once

#include <partita/attribute_value.h>

#include <compare>
#include <optional>

namespace partita::model {

bool same_value(const AttributeValue& a, const AttributeValue& b);

// The service's order of two values. nullopt if the types differ or the type has no order; then no comparison holds.
std::optional<std::strong_ordering> order_between(const AttributeValue& a, const AttributeValue& b);

}  // namespace partita::model
