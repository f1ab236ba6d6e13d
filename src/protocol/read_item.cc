// The items of a response. A remote database may send anything, and an Item requires values that can be stored.
#include "protocol/item_bytes.h"
#include "protocol/json_reader.h"
#include "value/limits.h"
#include "value/number.h"

#include <algorithm>

namespace partita::protocol {
namespace {

bool is_storable(const AttributeValue& value, std::size_t levels_left);

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

bool is_storable(const AttributeMap& attributes, std::size_t levels_left) {
  return std::all_of(attributes.begin(), attributes.end(),
                     [=](const Attribute& attribute) { return is_storable(attribute.value, levels_left); });
}

bool is_storable(const AttributeValue& value, std::size_t levels_left) {
  if (levels_left == 0) return false;
  switch (value.type()) {
    case AttributeType::None:
    case AttributeType::Several: return false;
    case AttributeType::S:
    case AttributeType::B:
    case AttributeType::Bool: return true;
    case AttributeType::Null: return value.boolean();
    case AttributeType::N: return is_number(value.n());
    case AttributeType::SS:
    case AttributeType::BS: return !value.set().empty() && !has_duplicates(value.set());
    case AttributeType::NS: return !value.set().empty() && is_number_set(value.set());
    case AttributeType::M: return is_storable(value.m(), levels_left - 1);
    case AttributeType::L:
      return std::all_of(value.l().begin(), value.l().end(),
                         [=](const AttributeValue& element) { return is_storable(element, levels_left - 1); });
  }
  return false;
}

}  // namespace

bool read(Reading& reading, Json json, Place place, Item& out) {
  thread_local std::string bytes;  // reused, so that an item takes no more memory than it needs
  bytes.clear();
  if (append_item_bytes(json, bytes)) {
    auto held = std::make_shared<const std::string>(bytes);
    const std::string_view view = *held;
    out = Item(std::move(held), view);
    return true;
  }
  AttributeMap attributes;
  if (!read(reading, json, place, attributes)) return false;
  if (!is_storable(attributes, limits::kNestingLevels))
    return reading.serialization_fault("An item in the response holds a value that no database can hold");
  out = Item(attributes);
  return true;
}

}  // namespace partita::protocol
