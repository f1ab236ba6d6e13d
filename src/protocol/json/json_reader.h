// Reads JSON trees into requests and responses by the table of fields.h.
//
// read(reading, json, place, out) has an overload for each type that a struct may hold. It returns true on success.
// Otherwise it leaves the first fault in `reading`. A null leaves `out` unchanged, which means absent.
#pragma once

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/faults.h"
#include "protocol/fields/fields_backup_operations.h"
#include "protocol/fields/fields_batch_operations.h"
#include "protocol/fields/fields_comparison_operations.h"
#include "protocol/fields/fields_item_operations.h"
#include "protocol/fields/fields_recovery_operations.h"
#include "protocol/fields/fields_statement_operations.h"
#include "protocol/fields/fields_stream_operations.h"
#include "protocol/fields/fields_table_operations.h"
#include "protocol/fields/fields_table_parts.h"
#include "protocol/fields/fields_transfer_operations.h"
#include "protocol/java_type.h"
#include "protocol/json/json_text.h"

namespace partita::protocol {

// The position of the value, which is a struct's member or an element of a list or map. The service words some faults
// by it.
enum class ValuePlace : std::uint8_t { Member, Element };

struct JsonReading {
  Error fault;
  int value_depth = 0;                     // the number of attribute values that contain the current one
  bool nests_too_deeply = false;           // an attribute value was read as an empty one because it is too deep inside
  std::string_view member;                 // the wire name of the struct's current member
  std::string_view integer_type = "Long";  // Java's type of the current integer member
  AtMost most;                             // the limit of the next list or map
  // The values are parameters of statements. A parameter that will be refused need only keep the first of its faults in
  // the order of the text, because the service reports that one, and a map does not keep the order.
  bool of_statement = false;
  bool has_fault = false;  // the current parameter will be refused

  // Takes `most`, which then does not apply to the values inside.
  AtMost take_most() { return std::exchange(most, AtMost{}); }

  // These functions set `fault` and return false.
  bool serialization_fault(std::string_view text);
  bool validation_fault(std::string_view text);
  // A scalar of `java_type` (for example "String") was expected, but `found` is another value.
  bool conversion_fault(Json found, std::string_view java_type);
  bool list_fault(Json found, ValuePlace place);
  bool map_fault(Json found, ValuePlace place, std::string_view java_type);
  bool struct_fault(Json found, ValuePlace place, std::string_view class_name);
  // The request has one of kMissingMembers.
  bool missing_member_fault(std::string_view name);
  // A text in the current member is null. `at` is its position, counted from 1 ("2"), or the key in a map.
  bool null_text_fault(std::string_view at);
};

bool read(JsonReading& reading, Json json, ValuePlace place, std::string& out);
bool read(JsonReading& reading, Json json, ValuePlace place, bool& out);
bool read(JsonReading& reading, Json json, ValuePlace place, std::int64_t& out);
bool read(JsonReading& reading, Json json, ValuePlace place, double& out);
bool read(JsonReading& reading, Json json, ValuePlace place, float& out);
bool read(JsonReading& reading, Json json, ValuePlace place, AttributeValue& out);
bool read(JsonReading& reading, Json json, ValuePlace place, AttributeMap& out);
// Reads an item of a response. An attribute value that a database cannot store is a fault.
bool read(JsonReading& reading, Json json, ValuePlace place, Item& out);

template <class E>
bool read(JsonReading& reading, Json json, ValuePlace place, OpenEnum<E>& out) {
  std::string text;
  if (!read(reading, json, place, text)) return false;
  out = OpenEnum<E>::from_text(text);
  return true;
}

template <class T>
T initial() {
  return T{};
}
template <class T>
  requires requires { typename T::Enum; }
T initial() {
  return T(typename T::Enum{});
}

template <class T>
bool read(JsonReading& reading, Json json, ValuePlace place, std::optional<T>& out) {
  out.reset();
  if (json.is_null()) return true;
  return read(reading, json, place, out.emplace(initial<T>()));
}

template <class T>
bool read(JsonReading& reading, Json json, ValuePlace place, std::vector<T>& out) {
  if (json.is_null()) return true;
  simdjson::dom::array array;
  if (json.get(array)) return reading.list_fault(json, place);
  const AtMost most = reading.take_most();
  out.clear();
  out.reserve(std::min(array.size(), most.elements));
  for (const Json element : array) {
    if (out.size() > most.elements) break;
    if constexpr (std::same_as<T, std::string>)
      if (element.is_null()) return reading.null_text_fault(std::to_string(out.size() + 1));
    if (!read(reading, element, ValuePlace::Element, out.emplace_back())) return false;
  }
  return true;
}

// The names of a list that is being read, each with its position.
class NamePlaces {
 public:
  explicit NamePlaces(std::size_t most) { few_.reserve(std::min(most, kFewNames)); }
  // The position of `name`, which is the next one if the name is new. Requires: the bytes of `name` outlive this
  // object.
  std::size_t add(std::string_view name) {
    if (many_.empty()) {
      const auto known = std::find(few_.begin(), few_.end(), name);
      if (known != few_.end()) return static_cast<std::size_t>(known - few_.begin());
      few_.push_back(name);
      if (few_.size() <= kFewNames) return few_.size() - 1;
      for (std::size_t i = 0; i < few_.size(); ++i) many_.emplace(few_[i], i);
      return few_.size() - 1;
    }
    return many_.try_emplace(name, many_.size()).first->second;
  }

