// Sizes by the service's formula ("DynamoDB item sizes and formats" in the developer guide): names and strings count
// their UTF-8 bytes, a number about half its digits plus one, a list or map 3 bytes plus 1 for each element.
#pragma once

#include <cstddef>

#include "value/view.h"

namespace partita::value {

std::size_t value_size_bytes(const AttributeValue& value);
std::size_t value_size_bytes(ValueView value);
std::size_t item_size_bytes(const AttributeMap& item);
std::size_t item_size_bytes(const MapView& item);

}  // namespace partita::value
