// Places the boxes of a directed graph in layers from left to right, so that edges run between the layers and meet no
// box.
//
// The steps are those of Sugiyama's method: break cycles, give each box a layer, pass long edges through places of
// their own in the layers between, order each layer by the medians of its neighbours, then set coordinates. Parts of
// the graph that no edge joins are laid out by themselves and packed into rows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "modelling/picture/svg.h"

namespace partita::modelling {

struct GraphEdge {
  std::size_t from = 0, to = 0;  // nodes; an edge from a node to itself is not allowed
};

struct Point {
  double x = 0, y = 0;
};

struct GraphLayout {
  std::vector<Box> nodes = {};
  // The points of each edge, from the right side of the box at its left to the left side of the box at its right. The
  // edges of a box begin at one point and end at points of their own.
  std::vector<std::vector<Point>> edges = {};
  std::vector<bool> turned = {};  // The edge runs from `to` to `from`, because it closes a cycle.
  double width = 0, height = 0;
};

struct GraphSpacing {
  double between_layers = 116;
  double between_boxes = 26;
  double widest = 1080;  // of a row of unconnected parts
};

// `sizes` has the width and height of each node; its coordinates do not matter.
GraphLayout lay_out(const std::vector<Box>& sizes, const std::vector<GraphEdge>& edges, const GraphSpacing& spacing);

// A smooth path through the points, which leaves and enters them horizontally.
std::string edge_path(const std::vector<Point>& points);

}  // namespace partita::modelling
