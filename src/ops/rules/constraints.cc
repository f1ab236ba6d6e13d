#include "ops/rules/constraints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ops/rules/names.h"
#include "ops/rules/render.h"
#include "value/limits.h"

namespace partita::ops {

std::string RequestPlace::text() const {
  std::string text = parent_ ? parent_->text() + "." : std::string();
  switch (kind_) {
    case Kind::Member:
      return text.append(name_);
    case Kind::Element:
      return text + std::to_string(index_) + ".member";
    case Kind::Entry:
      return text.append(shortened(name_)) + ".member";
  }
  return text;
}

void Constraints::length(std::string_view text, const RequestPlace& place, std::size_t minimum, std::size_t maximum) {
  if (text.size() < minimum || text.size() > maximum) length_fault(text.size(), text, place, minimum, maximum);
}

void Constraints::length_fault(std::size_t length, std::string_view value, const RequestPlace& place,
                               std::size_t minimum, std::size_t maximum) {
  if (length < minimum)
    add(value, place, "Member must have length greater than or equal to ", std::to_string(minimum));
  else
    add(value, place, "Member must have length less than or equal to ", std::to_string(maximum));
}

void Constraints::at_least(const OptionalInteger& value, const RequestPlace& place, std::int64_t minimum) {
  if (value && *value < minimum)
    add(std::to_string(*value), place, "Member must have value greater than or equal to ", std::to_string(minimum));
}

void Constraints::at_most(const OptionalInteger& value, const RequestPlace& place, std::int64_t maximum) {
  if (value && *value > maximum)
    add(std::to_string(*value), place, "Member must have value less than or equal to ", std::to_string(maximum));
}

void Constraints::name_pattern(std::string_view text, const RequestPlace& place) {
  if (!is_name(text)) add(text, place, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
}

void Constraints::add_null(const RequestPlace& place) {
  if (faults_.size() == limits::kReportedFaults) return;
  add_text(fmt::format("Value null at '{}' failed to satisfy constraint: Member must not be null", place.text()));
}

void Constraints::add(std::string_view value, const RequestPlace& place, std::string_view rule,
                      std::string_view detail) {
  if (faults_.size() == limits::kReportedFaults) return;
  add_text(fmt::format("Value '{}' at '{}' failed to satisfy constraint: {}{}", shortened(value), place.text(), rule,
                       detail));
}

void Constraints::add_text(std::string text) {
  if (faults_.size() < limits::kReportedFaults) faults_.push_back(std::move(text));
}

Result<void> Constraints::finish() const {
  if (faults_.empty()) return {};
  return invalid(fmt::format("{} validation error{} detected: {}", faults_.size(), faults_.size() == 1 ? "" : "s",
                             fmt::join(faults_, "; ")));
}

}  // namespace partita::ops
