#include "model/placeholders.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "model/spell.h"

namespace partita::model {
std::string Placeholders::name(std::string_view attribute) {
  const auto known = std::find(names_.begin(), names_.end(), attribute);
  const auto number = known - names_.begin();
  if (known == names_.end()) names_.emplace_back(attribute);
  return '#' + std::to_string(number);
}

std::string Placeholders::value(AttributeValue value) {
  values_.push_back(std::move(value));
  return ':' + std::to_string(values_.size() - 1);
}

Result<std::string> Placeholders::path(const Path& path) {
  std::string text;
  for (const PathStep& step : path.steps) {
    if (step.element && (*step.element < 0 || text.empty()))
      return invalid(text.empty() ? "A path begins with an attribute, not with an element of a list"
                                  : fmt::format("The path {} asks for a negative element", spell(path)));
    if (!step.element && step.name.empty())
      return invalid(fmt::format("The path \"{}\" has an empty name: attributes and entries of maps have at least one character", spell(path)));
    if (step.element)
      text += fmt::format("[{}]", *step.element);
    else
      text += (text.empty() ? "" : ".") + name(step.name);
  }
  if (text.empty()) return invalid("A path leads to an attribute, and this one has no steps");
  return text;
}

Placeholders::Placeholders(const OptionalNames& names, const OptionalItem& values) {
  for (std::size_t i = 0; names && i < names->size(); ++i) names_.push_back(names->at('#' + std::to_string(i)));
  for (std::size_t i = 0; values && i < values->size(); ++i)
    values_.push_back(*values->find(':' + std::to_string(i)));
}

OptionalNames Placeholders::names() const {
  if (names_.empty()) return std::nullopt;
  OptionalNames names(std::in_place);
  for (std::size_t i = 0; i < names_.size(); ++i) names->emplace('#' + std::to_string(i), names_[i]);
  return names;
}

OptionalItem Placeholders::values() const& { return Placeholders(*this).values(); }

OptionalItem Placeholders::values() && {
  if (values_.empty()) return std::nullopt;
  OptionalItem values(std::in_place);
  values->reserve(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) values->set(':' + std::to_string(i), std::move(values_[i]));
  return values;
}

std::string Placeholders::spell_out(std::string_view expression) const {
  std::string text;
  for (std::size_t at = 0; at < expression.size();) {
    const char sign = expression[at];
    std::size_t number = 0;
    const char* const end = expression.data() + expression.size();
    const auto read = sign == '#' || sign == ':' ? std::from_chars(expression.data() + at + 1, end, number)
                                                 : std::from_chars_result{end, std::errc::invalid_argument};
    if (read.ec != std::errc{}) {
      text += sign;
      ++at;
      continue;
    }
    text += sign == '#' ? spell_name(names_.at(number)) : spell(values_.at(number));
    at = static_cast<std::size_t>(read.ptr - expression.data());
  }
  return text;
}

}  // namespace partita::model
