#include "console/patterns/field_text.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "console/wire.h"
#include "model/codec/field_value.h"
#include "value/number.h"

namespace partita::console {

struct TypedValue {
  AttributeValue value = {};
};
template <class V, protocol::Is<TypedValue> T>
void fields(V& v, T& of) {
  v("Value", of.value);
}

namespace {

using model::FieldInfo;
using model::FieldKind;

Result<AttributeValue> enumerator(const FieldInfo& field, std::string_view text) {
  std::string known;
  for (const model::EnumeratorInfo& one : field.enumerators) {
    if (one.attribute == text || one.name == text) return AttributeValue::string(std::string(one.attribute));
    known += (known.empty() ? "" : ", ") + std::string(one.attribute);
  }
  return invalid(fmt::format("{} takes one of {}, not '{}'", field.name, known, text));
}

Result<AttributeValue> document(const FieldInfo& field, std::string_view text) {
  auto typed = read_request<TypedValue>(fmt::format("{{\"Value\":{}}}", text));
  if (!typed || typed->value.is(AttributeType::None) || typed->value.is(AttributeType::Several))
    return invalid(fmt::format("{} takes typed JSON, such as {{\"L\":[{{\"S\":\"a\"}}]}}, not '{}'", field.name, text));
  return std::move(typed->value);
}

}  // namespace

std::string_view type_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Bytes:
      return "binary";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return "number";
    case FieldKind::Bool:
      return "boolean";
    case FieldKind::Enum:
      return "enum";
    case FieldKind::Time:
      return "time";
    case FieldKind::Date:
      return "date";
    case FieldKind::Document:
      return "document";
    default:
      return "string";
  }
}

Result<AttributeValue> value_of(const FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::Bytes: {
      auto bytes = base::decode_base64(text);
      if (!bytes) return invalid(fmt::format("{} takes bytes in base64, not '{}'", field.name, text));
      return AttributeValue::binary(std::move(*bytes));
    }
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds: {
      const auto number = value::Number::parse(text);
      if (!number) return invalid(fmt::format("{} takes a number, not '{}'", field.name, text));
      return AttributeValue::number(number->to_text());
    }
    case FieldKind::Bool:
      if (text == "true" || text == "false") return AttributeValue(text == "true");
      return invalid(fmt::format("{} takes true or false, not '{}'", field.name, text));
    case FieldKind::Enum:
      return enumerator(field, text);
    case FieldKind::Document:
      return document(field, text);
    default:
      return AttributeValue::string(std::string(text));
  }
}

Result<AttributeValue> whole_value_of(const FieldInfo& field, std::string_view text) {
  PARTITA_TRY_VALUE(value, value_of(field, text));
  if (!model::fits_field(field, value))
    return invalid(fmt::format("{}: {}", field.name, model::fault_of_field(field, value)));
  return value;
}

Result<AttributeValue> operand_of(const FieldInfo& field, std::string_view comparison, std::string_view text) {
  if (field.kind != FieldKind::Document || comparison != "contains") return value_of(field, text);
  if (auto typed = document(field, text)) return typed;
  return AttributeValue::string(std::string(text));
}

}  // namespace partita::console
