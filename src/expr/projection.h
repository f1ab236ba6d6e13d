// Projection: the parts of an item that a reader wants, from a ProjectionExpression or AttributesToGet. Immutable;
// copies share.
#pragma once

#include "value/view.h"

#include <memory>
#include <string>
#include <vector>

namespace partita::expr {

struct ProjectionTree;

class Projection {
 public:
  explicit Projection(std::shared_ptr<const ProjectionTree> tree) : tree_(std::move(tree)) {}
  // Appends to `out` an encoded item with the parts of `item` that the paths name; parts that are not there are
  // left out, list elements come out packed in their order.
  void project(const value::MapView& item, std::string& out) const;
  // The attributes that its paths start from, sorted, each once.
  std::vector<std::string> top_level_names() const;
  // Those of them that a path goes into, with '.' or '[n]': none of these may be a key attribute.
  std::vector<std::string> nested_names() const;

 private:
  std::shared_ptr<const ProjectionTree> tree_;
};

}  // namespace partita::expr
