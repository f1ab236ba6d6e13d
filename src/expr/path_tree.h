// PathTree: document paths merged by their common beginnings, so that an item is walked once for all of them.
#pragma once

#include "expr/parser.h"
#include "value/path.h"

#include <partita/attribute_value.h>

#include <optional>
#include <string>
#include <vector>

namespace partita::expr {

struct PathTree {
  value::PathElement element;      // of the root: nothing
  std::vector<PathTree> children;  // all names or all list indices, in ascending order
  std::optional<std::size_t> leaf; // the number of the path that ends here; then there are no children

  // The tree of `paths`, numbered in their order.
  // Errors: two paths of which one is the beginning of the other, or that take one value for a map and for a list.
  static Parsed<PathTree> make(const std::vector<value::Path>& paths);

  bool is_leaf() const { return leaf.has_value(); }
  // Requires: not a leaf and not empty.
  bool goes_into_lists() const { return std::holds_alternative<std::uint64_t>(children.front().element); }
  const std::string& name() const { return std::get<std::string>(element); }
  std::uint64_t index() const { return std::get<std::uint64_t>(element); }

  // Of the root.
  std::vector<std::string> top_level_names() const;
  std::vector<std::string> nested_names() const;
};

// The parts of `item` that the tree's paths name, in their place; list elements come out packed, in their order.
AttributeMap project(const PathTree& tree, const AttributeMap& item);

}  // namespace partita::expr
