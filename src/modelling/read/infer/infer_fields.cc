#include "modelling/read/infer/infer_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/model/types/date.h>
#include <partita/model/types/ulid.h>
#include <partita/model/types/utc_ms.h>
#include <partita/model/types/uuid.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "value/number.h"

namespace partita::modelling {
namespace {

using model::FieldKind;

constexpr std::size_t kTimeSize = 24;

bool has_no(std::string_view text, char from, char to) {
  return std::ranges::none_of(text, [&](char c) { return c >= from && c <= to; });
}

bool is_exact_time(std::string_view text) { return text.size() == kTimeSize && model::utc_ms::parse(text); }
bool is_date(std::string_view text) { return model::date::parse(text).has_value(); }
bool is_exact_uuid(std::string_view text) { return model::uuid::parse(text) && has_no(text, 'A', 'Z'); }
bool is_exact_ulid(std::string_view text) { return model::ulid::parse(text) && has_no(text, 'a', 'z'); }
bool begins_as_time(std::string_view text) {
  return text.size() > 11 && text[10] == 'T' && is_date(text.substr(0, 10));
}

template <class Texts, class Test>
bool all_are(const Texts& texts, Test test) {
  return !texts.empty() && std::ranges::all_of(texts, test);
}

GuessedKind kind_of_numbers(const std::vector<const AttributeValue*>& values) {
  const bool whole = std::ranges::all_of(values, [](const AttributeValue* value) {
    const auto number = value::Number::parse(value->n());
    return number && number->to_int();
  });
  return {.kind = whole ? FieldKind::Integer : FieldKind::Decimal};
}

GuessedKind kind_of_strings(const std::vector<const AttributeValue*>& values) {
  std::vector<std::string> texts;
  for (const AttributeValue* value : values) texts.push_back(value->s());
  GuessedKind guess{.kind = kind_of_texts(texts)};
  if (guess.kind == FieldKind::String && all_are(texts, begins_as_time))
    guess.description = fmt::format("times such as {}", texts.front());
  return guess;
}

GuessedKind kind_of_type(AttributeType type, const std::vector<const AttributeValue*>& values) {
  switch (type) {
    case AttributeType::N:
      return kind_of_numbers(values);
    case AttributeType::B:
      return {.kind = FieldKind::Bytes};
    case AttributeType::Bool:
      return {.kind = FieldKind::Bool};
    case AttributeType::L:
      return {.kind = FieldKind::Document, .document = DocumentType::List};
    case AttributeType::M:
      return {.kind = FieldKind::Document, .document = DocumentType::Map};
    case AttributeType::SS:
      return {.kind = FieldKind::Document, .document = DocumentType::StringSet};
    case AttributeType::NS:
      return {.kind = FieldKind::Document, .document = DocumentType::NumberSet};
    case AttributeType::BS:
      return {.kind = FieldKind::Document, .document = DocumentType::BinarySet};
    default:
      return kind_of_strings(values);
  }
}

std::string_view type_name(AttributeType type) {
  constexpr std::string_view kNames[] = {"none", "several", "S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace

FieldKind kind_of_texts(const std::vector<std::string>& texts) {
  if (all_are(texts, is_exact_time)) return FieldKind::Time;
  if (all_are(texts, is_date)) return FieldKind::Date;
  if (all_are(texts, is_exact_uuid)) return FieldKind::Uuid;
  if (all_are(texts, is_exact_ulid)) return FieldKind::Ulid;
  return FieldKind::String;
}

GuessedKind kind_of_values(const std::vector<const AttributeValue*>& values) {
  std::map<AttributeType, std::vector<const AttributeValue*>> by_type;
  for (const AttributeValue* value : values)
    if (!value->is(AttributeType::Null)) by_type[value->type()].push_back(value);
  if (by_type.empty()) return {.kind = FieldKind::Document};
  const auto most = std::ranges::max_element(by_type, {}, [](const auto& entry) { return entry.second.size(); });
  GuessedKind guess = kind_of_type(most->first, most->second);
  if (by_type.size() > 1) {
    std::vector<std::string> types;
    for (const auto& [type, of_type] : by_type) types.push_back(fmt::format("{} {}", of_type.size(), type_name(type)));
    guess.doubt = fmt::format("has values of several types: {}", fmt::join(types, ", "));
  }
  return guess;
}

std::string clean_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (letter || (base::is_digit(c) && !name.empty()))
      name.push_back(c);
    else if ((c == '-' || c == ' ' || c == '.' || c == '#') && !name.empty() && name.back() != '_')
      name.push_back('_');
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

}  // namespace partita::modelling
