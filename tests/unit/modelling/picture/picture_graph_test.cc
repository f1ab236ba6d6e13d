// The pictures with edges: no box meets another box or a foreign edge, no text overlaps, and everything is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "modelling/picture/access_map.h"
#include "modelling/picture/layers.h"
#include "modelling/picture/relations_picture.h"
#include "picture_support.h"

namespace partita::modelling {
namespace picture_graph_test {

using picture_support::Element;
using picture_support::expect_legible;
using picture_support::has_text;
using picture_support::overlap;
using picture_support::read_xml;
using picture_support::texts_of;

// A sequence that looks random and is the same on each machine.
class Sequence {
 public:
  explicit Sequence(unsigned seed) : state_(seed * 2654435761u + 1) {}
  std::size_t below(std::size_t bound) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % bound;
  }

 private:
  unsigned state_;
};

// Between two of its points, an edge stays in the rectangle that they span.
bool meets(const Point& a, const Point& b, const Box& box) {
  return overlap({std::min(a.x, b.x), std::min(a.y, b.y) - 0.5, std::abs(a.x - b.x), std::abs(a.y - b.y) + 1}, box);
}

void expect_clear(const std::vector<Box>& sizes, const std::vector<GraphEdge>& edges) {
  const GraphLayout layout = lay_out(sizes, edges, {});
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_DOUBLE_EQ(layout.nodes[i].width, sizes[i].width);
    EXPECT_GE(layout.nodes[i].x, 0);
    EXPECT_GE(layout.nodes[i].y, -1e-6);
    EXPECT_LE(layout.nodes[i].right(), layout.width + 1e-6);
    EXPECT_LE(layout.nodes[i].bottom(), layout.height + 1e-6);
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(layout.nodes[i], layout.nodes[j])) << i << " and " << j;
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const std::vector<Point>& points = layout.edges[e];
    const std::size_t left = layout.turned[e] ? edges[e].to : edges[e].from;
    const std::size_t right = layout.turned[e] ? edges[e].from : edges[e].to;
    EXPECT_DOUBLE_EQ(points.front().x, layout.nodes[left].right());
    EXPECT_DOUBLE_EQ(points.back().x, layout.nodes[right].x);
    EXPECT_GT(points.back().y, layout.nodes[right].y);
    EXPECT_LT(points.back().y, layout.nodes[right].bottom());
    for (std::size_t p = 1; p < points.size(); ++p)
      for (std::size_t i = 0; i < sizes.size(); ++i)
        EXPECT_FALSE(meets(points[p - 1], points[p], layout.nodes[i]) && i != left && i != right)
            << "edge " << e << " from " << left << " to " << right << " meets box " << i;
  }
}

TEST(Layers, KeepBoxesAndEdgesApart) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Sequence random(seed);
    std::vector<Box> sizes;
    const std::size_t nodes = 1 + random.below(50);
    for (std::size_t i = 0; i < nodes; ++i)
      sizes.push_back(
          {0, 0, 60.0 + static_cast<double>(random.below(240)), 30.0 + static_cast<double>(random.below(90))});
    std::vector<GraphEdge> edges;
    if (nodes > 1)
      for (std::size_t i = random.below(2 * nodes); i > 0; --i) {
        const GraphEdge edge{random.below(nodes), random.below(nodes)};
        if (edge.from != edge.to) edges.push_back(edge);
      }
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_clear(sizes, edges);
  }
}

TEST(Layers, PlaceChildrenToTheRightAndTurnCycles) {
  const std::vector<Box> sizes(3, {0, 0, 100, 40});
  const GraphLayout layout = lay_out(sizes, {{0, 1}, {1, 2}, {2, 0}}, {});
  EXPECT_LT(layout.nodes[0].right(), layout.nodes[1].x);
  EXPECT_LT(layout.nodes[1].right(), layout.nodes[2].x);
  EXPECT_EQ(layout.turned, (std::vector<bool>{false, false, true}));
}

TEST(Layers, DivideACrowdOfChildren) {
  std::vector<GraphEdge> edges;
  for (std::size_t i = 1; i < 50; ++i) edges.push_back({0, i});
  const std::vector<Box> sizes(50, {0, 0, 100, 40});
  expect_clear(sizes, edges);
  EXPECT_LT(lay_out(sizes, edges, {}).height, 49 * (40 + GraphSpacing().between_boxes) * 0.5);
}

TEST(Layers, UncrossEdgesThatNeedNotCross) {
  const std::vector<Box> sizes(4, {0, 0, 100, 40});
  const GraphLayout layout = lay_out(sizes, {{0, 3}, {1, 2}, {0, 2}}, {});
  EXPECT_EQ(layout.nodes[0].y < layout.nodes[1].y, layout.nodes[3].y < layout.nodes[2].y);
}

