#include "expr/syntax/path_tree.h"

#include <algorithm>
#include <utility>

namespace partita::expr {
namespace {

enum class Relation { Apart, Overlap, Conflict };

Relation relation(const value::Path& a, const value::Path& b) {
  const std::size_t common = std::min(a.elements.size(), b.elements.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a.elements[i].index() != b.elements[i].index()) return Relation::Conflict;
    if (a.elements[i] != b.elements[i]) return Relation::Apart;
  }
  return Relation::Overlap;
}

bool insert(PathTree& root, const value::Path& path, std::size_t number) {
  PathTree* node = &root;
  for (const value::PathElement& element : path.elements) {
    if (node->is_leaf()) return false;
    std::vector<PathTree>& children = node->children;
    if (!children.empty() && children.front().element.index() != element.index()) return false;
    auto at = std::lower_bound(children.begin(), children.end(), element,
                               [](const PathTree& child, const value::PathElement& e) { return child.element < e; });
    if (at == children.end() || at->element != element) at = children.insert(at, PathTree{element, {}, {}});
    node = &*at;
  }
  if (node->is_leaf() || !node->children.empty()) return false;
  node->leaf = number;
  return true;
}

std::string message(Relation found, const value::Path& one, const value::Path& two) {
  return std::string("Two document paths ")
      .append(found == Relation::Overlap ? "overlap" : "conflict")
      .append(" with each other; must remove or rewrite one of these paths; path one: ")
      .append(one.to_text())
      .append(", path two: ")
      .append(two.to_text());
}

// An overlap is reported before a conflict, even if the conflict comes first.
std::string describe_clash(const std::vector<value::Path>& paths) {
  std::string conflict;
  for (std::size_t two = 1; two < paths.size(); ++two) {
    for (std::size_t one = 0; one < two; ++one) {
      const Relation found = relation(paths[one], paths[two]);
      if (found == Relation::Overlap) return message(found, paths[one], paths[two]);
      if (found == Relation::Conflict && conflict.empty()) conflict = message(found, paths[one], paths[two]);
    }
  }
  return conflict;
}

AttributeMap project_map(const PathTree& node, const AttributeMap& map);
AttributeValue::List project_list(const PathTree& node, const AttributeValue::List& list);

std::optional<AttributeValue> project_value(const PathTree& node, const AttributeValue& value) {
  if (node.is_leaf()) return value;
  if (node.goes_into_lists()) {
    if (!value.is(AttributeType::L)) return std::nullopt;
    AttributeValue::List list = project_list(node, value.l());
    if (list.empty()) return std::nullopt;
    return AttributeValue::list(std::move(list));
  }
  if (!value.is(AttributeType::M)) return std::nullopt;
  AttributeMap map = project_map(node, value.m());
  if (map.empty()) return std::nullopt;
  return AttributeValue::map(std::move(map));
}

AttributeMap project_map(const PathTree& node, const AttributeMap& map) {
  AttributeMap projected;
  for (const PathTree& child : node.children)
    if (const AttributeValue* found = map.find(child.name()))
      if (auto part = project_value(child, *found)) projected.set(child.name(), std::move(*part));
  return projected;
}

AttributeValue::List project_list(const PathTree& node, const AttributeValue::List& list) {
  AttributeValue::List projected;
  for (const PathTree& child : node.children)
    if (child.index() < list.size())
      if (auto part = project_value(child, list[child.index()])) projected.push_back(std::move(*part));
  return projected;
}

}  // namespace

Parsed<PathTree> PathTree::make(const std::vector<value::Path>& paths) {
  PathTree root;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (!insert(root, paths[i], i)) return unexpected(describe_clash(paths));
  return root;
}

std::vector<std::string> PathTree::top_level_names() const {
  std::vector<std::string> names;
  for (const PathTree& child : children) names.push_back(child.name());
  return names;
}

std::vector<std::string> PathTree::nested_names() const {
  std::vector<std::string> names;
  for (const PathTree& child : children)
    if (!child.is_leaf()) names.push_back(child.name());
  return names;
}

AttributeMap project(const PathTree& tree, const AttributeMap& item) { return project_map(tree, item); }

}  // namespace partita::expr
