// Rules of attribute values and items. ops/prepare.h declares check_value and check_item.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

namespace partita::ops {

// Checks each value of an item or a key, without the size limit.
Result<void> check_values(const AttributeMap& attributes);
// Checks the limit of 400 KB. Requires: check_values(item) passed.
Result<void> check_item_size(const AttributeMap& item);
// Checks the values of an ExclusiveStartKey. The service puts words before some of the texts.
Result<void> check_start_key(const AttributeMap& key);
// Checks the values of ExpressionAttributeValues. Most texts name the placeholder.
Result<void> check_placeholder_values(const AttributeMap& values);
// Whether `lower` is greater than `upper`. Returns false for values that have no order, because their types differ or
// are not S, N or B. Requires: both passed check_value.
bool is_greater(const AttributeValue& lower, const AttributeValue& upper);

}  // namespace partita::ops
