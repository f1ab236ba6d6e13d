#include "modelling/run/given_value.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "base/base64.h"
#include "base/text.h"
#include "base/try.h"
#include "value/number.h"

namespace partita::modelling::run {
namespace {

using model::FieldKind;

Error wrong_value(const model::FieldInfo& field, std::string_view text) {
  std::string form(model::describe(field.kind));
  if (field.kind == FieldKind::Bool) form += ", true or false";
  if (field.kind == FieldKind::Bytes) form += ", in Base64";
  for (std::size_t i = 0; i < field.enumerators.size(); ++i)
    form += fmt::format("{}{}", i == 0 ? ": " : ", ", field.enumerators[i].attribute);
  return {ErrorCode::ValidationException,
          fmt::format("'{}' is not a value of {}, which is {}", text, field.name, form)};
}

}  // namespace

std::optional<GivenValue> given_value(std::string_view word) {
  const std::size_t at = word.find_first_of("=<>^");
  if (at == 0 || at == word.npos) return std::nullopt;
  const std::string_view field = word.substr(0, at), rest = word.substr(at);
  for (const std::string_view comparison : {"<=", ">=", "^=", "<", ">", "="})
    if (rest.starts_with(comparison))
      return GivenValue{std::string(field), comparison == "^=" ? "begins_with" : std::string(comparison),
                        std::string(rest.substr(comparison.size()))};
  return std::nullopt;
}

Result<AttributeValue> value_of_text(const model::FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::Bool:
      if (text != "true" && text != "false") return unexpected(wrong_value(field, text));
      return AttributeValue::boolean(text == "true");
    case FieldKind::Bytes: {
      auto bytes = base::decode_base64(text);
      if (!bytes) return unexpected(wrong_value(field, text));
      return AttributeValue::binary(std::move(*bytes));
    }
    case FieldKind::Enum:
      // The name of one enumerator may be the text of another one's attribute.
      for (const auto text_of : {&model::EnumeratorInfo::attribute, &model::EnumeratorInfo::name})
        for (const model::EnumeratorInfo& one : field.enumerators)
          if (one.*text_of == text) return AttributeValue(std::string(one.attribute));
      // A model file may leave the enumerators open.
      if (!field.enumerators.empty()) return unexpected(wrong_value(field, text));
      return AttributeValue(std::string(text));
    case FieldKind::Document:
      return AttributeValue(std::string(text));
    default:
      break;
  }
  if (model::natural_type(field.kind) != ScalarAttributeType::N) return AttributeValue(std::string(text));
  if (!value::Number::parse(text)) return unexpected(wrong_value(field, text));
  return AttributeValue::number(std::string(text));
}

Result<std::vector<float>> vector_of_text(std::string_view text) {
  std::string_view rest = base::trimmed(text);
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  std::vector<float> out;
  for (;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string one(base::trimmed(rest.substr(0, comma)));
    char* end = nullptr;
    out.push_back(std::strtof(one.c_str(), &end));
    if (one.empty() || *end != '\0' || !std::isfinite(out.back()))
      return fail(ErrorCode::ValidationException,
                  fmt::format("'{}' is not a vector: write its numbers with commas, such as 0.1,0.2", text));
    if (comma == rest.size()) return out;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace partita::modelling::run
