// The types of values: their names, and the types that key attributes can have.
#pragma once

#include <partita/attribute_value.h>
#include <partita/enums.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::value {

// The name of the type in requests and messages, for example "S" or "BOOL". It is a constant text, and empty for None
// and Several.
std::string_view type_name(AttributeType type);
// The type with this name, or nullopt if no type has it.
std::optional<AttributeType> type_named(std::string_view name);

constexpr AttributeType type_of(ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::N:
      return AttributeType::N;
    case ScalarAttributeType::B:
      return AttributeType::B;
    case ScalarAttributeType::S:
      break;
  }
  return AttributeType::S;
}

inline bool has_type(const AttributeValue& value, ScalarAttributeType type) { return value.is(type_of(type)); }

// The value of type `type` whose text, number or bytes are `text`.
AttributeValue typed_text(ScalarAttributeType type, std::string text);

}  // namespace partita::value
