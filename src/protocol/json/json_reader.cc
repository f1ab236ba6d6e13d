#include "protocol/json/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace partita::protocol {
namespace {

using simdjson::dom::element_type;

std::string_view token_of(Json json) {
  switch (json.type()) {
    case element_type::BOOL:
      return bool(json) ? "TRUE_VALUE" : "FALSE_VALUE";
    case element_type::DOUBLE:
      return "DECIMAL_VALUE";
    case element_type::STRING:
      return "STRING_VALUE";
    default:
      return "NUMBER_VALUE";
  }
}

// Java's Integer takes the nearest value of 32 bits and drops a fraction.
std::int64_t as_integer(double value) {
  constexpr double kMin = std::numeric_limits<std::int32_t>::min();
  constexpr double kMax = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int64_t>(std::trunc(std::clamp(value, kMin, kMax)));
}

std::int64_t clamp(double value) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  const double floor = std::floor(value);
  if (floor >= static_cast<double>(kMax)) return kMax;
  return floor <= static_cast<double>(kMin) ? kMin : static_cast<std::int64_t>(floor);
}

}  // namespace

bool JsonReading::serialization_fault(std::string_view text) {
  fault = Error{ErrorCode::SerializationException, std::string(text)};
  return false;
}

bool JsonReading::validation_fault(std::string_view text) {
  fault = Error{ErrorCode::ValidationException, std::string(text)};
  return false;
}

bool JsonReading::conversion_fault(Json found, std::string_view java_type) {
  if (found.is_array()) return serialization_fault(wrong_collection("class java.lang." + std::string(java_type)));
  if (found.is_object()) return serialization_fault(kStructureFault);
  return serialization_fault(std::string(token_of(found)) + " cannot be converted to " + std::string(java_type));
}

bool JsonReading::list_fault(Json found, ValuePlace place) {
  if (found.is_object()) return serialization_fault(kStructureFault);
  return serialization_fault(place == ValuePlace::Member ? kMemberFault : kCastFault);
}

bool JsonReading::map_fault(Json found, ValuePlace place, std::string_view java_type) {
  if (found.is_array()) return serialization_fault(wrong_collection(java_type));
  return serialization_fault(place == ValuePlace::Member ? kMemberFault : kCastFault);
}

bool JsonReading::struct_fault(Json found, ValuePlace place, std::string_view class_name) {
  if (found.is_array()) {
    if (class_name.empty()) return serialization_fault(kListFault);
    return serialization_fault(wrong_collection("class " + std::string(kClassPrefix) + std::string(class_name)));
  }
  return serialization_fault(place == ValuePlace::Member ? kMemberFault : kElementFault);
}

bool JsonReading::missing_member_fault(std::string_view name) {
  fault = Error{ErrorCode::NotImplemented,
                std::string(name) + " is not implemented by Partita yet: send the request without it"};
  return false;
}

bool JsonReading::null_text_fault(std::string_view at) {
  std::string place(member);
  if (!place.empty() && place[0] >= 'A' && place[0] <= 'Z') place[0] = static_cast<char>(place[0] - 'A' + 'a');
  return validation_fault("1 validation error detected: Value null at '" + place + "." + std::string(at) +
                          ".member' failed to satisfy constraint: Member must not be null");
}

bool read(JsonReading& reading, Json json, ValuePlace, std::string& out) {
  if (json.is_null()) return true;
  std::string_view text;
  if (json.get(text)) return reading.conversion_fault(json, "String");
  out = text;
  return true;
}

bool read(JsonReading& reading, Json json, ValuePlace, bool& out) {
  if (json.is_null()) return true;
  if (!json.get(out)) return true;
  std::string_view text;
  if (json.get(text)) return reading.conversion_fault(json, "Boolean");
  const auto is_one_of = [text](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
      return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                        [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
    });
  };
  out = is_one_of({"true", "1", "yes"});
  return out || is_one_of({"false", "0", "no"}) || reading.serialization_fault(kBooleanTextFault);
}

bool read(JsonReading& reading, Json json, ValuePlace, std::int64_t& out) {
  if (json.is_null()) return true;
  const bool is_integer = reading.integer_type == "Integer";
  if (!json.get(out)) {
    if (is_integer) out = as_integer(static_cast<double>(out));
    return true;
  }
  double number = 0;
  if (json.get(number)) return reading.conversion_fault(json, reading.integer_type);
  out = is_integer ? as_integer(number) : clamp(number);
  return true;
}

bool read(JsonReading& reading, Json json, ValuePlace, double& out) {
  if (json.is_null() || !json.get(out)) return true;
  return reading.conversion_fault(json, "Double");
}

bool read(JsonReading& reading, Json json, ValuePlace place, float& out) {
  double number = out;
  if (!read(reading, json, place, number)) return false;
  out = static_cast<float>(number);
  return true;
}

}  // namespace partita::protocol
