// Rules of attribute values and items. check_value and check_item stand in ops/prepare.h.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

namespace partita::ops {

// Each value of an item or a key, without the size limit.
Result<void> check_values(const AttributeMap& attributes);
// The 400 KB limit. Requires: check_values(item) passed.
Result<void> check_item_size(const AttributeMap& item);
// An ExclusiveStartKey: as check_values, but the service puts words before some of the texts.
Result<void> check_start_key(const AttributeMap& key);
// ExpressionAttributeValues: the texts name the placeholder.
Result<void> check_placeholder_values(const AttributeMap& values);
// Whether `lower` is greater than `upper`. Requires: both passed check_value. Values of another type than S, N or B,
// or of different types, have no order: false.
bool is_greater(const AttributeValue& lower, const AttributeValue& upper);

}  // namespace partita::ops
