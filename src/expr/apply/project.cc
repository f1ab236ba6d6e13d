// Projections of encoded items. Wanted values are copied as bytes. Only the maps and lists around them get a new head.
#include <set>

#include "expr/bind/projection_tree.h"
#include "expr/projection.h"
#include "expr/syntax/path_tree.h"
#include "value/encode.h"
#include "value/wire.h"

namespace partita::expr {
namespace {

using value::MapView;
using value::ValueView;

void put_container(value::wire::Code code, std::size_t count, std::string_view elements, std::string& out) {
  std::string head;
  base::put_varint(head, count);
  out.push_back(static_cast<char>(code));
  base::put_varint(out, head.size() + elements.size());
  out.append(head).append(elements);
}

// Calls visit(child, value) for each name or index that both the tree and the map or list have. Both are in ascending
// order.
template <class Visit>
void merge(const PathTree& node, const MapView& map, Visit visit) {
  auto wanted = node.children.begin();
  for (const value::AttributeView& attribute : map) {
    while (wanted != node.children.end() && wanted->name() < attribute.name) ++wanted;
    if (wanted == node.children.end()) return;
    if (wanted->name() == attribute.name) visit(*wanted, attribute.value);
  }
}

template <class Visit>
void merge(const PathTree& node, const value::ListView& list, Visit visit) {
  auto wanted = node.children.begin();
  std::uint64_t index = 0;
  for (const ValueView element : list) {
    if (wanted == node.children.end()) return;
    if (wanted->index() == index++) visit(*wanted++, element);
  }
}

// Appends the wanted parts of `value`. Returns false if it has none of them.
bool project_value(const PathTree& node, ValueView value, std::string& out) {
  if (node.is_leaf()) {
    out.append(value.bytes());
    return true;
  }
  std::size_t count = 0;
  std::string elements;
  if (node.goes_into_lists()) {
    if (value.type() != AttributeType::L) return false;
    merge(node, value.list(), [&](const PathTree& child, ValueView element) {
      if (project_value(child, element, elements)) ++count;
    });
    if (count > 0) put_container(value::wire::Code::L, count, elements, out);
    return count > 0;
  }
  if (value.type() != AttributeType::M) return false;
  merge(node, value.map(), [&](const PathTree& child, ValueView entry) {
    std::string part;
    if (!project_value(child, entry, part)) return;
    ++count;
    base::put_varint(elements, child.name().size());
    elements.append(child.name()).append(part);
  });
  if (count > 0) put_container(value::wire::Code::M, count, elements, out);
  return count > 0;
}

}  // namespace

void Projection::project(const MapView& item, std::string& out) const {
  value::ItemBuilder builder;
  for (const Column& column : tree_->columns)
    if (const auto found = value::find(item, column.path)) builder.add(column.name, *found);
  merge(tree_->paths, item, [&](const PathTree& child, ValueView value) {
    if (child.is_leaf()) return builder.add(child.name(), value);
    std::string part;
    if (project_value(child, value, part)) builder.add_encoded(child.name(), part);
  });
  out.append(builder.finish());
}

namespace {

std::vector<std::string> names_of(const std::vector<Column>& columns, std::size_t least_elements) {
  std::set<std::string> names;
  for (const Column& column : columns)
    if (column.path.elements.size() >= least_elements) names.insert(column.path.top());
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string> Projection::top_level_names() const {
  return tree_->columns.empty() ? tree_->paths.top_level_names() : names_of(tree_->columns, 1);
}
std::vector<std::string> Projection::nested_names() const {
  return tree_->columns.empty() ? tree_->paths.nested_names() : names_of(tree_->columns, 2);
}

}  // namespace partita::expr
