#include "protocol/json/storable.h"

#include <algorithm>

#include "value/limits.h"
#include "value/number.h"

namespace partita::protocol {
namespace {

bool can_store(const AttributeValue& value, std::size_t levels_left);

bool is_number(const std::string& text) { return value::Number::parse(text).has_value(); }

bool is_number_set(const AttributeValue::Set& set) {
  std::vector<value::Number> numbers;
  for (const std::string& text : set) {
    auto number = value::Number::parse(text);
    if (!number) return false;
    numbers.push_back(std::move(*number));
  }
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
}

bool has_duplicates(const AttributeValue::Set& set) {
  std::vector<std::string_view> sorted(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

bool can_store(const AttributeMap& attributes, std::size_t levels_left) {
  return std::all_of(attributes.begin(), attributes.end(),
                     [=](const Attribute& attribute) { return can_store(attribute.value, levels_left); });
}

bool can_store(const AttributeValue& value, std::size_t levels_left) {
  if (levels_left == 0) return false;
  switch (value.type()) {
    case AttributeType::None:
    case AttributeType::Several:
      return false;
    case AttributeType::S:
    case AttributeType::B:
    case AttributeType::Bool:
      return true;
    case AttributeType::Null:
      return value.boolean();
    case AttributeType::N:
      return is_number(value.n());
    case AttributeType::SS:
    case AttributeType::BS:
      return !value.set().empty() && !has_duplicates(value.set());
    case AttributeType::NS:
      return !value.set().empty() && is_number_set(value.set());
    case AttributeType::M:
      return can_store(value.m(), levels_left - 1);
    case AttributeType::L:
      return std::all_of(value.l().begin(), value.l().end(),
                         [=](const AttributeValue& element) { return can_store(element, levels_left - 1); });
  }
  return false;
}

}  // namespace

bool is_storable(const AttributeMap& attributes) { return can_store(attributes, limits::kNestingLevels); }

}  // namespace partita::protocol
