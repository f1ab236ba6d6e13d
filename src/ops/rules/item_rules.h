// Rules of attribute values and items.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ops/rules/layer.h"

namespace partita::ops {

// Checks the name of an attribute. Errors: it is empty, or too long.
Result<void> check_attribute_name(std::string_view name);
// Checks that the name of an attribute is not too long. It may be empty.
Result<void> check_name_length(std::string_view name);
// Checks one attribute value: its types, numbers, sets (not empty, no duplicates), NULL, and nesting to 32 levels.
Result<void> check_value(const AttributeValue& value, Layer layer);
// Checks each value of an item or a key, without the size limit.
Result<void> check_values(const AttributeMap& attributes, Layer layer);
// check_values() and check_item_size().
Result<void> check_item(const AttributeMap& item, Layer layer);
// Checks the limit of 400 KB. Requires: check_values(item) passed. Errors: "Item size has exceeded the maximum allowed
// size".
Result<void> check_item_size(const AttributeMap& item);
// The operation of an ExclusiveStartKey. Query and Scan word some of its faults differently.
enum class StartOf : std::uint8_t { Query, Scan };
// Checks the values of an ExclusiveStartKey. The service puts words before some of the texts.
Result<void> check_start_key(const AttributeMap& key, Layer layer, StartOf operation);
// Checks the values of ExpressionAttributeValues. Most texts of the older layer name the placeholder.
Result<void> check_placeholder_values(const AttributeMap& values, Layer layer);
// Whether `value` has more than `levels` levels. A scalar has one level, and a list or map has one more than its
// deepest element.
bool nests_deeper(const AttributeValue& value, std::size_t levels);
// Whether `lower` is greater than `upper`. Returns false for values that have no order, because their types differ or
// are not S, N or B. Requires: both passed check_value.
bool is_greater(const AttributeValue& lower, const AttributeValue& upper);

}  // namespace partita::ops
