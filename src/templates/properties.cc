#include "templates/properties.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/contains.h"

namespace partita::templates {

Result<void> PropertyReport::unsupported(const Member& property, std::string_view why) {
  const std::string text = fmt::format("not supported: {}: {}", property.name, why);
  if (unsupported_ == Unsupported::Refuse)
    return fault(property.place, text + "; remove it, or give --ignore-unsupported to create the table without it");
  warnings_.push_back(fault(property.place, text).error().message);
  return {};
}

void PropertyReport::without_effect(const Member& property, std::string_view why) {
  const std::string text = fmt::format("not supported: {}: {}", property.name, why);
  warnings_.push_back(fault(property.place, text).error().message);
}

void PropertyReport::leave_out(const Member& property, std::string_view resource, std::string_view reason) {
  const std::string text = fmt::format("{} of {} is left out: {}", property.name, resource, reason);
  warnings_.push_back(fault(property.place, text).error().message);
}

Result<void> PropertyReport::unknown(const Member& property, std::string_view of,
                                     std::span<const std::string_view> known) {
  auto error = unknown_property(property, of, known);
  if (unsupported_ != Unsupported::WarnOfUnknown) return error;
  warnings_.push_back(error.error().message + "; it is left out");
  return {};
}

void PropertyReport::note(const Member& property, std::string_view text) {
  std::string message = fault(property.place, text).error().message;
  if (!base::contains(warnings_, message)) warnings_.push_back(std::move(message));
}

Result<std::string> read_text_value(const Member& property) {
  if (property.value.is_scalar()) return property.value.text;
  return fault(property.value.place,
               fmt::format("{} must be a string, not {}", property.name, kind_text(property.value)));
}

Result<std::int64_t> read_integer(const Member& property) {
  PARTITA_TRY_VALUE(text, read_text_value(property));
  std::int64_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error == std::errc() && end == last) return number;
  return fault(property.value.place, fmt::format("{} must be a whole number, not '{}'", property.name, text));
}

Result<bool> read_boolean(const Member& property) {
  PARTITA_TRY_VALUE(text, read_text_value(property));
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  return fault(property.value.place, fmt::format("{} must be true or false, not '{}'", property.name, text));
}

Result<void> check_choice(const Member& property, std::string_view text, std::span<const std::string_view> texts) {
  if (base::contains(texts, text)) return {};
  return fault(property.value.place,
               fmt::format("{} is '{}'; it must be one of {}", property.name, text, fmt::join(texts, ", ")));
}

Result<void> check_list(const Member& property) {
  if (property.value.is_list()) return {};
  return fault(property.value.place,
               fmt::format("{} must be a list, not {}", property.name, kind_text(property.value)));
}

unexpected<Error> unknown_property(const Member& property, std::string_view of,
                                   std::span<const std::string_view> known) {
  return fault(property.place,
               fmt::format("{} is not a property of {}; Partita knows {}", property.name, of, fmt::join(known, ", ")));
}

unexpected<Error> missing_property(const Node& map, std::string_view of, std::string_view name) {
  return fault(map.place, fmt::format("{} needs {}", of, name));
}

Result<void> check_map(const Node& node, std::string_view what) {
  if (node.is_map()) return {};
  return fault(node.place, fmt::format("{} takes a map here, not {}", what, kind_text(node)));
}

Result<void> check_value(const Member& property) {
  if (!property.value.is_null()) return {};
  return fault(property.place, fmt::format("{} has no value; give it one or remove it", property.name));
}

Result<bool> is_enabled(const Member& property, std::string_view flag) {
  PARTITA_TRY(check_map(property.value, property.name));
  const Node* value = property.value.find(flag);
  if (!value) return missing_property(property.value, property.name, flag);
  return read_boolean({std::string(flag), *value, value->place});
}

Result<void> refuse_enabled(const Member& property, std::string_view flag, std::string_view why,
                            PropertyReport& report) {
  PARTITA_TRY_VALUE(enabled, is_enabled(property, flag));
  if (!enabled) return {};
  return report.unsupported(property, why);
}

}  // namespace partita::templates
