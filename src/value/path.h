// Document paths: a.b[3].c, from an attribute into its maps and lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "value/view.h"

namespace partita::value {

using PathElement = std::variant<std::string, std::uint64_t>;  // an attribute's or map entry's name; a list index

struct Path {
  std::vector<PathElement> elements;  // the first is a name
  const std::string& top() const { return std::get<std::string>(elements.front()); }
  bool is_top_level() const { return elements.size() == 1; }
  // As the service prints it: [a, b, [3], c].
  std::string to_text() const;
  friend bool operator==(const Path&, const Path&) = default;
};

// What stands at `path`, or nullopt / nullptr.
std::optional<ValueView> find(const MapView& item, const Path& path);
const AttributeValue* find(const AttributeMap& item, const Path& path);

}  // namespace partita::value
