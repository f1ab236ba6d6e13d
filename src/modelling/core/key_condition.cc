#include "modelling/core/key_condition.h"

#include <partita/model/export_model.h>

#include <algorithm>

namespace partita::modelling {
namespace {

// In a composed key an enumerator has a text of its own.
std::string_view text_in_keys(const model::FieldInfo& field, std::string_view attribute) {
  for (const model::EnumeratorInfo& one : field.enumerators)
    if (one.attribute == attribute) return one.key;
  return attribute;
}

// Puts the value in place of {name} and {name:format}.
void put(std::string& shape, const model::FieldInfo& field, const std::string& value) {
  const std::string begin = "{" + std::string(field.name);
  for (std::size_t at = shape.find(begin); at != std::string::npos; at = shape.find(begin, at + 1)) {
    const std::size_t end = at + begin.size();
    if (end >= shape.size() || (shape[end] != '}' && shape[end] != ':')) continue;
    const std::size_t close = shape.find('}', end);
    if (close == std::string::npos) return;
    const std::size_t before = shape.rfind(' ', at);
    const bool is_whole = before != std::string::npos && before + 1 == at;
    shape.replace(at, close + 1 - at, is_whole ? std::string_view(value) : text_in_keys(field, value));
  }
}

}  // namespace

std::string key_condition_of(const ProvenPattern& pattern) {
  std::string out = model::key_condition_shape(pattern.info);
  for (const When& one : pattern.declared->where) {
    const model::EntityInfo& first = *pattern.info.entities.front();
    const model::FieldPosition position = first.field(one.field);
    if (position != model::kNone) put(out, first.at(position), one.equals);
  }
  return out;
}

}  // namespace partita::modelling
