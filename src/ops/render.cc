#include "ops/render.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

namespace partita::ops {

std::string render(const std::vector<std::string>& texts) { return fmt::format("[{}]", fmt::join(texts, ", ")); }

std::string render(const std::vector<KeySchemaElement>& key_schema) {
  std::vector<std::string> elements;
  for (const KeySchemaElement& element : key_schema)
    elements.push_back(fmt::format("KeySchemaElement(attributeName={}, keyType={})",
                                   element.attribute_name.value_or("null"),
                                   element.key_type ? element.key_type->text() : "null"));
  return render(elements);
}

std::string render_repeated(std::string_view element, std::size_t count) {
  return render(std::vector<std::string>(count, std::string(element)));
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view part = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0);
    for (std::size_t i = 0; i < 4; ++i) text.push_back(i <= part.size() ? kDigits[bits >> (18 - 6 * i) & 63] : '=');
  }
  return text;
}

std::string_view type_name(AttributeType type) {
  switch (type) {
    case AttributeType::S:
      return "S";
    case AttributeType::N:
      return "N";
    case AttributeType::B:
      return "B";
    case AttributeType::Bool:
      return "BOOL";
    case AttributeType::Null:
      return "NULL";
    case AttributeType::L:
      return "L";
    case AttributeType::M:
      return "M";
    case AttributeType::SS:
      return "SS";
    case AttributeType::NS:
      return "NS";
    case AttributeType::BS:
      return "BS";
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  return "null";
}

}  // namespace partita::ops
