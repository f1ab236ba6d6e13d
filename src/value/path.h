// Document paths such as a.b[3].c lead from an attribute into its maps and lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "value/view.h"

namespace partita::value {

using PathElement = std::variant<std::string, std::uint64_t>;  // the name of an attribute or map entry, or a list index

struct Path {
  std::vector<PathElement> elements;  // not empty, and the first is a name
  const std::string& top() const { return std::get<std::string>(elements.front()); }
  bool is_top_level() const { return elements.size() == 1; }
  // The path as the service prints it, for example [a, b, [3], c].
  std::string to_text() const;
  friend bool operator==(const Path&, const Path&) = default;
};

// The value at `path`, as a view into `item` or a pointer into it. nullopt or nullptr if `item` does not have it.
std::optional<ValueView> find(const MapView& item, const Path& path);
const AttributeValue* find(const AttributeMap& item, const Path& path);

}  // namespace partita::value
