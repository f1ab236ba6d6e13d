#include "value/path.h"

namespace partita::value {

std::string Path::to_text() const {
  std::string text = "[";
  for (const PathElement& element : elements) {
    if (text.size() > 1) text += ", ";
    if (const auto* name = std::get_if<std::string>(&element)) {
      text += *name;
    } else {
      text.append("[").append(std::to_string(std::get<std::uint64_t>(element))).append("]");
    }
  }
  return text += "]";
}

std::optional<ValueView> find(const MapView& item, const Path& path) {
  std::optional<ValueView> found = item.find(path.top());
  for (std::size_t i = 1; found && i < path.elements.size(); ++i) {
    if (const auto* name = std::get_if<std::string>(&path.elements[i])) {
      found = found->type() == AttributeType::M ? found->map().find(*name) : std::nullopt;
    } else {
      const auto index = std::get<std::uint64_t>(path.elements[i]);
      found = found->type() == AttributeType::L ? found->list().at(index) : std::nullopt;
    }
  }
  return found;
}

const AttributeValue* find(const AttributeMap& item, const Path& path) {
  const AttributeValue* found = item.find(path.top());
  for (std::size_t i = 1; found != nullptr && i < path.elements.size(); ++i) {
    if (const auto* name = std::get_if<std::string>(&path.elements[i])) {
      found = found->is(AttributeType::M) ? found->m().find(*name) : nullptr;
    } else {
      const auto index = std::get<std::uint64_t>(path.elements[i]);
      found = found->is(AttributeType::L) && index < found->l().size() ? &found->l()[index] : nullptr;
    }
  }
  return found;
}

}  // namespace partita::value
