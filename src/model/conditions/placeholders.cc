#include "model/conditions/placeholders.h"

#include <fmt/format.h>

#include <charconv>

#include "model/core/spell.h"

namespace partita::model {
namespace {
constexpr std::size_t kUsualValues = 4;
}

std::string Placeholders::name(std::string_view attribute) {
  if (!names_) names_.emplace();
  for (const auto& [placeholder, known] : *names_)
    if (known == attribute) return placeholder;
  return names_->emplace('#' + std::to_string(names_->size()), attribute).first->first;
}

std::string Placeholders::value(AttributeValue value) {
  if (!values_) values_.emplace().reserve(kUsualValues);
  std::string placeholder = ':' + std::to_string(values_->size());
  values_->set(placeholder, std::move(value));
  return placeholder;
}

Result<std::string> Placeholders::path(const Path& path) {
  std::string text;
  for (const PathStep& step : path.steps) {
    if (step.element && (*step.element < 0 || text.empty()))
      return invalid(text.empty() ? "A path begins with an attribute, not with an element of a list"
                                  : fmt::format("The path {} has a negative element", spell(path)));
    if (!step.element && step.name.empty())
      return invalid(
          fmt::format("The path \"{}\" has an empty name: attributes and entries of maps have at least one character",
                      spell(path)));
    if (step.element)
      text += fmt::format("[{}]", *step.element);
    else
      text += (text.empty() ? "" : ".") + name(step.name);
  }
  if (text.empty()) return invalid("A path needs at least one step, the name of an attribute");
  return text;
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
    const std::string_view placeholder(expression.data() + at, read.ptr);
    text += sign == '#' ? spell_name(names_->at(std::string(placeholder))) : spell(*values_->find(placeholder));
    at += placeholder.size();
  }
  return text;
}

}  // namespace partita::model
