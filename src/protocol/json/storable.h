// A check whether a database could hold the values. The other end of a connection may have invented them.
#pragma once

#include <partita/attribute_value.h>

namespace partita::protocol {

// Whether all values are valid. Each must have one type, its numbers must parse, its sets must have elements and no
// duplicates, and it must not nest too deeply.
bool is_storable(const AttributeMap& attributes);

}  // namespace partita::protocol
