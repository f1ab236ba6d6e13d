#include "expr/types.h"

namespace partita::expr {
namespace {

struct Names {
  AttributeType type;
  std::string_view name;
  std::string_view long_name;
};
constexpr Names kNames[] = {
    {AttributeType::S, "S", "STRING"},
    {AttributeType::N, "N", "NUMBER"},
    {AttributeType::B, "B", "BINARY"},
    {AttributeType::SS, "SS", "SS"},
    {AttributeType::NS, "NS", "NS"},
    {AttributeType::BS, "BS", "BS"},
    {AttributeType::L, "L", "LIST"},
    {AttributeType::M, "M", "MAP"},
    {AttributeType::Bool, "BOOL", "BOOLEAN"},
    {AttributeType::Null, "NULL", "NULL"},
};

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j > bytes.size() ? '=' : kDigits[group >> (18 - 6 * j) & 63];
  }
  return text;
}

}  // namespace

std::string_view type_name(AttributeType type) {
  for (const Names& names : kNames)
    if (names.type == type) return names.name;
  return {};
}

std::string_view long_type_name(AttributeType type) {
  for (const Names& names : kNames)
    if (names.type == type) return names.long_name;
  return {};
}

std::optional<AttributeType> type_named(std::string_view name) {
  for (const Names& names : kNames)
    if (names.name == name) return names.type;
  return std::nullopt;
}

bool is_set(AttributeType type) {
  return type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
}

bool is_ordered(AttributeType type) {
  return type == AttributeType::S || type == AttributeType::N || type == AttributeType::B;
}

std::string braced(const AttributeValue& value) {
  std::string text("{");
  text.append(type_name(value.type())).append(":");
  if (value.is(AttributeType::B)) {
    text += base64(value.b());
  } else if (is_ordered(value.type())) {
    text += value.text();
  } else if (value.is(AttributeType::Bool) || value.is(AttributeType::Null)) {
    text += value.boolean() ? "true" : "false";
  }
  return text += "}";
}

}  // namespace partita::expr
