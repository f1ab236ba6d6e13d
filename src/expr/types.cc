#include "expr/types.h"

#include "base/base64.h"
#include "value/types.h"

namespace partita::expr {

std::string_view long_type_name(AttributeType type) {
  switch (type) {
    case AttributeType::S:
      return "STRING";
    case AttributeType::N:
      return "NUMBER";
    case AttributeType::B:
      return "BINARY";
    case AttributeType::L:
      return "LIST";
    case AttributeType::M:
      return "MAP";
    case AttributeType::Bool:
      return "BOOLEAN";
    default:
      return value::type_name(type);
  }
}

bool is_set(AttributeType type) {
  return type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
}

bool is_ordered(AttributeType type) {
  return type == AttributeType::S || type == AttributeType::N || type == AttributeType::B;
}

std::string braced(const AttributeValue& value) {
  std::string text("{");
  text.append(value::type_name(value.type())).append(":");
  if (value.is(AttributeType::B)) {
    text += base::to_base64(value.b());
  } else if (is_ordered(value.type())) {
    text += value.text();
  } else if (value.is(AttributeType::Bool) || value.is(AttributeType::Null)) {
    text += value.boolean() ? "true" : "false";
  }
  return text += "}";
}

}  // namespace partita::expr
