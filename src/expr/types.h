// The names of value types in errors and in attribute_type.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::expr {

// The short name, for example "S", "BOOL", "NULL".
std::string_view type_name(AttributeType type);
// The long name, for example "STRING" or "BOOLEAN", as errors of the update sections ADD and DELETE have it.
std::string_view long_type_name(AttributeType type);
// The type with this short name, or nullopt if the service has no such type.
std::optional<AttributeType> type_named(std::string_view name);
bool is_set(AttributeType type);
// Whether values of the type are ordered. S, N and B are.
bool is_ordered(AttributeType type);
// The value as an error prints it, for example {S:abc}.
std::string braced(const AttributeValue& value);

}  // namespace partita::expr
