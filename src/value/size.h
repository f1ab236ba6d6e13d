// Sizes in bytes by the service's formula ("DynamoDB item sizes and formats" in the developer guide). Names and strings
// count their UTF-8 bytes, and a number about half its digits plus one. A list or map counts 3 bytes and 1 more for
// each element.
#pragma once

#include <cstddef>

#include "value/view.h"

namespace partita::value {

std::size_t value_size_bytes(const AttributeValue& value);
std::size_t value_size_bytes(ValueView value);
std::size_t item_size_bytes(const AttributeMap& item);
std::size_t item_size_bytes(const MapView& item);

}  // namespace partita::value
