// Projection: the parts of an item that a reader wants, from a ProjectionExpression or AttributesToGet. It never
// changes, and its copies share one tree.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "value/view.h"

namespace partita::expr {

struct ProjectionTree;

class Projection {
 public:
  explicit Projection(std::shared_ptr<const ProjectionTree> tree) : tree_(std::move(tree)) {}
  // Appends to `out` an encoded item with the parts of `item` that the paths name. Missing parts are left out. List
  // elements are packed without gaps, in their order.
  void project(const value::MapView& item, std::string& out) const;
  // The attributes that the projection's paths start from, sorted and without duplicates.
  std::vector<std::string> top_level_names() const;
  // The attributes of top_level_names() that a path goes into, with '.' or '[n]'. A key attribute must not be among
  // them.
  std::vector<std::string> nested_names() const;

 private:
  std::shared_ptr<const ProjectionTree> tree_;
};

}  // namespace partita::expr
