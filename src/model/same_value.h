// Equality of attribute values as the service has it, at the top level: numbers by value.
#pragma once

#include <partita/attribute_value.h>

namespace partita::model {

bool same_value(const AttributeValue& a, const AttributeValue& b);

}  // namespace partita::model
