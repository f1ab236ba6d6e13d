// Whether a database could hold the values, which whoever is at the other end may have made up.
#pragma once

#include <partita/attribute_value.h>

namespace partita::protocol {

// Each value has one type, numbers are numbers, sets have elements and no duplicates, and all nest as deep as allowed.
bool is_storable(const AttributeMap& attributes);

}  // namespace partita::protocol
