#include "value/types.h"

#include <array>
#include <utility>

namespace partita::value {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 12> kNames = {"", "", "S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"};

}  // namespace

std::string_view type_name(AttributeType type) { return kNames[static_cast<std::size_t>(type)]; }

std::optional<AttributeType> type_named(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<AttributeType>(i);
  return std::nullopt;
}

AttributeValue typed_text(ScalarAttributeType type, std::string text) {
  switch (type) {
    case ScalarAttributeType::N:
      return AttributeValue::number(std::move(text));
    case ScalarAttributeType::B:
      return AttributeValue::binary(std::move(text));
    case ScalarAttributeType::S:
      break;
  }
  return AttributeValue::string(std::move(text));
}

}  // namespace partita::value
