#include "model/core/spell.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace partita::model {

std::string spell(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
      return '"' + value.s() + '"';
    case AttributeType::N:
      return value.n();
    case AttributeType::B:
      return fmt::format("<{} bytes>", value.b().size());
    case AttributeType::Bool:
      return value.boolean() ? "true" : "false";
    case AttributeType::Null:
      return "null";
    case AttributeType::M:
      return spell(value.m());
    case AttributeType::L: {
      std::vector<std::string> elements;
      for (const AttributeValue& element : value.l()) elements.push_back(spell(element));
      return fmt::format("[{}]", fmt::join(elements, ", "));
    }
    case AttributeType::SS:
      return fmt::format("{{\"{}\"}}", fmt::join(value.set(), "\", \""));
    case AttributeType::NS:
      return fmt::format("{{{}}}", fmt::join(value.set(), ", "));
    case AttributeType::BS:
      return fmt::format("<{} binaries>", value.set().size());
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  return "nothing";
}

std::string spell(const AttributeMap& attributes) {
  std::vector<std::string> entries;
  for (const Attribute& attribute : attributes) entries.push_back(attribute.name + ": " + spell(attribute.value));
  return fmt::format("{{{}}}", fmt::join(entries, ", "));
}

std::string spell_name(std::string_view name) {
  return name.find_first_of(".[]` ") == std::string_view::npos ? std::string(name) : fmt::format("`{}`", name);
}

std::string spell(const Path& path) {
  std::string text;
  for (const PathStep& step : path.steps)
    text += step.element ? fmt::format("[{}]", *step.element) : (text.empty() ? "" : ".") + spell_name(step.name);
  return text;
}

}  // namespace partita::model
