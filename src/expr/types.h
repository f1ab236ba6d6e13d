// The types and values of expressions, as errors print them.
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>

namespace partita::expr {

// The long name, for example "STRING" or "BOOLEAN", as errors of the update sections ADD and DELETE have it.
std::string_view long_type_name(AttributeType type);
bool is_set(AttributeType type);
// Whether values of the type are ordered. S, N and B are.
bool is_ordered(AttributeType type);
// The value as an error prints it, for example {S:abc}.
std::string braced(const AttributeValue& value);

}  // namespace partita::expr
