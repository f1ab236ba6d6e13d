// What errors and attribute_type call the types of values.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::expr {

// "S", "BOOL", "NULL".
std::string_view type_name(AttributeType type);
// "STRING", "BOOLEAN": what the update sections ADD and DELETE say.
std::string_view long_type_name(AttributeType type);
std::optional<AttributeType> type_named(std::string_view name);
bool is_set(AttributeType type);
// S, N and B are ordered.
bool is_ordered(AttributeType type);
// As an error prints a value: {S:abc}.
std::string braced(const AttributeValue& value);

}  // namespace partita::expr
