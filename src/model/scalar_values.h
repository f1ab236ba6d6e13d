// Values of key attributes by the type of the attribute.
#pragma once

#include <partita/attribute_value.h>
#include <partita/enums.h>

#include <string>

namespace partita::model {

constexpr AttributeType type_of(ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::N: return AttributeType::N;
    case ScalarAttributeType::B: return AttributeType::B;
    case ScalarAttributeType::S: break;
  }
  return AttributeType::S;
}

inline bool has_type(const AttributeValue& value, ScalarAttributeType type) { return value.is(type_of(type)); }

// The value of type `type` whose text, number or bytes are `text`.
inline AttributeValue typed_text(ScalarAttributeType type, std::string text) {
  switch (type) {
    case ScalarAttributeType::N: return AttributeValue::number(std::move(text));
    case ScalarAttributeType::B: return AttributeValue::binary(std::move(text));
    case ScalarAttributeType::S: break;
  }
  return AttributeValue::string(std::move(text));
}

}  // namespace partita::model
