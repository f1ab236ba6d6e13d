// PathTree: document paths merged by their common beginnings, so that one walk over an item serves all of them.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>
#include <vector>

#include "expr/syntax/parser.h"
#include "value/path.h"

namespace partita::expr {

struct PathTree {
  value::PathElement element;       // unused in the root
  std::vector<PathTree> children;   // all names or all list indices, in ascending order
  std::optional<std::size_t> leaf;  // the number of the path that ends here, which then has no children

  // The tree of `paths`, which are numbered in their order. Errors: two paths are equal, or one is the beginning of the
  // other, or they take one value for a map and for a list. The text has no "Invalid ...Expression: ".
  static Parsed<PathTree> make(const std::vector<value::Path>& paths);

  bool is_leaf() const { return leaf.has_value(); }
  // Whether the children are list indices. Requires: the node has children.
  bool goes_into_lists() const { return std::holds_alternative<std::uint64_t>(children.front().element); }
  const std::string& name() const { return std::get<std::string>(element); }
  std::uint64_t index() const { return std::get<std::uint64_t>(element); }

  // These two work on the root. They give the attributes that paths start from, and those that a path goes into. Both
  // are sorted.
  std::vector<std::string> top_level_names() const;
  std::vector<std::string> nested_names() const;
};

// The parts of `item` that the tree's paths name, in their maps and lists. The list elements are packed without gaps,
// in their order.
AttributeMap project(const PathTree& tree, const AttributeMap& item);

}  // namespace partita::expr
