// Reads maps of properties into structs, by tables of the known properties. It is strict. A property that the table
// does not have, or a value of the wrong kind, is an error.
#pragma once

#include <partita/enums.h>
#include <partita/table_operations.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "documents/node.h"
#include "templates/options.h"

namespace partita::templates {

using documents::Member;
using documents::Node;

// Handles properties that Partita has no counterpart for, and collects the warnings about them.
class PropertyReport {
 public:
  explicit PropertyReport(Unsupported unsupported) : unsupported_(unsupported) {}
  // Errors: "not supported: ...", unless the caller chose warnings. Then the property is left out with a warning.
  Result<void> unsupported(const Member& property, std::string_view why);
  // A setting without an effect on requests, which is always a warning.
  void without_effect(const Member& property, std::string_view why);
  // A property of the resource without a value, which is left out with a warning.
  void leave_out(const Member& property, std::string_view resource, std::string_view reason);
  // Errors: Partita does not know the property, unless the caller chose warnings of that too. `known` are those of
  // `of`.
  Result<void> unknown(const Member& property, std::string_view of, std::span<const std::string_view> known);
  // A warning with the property's place.
  void note(const Member& property, std::string_view text);
  bool warns() const { return unsupported_ != Unsupported::Refuse; }
  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  const Unsupported unsupported_;
  std::vector<std::string> warnings_;
};

enum class Need : std::uint8_t { Optional, Required };

template <class T>
struct Property {
  std::string_view name;
  Result<void> (*set)(const Member& property, T& out, PropertyReport& report);
  Need need = Need::Optional;
};

// These read a value. Errors: it is of another kind.
Result<std::string> read_text_value(const Member& property);
Result<std::int64_t> read_integer(const Member& property);
Result<bool> read_boolean(const Member& property);
// Errors: `text` is not one of `texts`.
Result<void> check_choice(const Member& property, std::string_view text, std::span<const std::string_view> texts);
Result<void> check_list(const Member& property);
unexpected<Error> unknown_property(const Member& property, std::string_view of,
                                   std::span<const std::string_view> known);
unexpected<Error> missing_property(const Node& map, std::string_view of, std::string_view name);
Result<void> check_map(const Node& node, std::string_view what);
Result<void> check_value(const Member& property);

// Reads `map` into `out` by `table`. `of` is the name of the map in errors, for example "KeySchema". Errors: a property
// that is unknown, missing or without a value, and the errors of the setters.
template <class T, std::size_t kCount>
Result<void> read_properties(const Node& map, std::string_view of, const std::array<Property<T>, kCount>& table, T& out,
                             PropertyReport& report) {
  PARTITA_TRY(check_map(map, of));
  for (const Member& member : map.members) {
    const auto known = std::ranges::find(table, member.name, &Property<T>::name);
    if (known == table.end()) {
      std::vector<std::string_view> names;
      for (const Property<T>& property : table) names.push_back(property.name);
      PARTITA_TRY(report.unknown(member, of, names));
      continue;
    }
    PARTITA_TRY(check_value(member));
    PARTITA_TRY(known->set(member, out, report));
  }
  for (const Property<T>& property : table)
    if (property.need == Need::Required && !map.find(property.name)) return missing_property(map, of, property.name);
  return {};
}

// Setters for the tables. Each puts a property's value into the member of `out` that is its template argument.
template <auto kMember, class T>
Result<void> set_text(const Member& property, T& out, PropertyReport&) {
  PARTITA_TRY_VALUE(text, read_text_value(property));
  out.*kMember = std::move(text);
  return {};
}

template <auto kMember, class T>
Result<void> set_integer(const Member& property, T& out, PropertyReport&) {
  PARTITA_TRY_VALUE(number, read_integer(property));
  out.*kMember = number;
  return {};
}

template <auto kMember, class T>
Result<void> set_boolean(const Member& property, T& out, PropertyReport&) {
  PARTITA_TRY_VALUE(value, read_boolean(property));
  out.*kMember = value;
  return {};
}

template <auto kMember, class T>
Result<void> set_choice(const Member& property, T& out, PropertyReport&) {
  using Open = typename std::remove_reference_t<decltype(out.*kMember)>::value_type;
  PARTITA_TRY_VALUE(text, read_text_value(property));
  PARTITA_TRY(check_choice(property, text, texts_of(typename Open::Enum{})));
  out.*kMember = Open::from_text(text);
  return {};
}

template <auto kMember, class T>
Result<void> set_texts(const Member& property, T& out, PropertyReport&) {
  PARTITA_TRY(check_list(property));
  auto& list = (out.*kMember).emplace();
  for (const Node& item : property.value.items) {
    PARTITA_TRY_VALUE(text, read_text_value({property.name, item, item.place}));
    list.push_back(std::move(text));
  }
  return {};
}

template <auto kMember, const auto& kTable, class T>
Result<void> set_struct(const Member& property, T& out, PropertyReport& report) {
  auto& value = (out.*kMember).emplace();
  return read_properties(property.value, property.name, kTable, value, report);
}

template <auto kMember, const auto& kTable, class T>
Result<void> set_structs(const Member& property, T& out, PropertyReport& report) {
  PARTITA_TRY(check_list(property));
  auto& list = (out.*kMember).emplace();
  for (const Node& item : property.value.items)
    PARTITA_TRY(read_properties(item, property.name, kTable, list.emplace_back(), report));
  return {};
}

// The value of `flag` in the property's map. Errors: the map has no such member, or it is neither true nor false.
Result<bool> is_enabled(const Member& property, std::string_view flag);
// Handles a property that is accepted only if it is switched off. The property must be a map in which `flag` is false.
Result<void> refuse_enabled(const Member& property, std::string_view flag, std::string_view why,
                            PropertyReport& report);

}  // namespace partita::templates
