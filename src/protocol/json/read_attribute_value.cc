// Reads attribute values and maps of them, such as {"S": "text"} and {"a": {"N": "1"}}.
#include <algorithm>

#include "base/base64.h"
#include "protocol/json/json_reader.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::protocol {
namespace {

// A value with this many values around it is read as an empty one, to save the stack. It is one level more than the
// validators need to know for the text of their refusal.
constexpr int kMaxValueDepth = limits::kCurrentLayerNestingLevels + 1;
// Maps up to this size are filled in the order of the text. Longer ones are sorted first, because inserting into a
// sorted AttributeMap is costly for them.
constexpr std::size_t kSortFrom = 32;

// Returns None if no type has that name.
AttributeType type_named(std::string_view name) {
  if (name.size() == 1) {
    switch (name[0]) {
      case 'S':
        return AttributeType::S;
      case 'N':
        return AttributeType::N;
      case 'B':
        return AttributeType::B;
      case 'L':
        return AttributeType::L;
      case 'M':
        return AttributeType::M;
      default:
        return AttributeType::None;
    }
  }
  if (name == "SS") return AttributeType::SS;
  if (name == "NS") return AttributeType::NS;
  if (name == "BS") return AttributeType::BS;
  if (name == "BOOL") return AttributeType::Bool;
  return name == "NULL" ? AttributeType::Null : AttributeType::None;
}

bool read_binary(JsonReading& reading, Json json, std::string& out) {
  if (json.is_array()) return reading.serialization_fault(wrong_collection("class java.nio.ByteBuffer"));
  if (json.is_object()) return reading.serialization_fault(kStructureFault);
  std::string_view text;
  if (json.get(text)) return reading.serialization_fault(kNotBase64Fault);
  if (text.size() % 4 != 0)
    return reading.serialization_fault(std::string(kBase64LengthFault) + std::to_string(text.size()));
  auto bytes = base::decode_base64(text);
  if (!bytes) return reading.serialization_fault(kBase64Fault);
  out = std::move(*bytes);
  return true;
}

bool read_text_element(JsonReading& reading, Json json, std::string& out) {
  return read(reading, json, ValuePlace::Element, out);
}

// Reads a set. A null element is refused with `null_fault`, because it must not be taken for an empty element.
bool read_set(JsonReading& reading, Json json, AttributeValue (*make)(AttributeValue::Set), std::string_view null_fault,
              bool (*read_element)(JsonReading&, Json, std::string&), AttributeValue& out) {
  simdjson::dom::array array;
  if (json.get(array)) return reading.list_fault(json, ValuePlace::Member);
  AttributeValue::Set set;
  set.reserve(array.size());
  for (const Json element : array) {
    if (element.is_null()) return reading.validation_fault(null_fault);
    if (!read_element(reading, element, set.emplace_back())) return false;
  }
  out = make(std::move(set));
  return true;
}

// Reads strings and numbers, which are most of all values.
bool read_text(JsonReading& reading, AttributeType type, Json json, AttributeValue& out) {
  std::string_view text;
  if (json.get(text)) return reading.conversion_fault(json, "String");
  out = type == AttributeType::N ? AttributeValue::number(std::string(text)) : AttributeValue(text);
  return true;
}

template <class Content>
bool read_as(JsonReading& reading, Json json, AttributeValue (*make)(Content), AttributeValue& out) {
  Content content{};
  if (!read(reading, json, ValuePlace::Member, content)) return false;
  out = make(std::move(content));
  return true;
}

bool read_content(JsonReading& reading, AttributeType type, Json json, AttributeValue& out) {
  switch (type) {
    case AttributeType::S:
    case AttributeType::N:
      return read_text(reading, type, json, out);
    case AttributeType::Bool:
      return read_as(reading, json, &AttributeValue::boolean, out);
    case AttributeType::Null:
      return read_as(reading, json, &AttributeValue::null, out);
    case AttributeType::L:
      return read_as(reading, json, &AttributeValue::list, out);
    case AttributeType::M:
      return read_as(reading, json, &AttributeValue::map, out);
    case AttributeType::SS:
      return read_set(reading, json, &AttributeValue::string_set, kNullInStringSetFault, read_text_element, out);
    case AttributeType::NS:
      return read_set(reading, json, &AttributeValue::number_set, kNullInNumberSetFault, read_text_element, out);
    case AttributeType::BS:
      return read_set(reading, json, &AttributeValue::binary_set, kNullInBinarySetFault, read_binary, out);
    case AttributeType::B: {
      std::string bytes;
      if (!read_binary(reading, json, bytes)) return false;
      out = AttributeValue::binary(std::move(bytes));
      return true;
    }
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  return true;
}

bool has_bad_number(const AttributeValue& value) {
  const auto is_bad = [](const std::string& text) { return !value::Number::parse(text); };
  if (value.is(AttributeType::N)) return is_bad(value.n());
  return value.is(AttributeType::NS) && std::any_of(value.set().begin(), value.set().end(), is_bad);
}

// The result for a value of several types. The service reports a bad number before it counts the types.
AttributeValue merged(AttributeValue first, AttributeValue second) {
  if (has_bad_number(first)) return first;
  return has_bad_number(second) ? second : AttributeValue::several();
}

bool read_members(JsonReading& reading, simdjson::dom::object object, AttributeValue& out) {
  AttributeType seen = AttributeType::None;
  for (const auto [name, json] : object) {
    const AttributeType type = type_named(name);
    if (type == AttributeType::None) continue;
    if (json.is_null()) {
      // If a member occurs several times, the last one wins, even if it is null.
      if (seen != type) continue;
      out = AttributeValue();
      seen = AttributeType::None;
      continue;
    }
    if (seen == AttributeType::None || seen == type) {
      if (!read_content(reading, type, json, out)) return false;
      seen = type;
      continue;
    }
    AttributeValue value;
    if (!read_content(reading, type, json, value)) return false;
    out = merged(std::move(out), std::move(value));
    seen = AttributeType::Several;
  }
  return true;
}

}  // namespace

bool read(JsonReading& reading, Json json, ValuePlace place, AttributeValue& out) {
  out = AttributeValue();
  if (json.is_null()) return true;
  simdjson::dom::object object;
  if (json.get(object)) return reading.struct_fault(json, place, "AttributeValue");
  if (reading.value_depth == kMaxValueDepth) {
    reading.nests_too_deeply = true;
    return true;
  }
  ++reading.value_depth;
  const bool ok = read_members(reading, object, out);
  const std::size_t levels = static_cast<std::size_t>(reading.value_depth--);
  if (reading.of_statement)
    reading.has_fault =
        reading.value_depth > 0 && (reading.has_fault || levels > limits::kNestingLevels || has_bad_number(out));
  return ok;
}

bool read(JsonReading& reading, Json json, ValuePlace place, AttributeMap& out) {
  out = AttributeMap();
  if (json.is_null()) return true;
  simdjson::dom::object object;
  if (json.get(object)) return reading.map_fault(json, place, java_type<AttributeMap>());
  if (object.size() <= kSortFrom) {
    out.reserve(object.size());
    for (const auto [name, value] : object) {
      if (!read(reading, value, ValuePlace::Element, out[name])) return false;
      if (reading.has_fault) break;
    }
    return true;
  }
  std::vector<std::pair<std::string_view, Json>> sorted;
  sorted.reserve(object.size());
  for (const auto [name, value] : object) sorted.emplace_back(name, value);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  out.reserve(sorted.size());
  for (const auto& [name, value] : sorted)
    if (!read(reading, value, ValuePlace::Element, out[name])) return false;
  return true;
}

}  // namespace partita::protocol
