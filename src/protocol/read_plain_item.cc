// Reads an item from plain JSON. simdjson's reader on demand is used here, because its tree would round the numbers.
#include <simdjson.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "ops/rules/item_rules.h"
#include "protocol/faults.h"
#include "protocol/item_json.h"
#include "protocol/json/big_numbers.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::protocol {
namespace {

namespace od = simdjson::ondemand;

// Longer texts are read with a parser of their own, whose memory is freed afterwards.
constexpr std::size_t kKeptBytes = 1024 * 1024;

struct PlainReading {
  std::string fault = {};
  bool refuse(std::string_view why) {
    fault = why;
    return false;
  }
};

bool read_number(PlainReading& reading, std::string_view token, AttributeValue& out) {
  const std::string_view text = base::trimmed(token);
  if (!is_json_number(text)) return reading.refuse("the text is not JSON");
  if (const auto number = value::Number::parse(text); !number) return reading.refuse(number.error().message);
  out = AttributeValue::number(std::string(text));
  return true;
}

bool read_map(PlainReading& reading, od::object object, std::size_t levels_left, AttributeMap& out);

bool read_list(PlainReading& reading, od::array array, std::size_t levels_left, AttributeValue::List& out);

bool read_value(PlainReading& reading, od::value json, std::size_t levels_left, AttributeValue& out) {
  od::json_type type;
  if (levels_left == 0) return reading.refuse(kNestingFault);
  if (json.type().get(type)) return reading.refuse("the text is not JSON");
  switch (type) {
    case od::json_type::string: {
      std::string_view text;
      if (json.get_string().get(text)) return reading.refuse("the text is not JSON");
      out = AttributeValue(text);
      return true;
    }
    case od::json_type::number:
      return read_number(reading, json.raw_json_token(), out);
    case od::json_type::boolean: {
      bool value = false;
      if (json.get_bool().get(value)) return reading.refuse("the text is not JSON");
      out = AttributeValue::boolean(value);
      return true;
    }
    case od::json_type::null: {
      bool is_null = false;
      if (json.is_null().get(is_null) || !is_null) return reading.refuse("the text is not JSON");
      out = AttributeValue::null();
      return true;
    }
    case od::json_type::array: {
      od::array array;
      AttributeValue::List list;
      if (json.get_array().get(array)) return reading.refuse("the text is not JSON");
      if (!read_list(reading, array, levels_left, list)) return false;
      out = AttributeValue::list(std::move(list));
      return true;
    }
    case od::json_type::object: {
      od::object object;
      AttributeMap map;
      if (json.get_object().get(object)) return reading.refuse("the text is not JSON");
      if (!read_map(reading, object, levels_left - 1, map)) return false;
      out = AttributeValue::map(std::move(map));
      return true;
    }
  }
  return reading.refuse("the text is not JSON");
}

bool read_list(PlainReading& reading, od::array array, std::size_t levels_left, AttributeValue::List& out) {
  for (auto element : array) {
    od::value value;
    if (element.get(value)) return reading.refuse("the text is not JSON");
    if (!read_value(reading, value, levels_left - 1, out.emplace_back())) return false;
  }
  return true;
}

bool read_map(PlainReading& reading, od::object object, std::size_t levels_left, AttributeMap& out) {
  std::vector<Attribute> attributes;
  for (auto field : object) {
    std::string_view name;
    od::value json;
    if (field.unescaped_key().get(name)) return reading.refuse("the text is not JSON");
    if (auto checked = ops::check_attribute_name(name); !checked) return reading.refuse(checked.error().message);
    Attribute& attribute = attributes.emplace_back();
    attribute.name = name;
    if (field.value().get(json)) return reading.refuse("the text is not JSON");
    if (!read_value(reading, json, levels_left, attribute.value)) return false;
  }
  // Inserting in any other order than that of the names would take quadratic time.
  std::ranges::stable_sort(attributes, {}, &Attribute::name);
  out.reserve(attributes.size());
  for (Attribute& attribute : attributes) out.set(attribute.name, std::move(attribute.value));
  return true;
}

bool read_item(PlainReading& reading, std::string_view json, AttributeMap& out) {
  thread_local od::parser kept_parser;
  thread_local std::string kept_text;
  od::parser own_parser;
  std::string own_text;
  const bool is_long = json.size() > kKeptBytes;
  std::string& text = is_long ? own_text : kept_text;
  // The parser reads some bytes behind the end.
  text.reserve(json.size() + simdjson::SIMDJSON_PADDING);
  text.assign(json);
  od::document document;
  od::object object;
  if ((is_long ? own_parser : kept_parser).iterate(text.data(), text.size(), text.capacity()).get(document))
    return reading.refuse("the text is not JSON");
  if (document.get_object().get(object)) return reading.refuse("the line is not a JSON object");
  if (!read_map(reading, object, limits::kNestingLevels, out)) return false;
  // A place behind the object means more text.
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS ||
         reading.refuse("the line has more text behind the JSON object");
}

}  // namespace

Result<AttributeMap> read_plain_item(std::string_view json) {
  PlainReading reading;
  AttributeMap out;
  if (!read_item(reading, json, out)) return invalid(std::move(reading.fault));
  return out;
}

}  // namespace partita::protocol