RelationsPicture entities(std::size_t count) {
  RelationsPicture picture{.id = "r", .title = "Entities", .subtitle = "all"};
  for (std::size_t i = 0; i < count; ++i)
    picture.boxes.push_back({{"ENTITY_" + std::to_string(i), static_cast<int>(i)},
                             i % 2 == 0 ? "1 000 items" : "",
                             {{"PK", "TENANT#{tenant}"}, {"SK", "E" + std::to_string(i) + "#{id}"}}});
  for (std::size_t i = 1; i < count; ++i)
    picture.edges.push_back({(i - 1) / 4, i, i % 3 != 0, i % 5 == 0, i % 7 == 0, "edge " + std::to_string(i)});
  return picture;
}

TEST(RelationsPicture, ShowsEveryEntityAndRelation) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{12}, std::size_t{50}}) {
    const RelationsPicture picture = entities(count);
    const std::string text = draw_relations(picture, SvgUse::File);
    const Element svg = read_xml(text);
    expect_legible(svg);
    const auto texts = texts_of(svg);
    for (const EntityBox& box : picture.boxes) {
      EXPECT_TRUE(has_text(texts, box.entity.name));
      EXPECT_TRUE(has_text(texts, box.lines[1].value));
    }
    for (const RelationEdge& edge : picture.edges)
      EXPECT_NE(text.find("<title>" + edge.whole + "</title>"), std::string::npos);
  }
}

TEST(RelationsPicture, StaysLegibleWithLongAndHostileTexts) {
  for (const std::string& name : {std::string(300, 'W'), std::string("<b>&\"]]>\x01"), std::string("a\u202Eb"),
                                  std::string("実体実体実体実体実体実体実体実体実体実体実体")}) {
    RelationsPicture picture = entities(3);
    picture.title = picture.subtitle = name;
    for (EntityBox& box : picture.boxes) {
      box.entity.name = box.note = name.substr(0, 60);
      for (PictureCell& line : box.lines) line = {name.substr(0, 20), name};
    }
    for (RelationEdge& edge : picture.edges) edge.whole = name;
    expect_legible(read_xml(draw_relations(picture, SvgUse::File)));
  }
}

AccessMap map_of(std::size_t patterns) {
  AccessMap map{.id = "m", .title = "Access", .subtitle = "all"};
  map.targets = {
      {"orders", "PK · SK"}, {"by_status", "GSI1PK · GSI1SK", false}, {"by_day", "GSI2PK", false}, {"products", "sku"}};
  for (std::size_t i = 0; i < patterns; ++i) {
    MapPattern pattern{.name = "Pattern number " + std::to_string(i),
                       .note = "ORDER, one Query page",
                       .colour = static_cast<int>(i),
                       .write = i % 3 == 0};
    const std::size_t target = pattern.write ? (i % 2) * 3 : i % 2 + (i % 4 == 0 ? 3 : 0);
    pattern.accesses = {{target, "20 items", "2.5 RU"}};
    if (i % 5 == 0) pattern.accesses.push_back({0, "1 item", "1 RU"});
    if (i % 11 == 10) pattern.refused = "no key serves it";
    map.patterns.push_back(pattern);
  }
  return map;
}

TEST(AccessMap, ShowsEveryPatternAndTarget) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{40}}) {
    const AccessMap map = map_of(count);
    const Element svg = read_xml(draw_access_map(map, SvgUse::File));
    expect_legible(svg);
    const auto texts = texts_of(svg);
    for (const MapPattern& pattern : map.patterns) EXPECT_TRUE(has_text(texts, pattern.name)) << pattern.name;
    for (const MapTarget& target : map.targets) EXPECT_TRUE(has_text(texts, target.name)) << target.name;
    EXPECT_EQ(has_text(texts, "20 items"), count > 0);
    if (count == 40) {
      EXPECT_TRUE(has_text(texts, "no key serves it"));
      EXPECT_TRUE(has_text(texts, "no pattern reads it"));
    }
  }
}

TEST(AccessMap, DrawsSomeAccessesOfAPatternWithManyAndCountsTheOthers) {
  AccessMap map = map_of(2);
  for (std::size_t i = 0; i < 20; ++i) map.patterns[0].accesses.push_back({i % 4, "1 item", "2 RU"});
  const Element svg = read_xml(draw_access_map(map, SvgUse::File));
  expect_legible(svg);
  EXPECT_TRUE(has_text(texts_of(svg), "+" + std::to_string(map.patterns[0].accesses.size() - 6) + " more"));
}

TEST(AccessMap, StaysLegibleWithLongAndHostileTexts) {
  for (const std::string& name : {std::string(300, 'W'), std::string("<b>&\"]]>\x01"), std::string("a\u202Eb")}) {
    AccessMap map = map_of(12);
    map.title = map.subtitle = name;
    for (MapTarget& target : map.targets) target.name = target.note = name;
    for (MapPattern& pattern : map.patterns) {
      pattern.name = pattern.note = name;
      if (!pattern.refused.empty()) pattern.refused = name;
      for (MapAccess& access : pattern.accesses) access.items = access.units = name;
    }
    expect_legible(read_xml(draw_access_map(map, SvgUse::File)));
  }
}

}  // namespace picture_graph_test
}  // namespace partita::modelling