 private:
  static constexpr std::size_t kFewNames = 16;
  std::vector<std::string_view> few_;
  std::unordered_map<std::string_view, std::size_t> many_;  // empty until there are more than kFewNames names
};

// If a name occurs again, its value is replaced and keeps its position.
template <class T>
bool read(JsonReading& reading, Json json, ValuePlace place_of_list, NamedList<T>& out) {
  if (json.is_null()) return true;
  simdjson::dom::object object;
  if (json.get(object)) return reading.map_fault(json, place_of_list, java_type<NamedList<T>>());
  const AtMost most = reading.take_most();
  out.clear();
  out.reserve(std::min(object.size(), most.elements));
  NamePlaces places(std::min(object.size(), most.elements));
  for (const auto [name, value] : object) {
    if (out.size() > most.elements) break;
    const std::size_t place = places.add(name);
    if (place == out.size())
      out.emplace_back(std::string(name), T{});
    else
      out[place].second = T{};
    T& element = out[place].second;
    reading.most = most;
    if (!read(reading, value, ValuePlace::Element, element)) return false;
  }
  return true;
}

template <class T>
bool read(JsonReading& reading, Json json, ValuePlace place, std::map<std::string, T>& out) {
  if (json.is_null()) return true;
  simdjson::dom::object object;
  if (json.get(object)) return reading.map_fault(json, place, java_type<std::map<std::string, T>>());
  out.clear();
  for (const auto [name, value] : object) {
    if constexpr (std::same_as<T, std::string>)
      if (value.is_null()) return reading.null_text_fault(name);
    if (!read(reading, value, ValuePlace::Element, out[std::string(name)] = T{})) return false;
  }
  return true;
}

// The visitor that finds the member with the wire name `name` and reads `json` into it.
struct MemberReader {
  JsonReading& reading;
  std::string_view name;
  Json json;
  bool found = false;
  bool ok = true;

  template <class T>
  void operator()(std::string_view candidate, T& member, AtMost most = {}) {
    if (found || candidate != name) return;
    found = true;
    reading.most = most;
    reading.member = name;
    if constexpr (std::same_as<T, OptionalInteger>)
      reading.integer_type = name == "Limit" || name == "Segment" || name == "TotalSegments" ? "Integer" : "Long";
    ok = read(reading, json, ValuePlace::Member, member);
  }
};

template <class T>
bool read(JsonReading& reading, Json json, ValuePlace place, T& out) {
  if (json.is_null()) return true;
  simdjson::dom::object object;
  if (json.get(object)) return reading.struct_fault(json, place, kClassName<T>);
  for (const auto [name, value] : object) {
    MemberReader member{reading, name, value};
    fields(member, out);
    if (!member.ok) return false;
    if (!member.found && !value.is_null() && std::ranges::count(kMissingMembers<T>, name) > 0)
      return reading.missing_member_fault(name);
  }
  return true;
}

}  // namespace partita::protocol
