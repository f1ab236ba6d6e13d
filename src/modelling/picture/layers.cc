// The layout of a graph, as Sugiyama, Tagawa and Toda describe it, for each connected part
// 1. Edges that close a cycle are turned around.
// 2. Each node goes to the layer behind all nodes that lead to it. Crowded layers give nodes without edges to later
//    ones to the next layer.
// 3. Edges over several layers get a place in each layer between.
// 4. Sweeps over the layers order each one by the mean positions of its neighbours, and the order with the fewest
//    crossings is kept.
// 5. Sweeps move the places of each layer toward the middle of their neighbours, as far as the distances allow.
// 6. The parts are put next to each other, and below each other if the picture gets too wide.
#include "modelling/picture/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace partita::modelling {
namespace {

constexpr double kPassHeight = 10;  // of the place through which a long edge passes a layer
constexpr double kStub = 21;        // the straight part at the ends of an edge, at which marks are
constexpr int kSweeps = 12;

// A box, or the place of a long edge in a layer.
struct LayerPlace {
  double width = 0, height = kPassHeight;
  std::size_t layer = 0;
  double middle = 0;                     // y
  std::vector<std::size_t> before = {};  // places of the layer before that an edge joins to this one
  std::vector<std::size_t> after = {};
};

// One connected part of a graph. Its nodes are the first places, and all edges run to a later layer.
class LayeredPart {
 public:
  LayeredPart(const std::vector<Box>& sizes, std::vector<GraphEdge> edges, const GraphSpacing& spacing)
      : spacing_(spacing), nodes_(sizes.size()), edges_(std::move(edges)) {
    for (const Box& size : sizes) places_.push_back({.width = size.width, .height = size.height});
  }

  GraphLayout lay_out() {
    turn_cycles();
    choose_layers();
    thin_out_layers();
    split_long_edges();
    order_layers();
    choose_heights();
    return finish();
  }

 private:
  // ---- cycles and layers

  void turn_cycles() {
    turned_.assign(edges_.size(), false);
    std::vector<int> state(nodes_, 0);  // 1: on the path, 2: done
    for (std::size_t node = 0; node < nodes_; ++node) visit(node, state);
  }
  void visit(std::size_t node, std::vector<int>& state) {
    if (state[node] != 0) return;
    state[node] = 1;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (edges_[e].from != node || turned_[e]) continue;
      if (state[edges_[e].to] == 1) {
        turned_[e] = true;
        std::swap(edges_[e].from, edges_[e].to);
      } else {
        visit(edges_[e].to, state);
      }
    }
    state[node] = 2;
  }

  void choose_layers() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const GraphEdge& edge : edges_)
        if (places_[edge.to].layer < places_[edge.from].layer + 1) {
          places_[edge.to].layer = places_[edge.from].layer + 1;
          changed = true;
        }
    }
    // A node without an edge to it is put in the layer before its nearest target.
    for (std::size_t node = 0; node < nodes_; ++node) {
      std::size_t nearest = std::string::npos;
      bool is_source = true;
      for (const GraphEdge& edge : edges_) {
        if (edge.to == node) is_source = false;
        if (edge.from == node) nearest = std::min(nearest, places_[edge.to].layer);
      }
      if (is_source && nearest != std::string::npos) places_[node].layer = nearest - 1;
    }
  }

  // Moves nodes without edges to later ones from a crowded layer to the next one.
  void thin_out_layers() {
    // A picture about as wide as high is read best, and most boxes are wider than high.
    const auto most = std::max<std::size_t>(6, static_cast<std::size_t>(1.5 * std::sqrt(static_cast<double>(nodes_))));
    for (std::size_t layer = 0; layer < nodes_; ++layer) {
      std::size_t count = 0;
      for (std::size_t node = 0; node < nodes_; ++node) {
        if (places_[node].layer != layer) continue;
        const bool leads_on =
            std::any_of(edges_.begin(), edges_.end(), [&](const GraphEdge& e) { return e.from == node; });
        if (++count > most && !leads_on) ++places_[node].layer;
      }
    }
  }

  void split_long_edges() {
    for (const GraphEdge& edge : edges_) {
      std::vector<std::size_t> chain = {edge.from};
      for (std::size_t layer = places_[edge.from].layer + 1; layer < places_[edge.to].layer; ++layer) {
        places_.push_back({.layer = layer});
        chain.push_back(places_.size() - 1);
      }
      chain.push_back(edge.to);
      for (std::size_t i = 1; i < chain.size(); ++i) {
        places_[chain[i - 1]].after.push_back(chain[i]);
        places_[chain[i]].before.push_back(chain[i - 1]);
      }
      chains_.push_back(std::move(chain));
    }
    for (std::size_t place = 0; place < places_.size(); ++place) {
      if (layers_.size() <= places_[place].layer) layers_.resize(places_[place].layer + 1);
      layers_[places_[place].layer].push_back(place);
    }
  }

  // ---- the order in each layer

  std::vector<std::size_t> ranks() const {
    std::vector<std::size_t> rank(places_.size());
    for (const auto& layer : layers_)
      for (std::size_t i = 0; i < layer.size(); ++i) rank[layer[i]] = i;
    return rank;
  }

  std::size_t crossings() const {
    const std::vector<std::size_t> rank = ranks();
    std::size_t count = 0;
    for (const auto& layer : layers_) {
      std::vector<std::pair<std::size_t, std::size_t>> joined;
      for (const std::size_t place : layer)
        for (const std::size_t next : places_[place].after) joined.emplace_back(rank[place], rank[next]);
      for (std::size_t i = 0; i < joined.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          count += (joined[i].first < joined[j].first) != (joined[i].second < joined[j].second) &&
                   joined[i].first != joined[j].first && joined[i].second != joined[j].second;
    }
    return count;
  }

  void order_layers() {
    auto best = layers_;
    std::size_t fewest = crossings();
    for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
      const bool forward = sweep % 2 == 0;
      for (std::size_t i = 1; i < layers_.size(); ++i) {
        const std::vector<std::size_t> rank = ranks();
        auto& layer = layers_[forward ? i : layers_.size() - 1 - i];
        const auto weight = [&](std::size_t place) {
          const auto& joined = forward ? places_[place].before : places_[place].after;
          if (joined.empty()) return static_cast<double>(rank[place]);
          double sum = 0;
          for (const std::size_t other : joined) sum += static_cast<double>(rank[other]);
          return sum / static_cast<double>(joined.size());
        };
        std::stable_sort(layer.begin(), layer.end(),
                         [&](std::size_t a, std::size_t b) { return weight(a) < weight(b); });
      }
      if (const std::size_t now = crossings(); now < fewest) {
        fewest = now;
        best = layers_;
      }
    }
    layers_ = std::move(best);
  }

  // ---- coordinates

  double distance(std::size_t above, std::size_t below) const {
    const int boxes = (above < nodes_) + (below < nodes_);
    return (places_[above].height + places_[below].height) / 2 + spacing_.between_boxes * boxes / 2;
  }

  // Puts the places of a layer as near to `wanted` as their order and distances allow (least squares, by pooling).
  void settle(const std::vector<std::size_t>& layer, const std::vector<double>& wanted) {
    struct Pool {
      double mean;
      std::size_t count;
    };
    std::vector<Pool> pools;
    std::vector<double> offset(layer.size(), 0);
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if (i > 0) offset[i] = offset[i - 1] + distance(layer[i - 1], layer[i]);
      pools.push_back({wanted[i] - offset[i], 1});
      while (pools.size() > 1 && pools[pools.size() - 2].mean >= pools.back().mean) {
        const Pool last = pools.back();
        pools.pop_back();
        Pool& pool = pools.back();
        pool.mean = (pool.mean * static_cast<double>(pool.count) + last.mean * static_cast<double>(last.count)) /
                    static_cast<double>(pool.count + last.count);
        pool.count += last.count;
      }
    }
    std::size_t i = 0;
    for (const Pool& pool : pools)
      for (std::size_t k = 0; k < pool.count; ++k, ++i) places_[layer[i]].middle = pool.mean + offset[i];
  }

  void choose_heights() {
    for (const auto& layer : layers_) settle(layer, std::vector<double>(layer.size(), 0));
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      const bool forward = sweep % 2 == 1;
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        const auto& layer = layers_[forward ? i : layers_.size() - 1 - i];
        std::vector<double> wanted;
        for (const std::size_t place : layer) {
          const auto& joined = forward ? places_[place].before : places_[place].after;
          double sum = 0;
          for (const std::size_t other : joined) sum += places_[other].middle;
          wanted.push_back(joined.empty() ? places_[place].middle : sum / static_cast<double>(joined.size()));
        }
        settle(layer, wanted);
      }
    }
  }

  GraphLayout finish() const {
    double top = 1e9, bottom = -1e9;
    for (const LayerPlace& place : places_) {
      top = std::min(top, place.middle - place.height / 2);
      bottom = std::max(bottom, place.middle + place.height / 2);
    }
    std::vector<double> left, width;
    double x = 0;
    for (const auto& layer : layers_) {
      double widest = 0;
      for (const std::size_t place : layer) widest = std::max(widest, places_[place].width);
      left.push_back(x);
      width.push_back(widest);
      x += widest + spacing_.between_layers;
    }
    GraphLayout layout{.turned = turned_, .width = x - spacing_.between_layers, .height = bottom - top};
    for (std::size_t node = 0; node < nodes_; ++node) {
      const LayerPlace& place = places_[node];
      layout.nodes.push_back({left[place.layer], place.middle - place.height / 2 - top, place.width, place.height});
    }
    for (std::size_t e = 0; e < edges_.size(); ++e) layout.edges.push_back(points_of(e, layout, left, width, top));
    return layout;
  }

  std::vector<Point> points_of(std::size_t edge, const GraphLayout& layout, const std::vector<double>& left,
                               const std::vector<double>& width, double top) const {
    const Box& from = layout.nodes[edges_[edge].from];
    std::vector<Point> points = {{from.right(), from.middle()}};
    // Boxes of a layer differ in width, and an edge must not turn above a wider one.
    const auto add = [&](double at, double y) {
      if (at > points.back().x) points.push_back({at, y});
    };
    const std::size_t first = places_[edges_[edge].from].layer;
    add(left[first] + width[first] + kStub, from.middle());
    for (std::size_t i = 1; i + 1 < chains_[edge].size(); ++i) {
      const LayerPlace& pass = places_[chains_[edge][i]];
      points.push_back({left[pass.layer], pass.middle - top});
      points.push_back({left[pass.layer] + width[pass.layer], pass.middle - top});
    }
    const double end = layout.nodes[edges_[edge].to].x, y = port(edge, layout);
    points.push_back({end - kStub, y});
    points.push_back({end, y});
    return points;
  }

  // The end of an edge at its box, among the box's other edges.
  double port(std::size_t edge, const GraphLayout& layout) const {
    const std::size_t to = edges_[edge].to;
    const auto start = [&](std::size_t e) { return places_[chains_[e][chains_[e].size() - 2]].middle; };
    std::size_t all = 0, before = 0;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (edges_[e].to != to) continue;
      ++all;
      if (std::pair(start(e), e) < std::pair(start(edge), edge)) ++before;
    }
    const Box& box = layout.nodes[to];
    return box.y + box.height * static_cast<double>(before + 1) / static_cast<double>(all + 1);
  }

  const GraphSpacing& spacing_;
  std::size_t nodes_;
  std::vector<GraphEdge> edges_;
  std::vector<bool> turned_;
  std::vector<LayerPlace> places_;
  std::vector<std::vector<std::size_t>> layers_;
  std::vector<std::vector<std::size_t>> chains_;  // the places of each edge
};

// The number of the connected part of each node.
std::vector<std::size_t> parts_of(std::size_t nodes, const std::vector<GraphEdge>& edges) {
  std::vector<std::size_t> part(nodes);
  std::iota(part.begin(), part.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const GraphEdge& edge : edges) {
      const std::size_t least = std::min(part[edge.from], part[edge.to]);
      changed = changed || part[edge.from] != part[edge.to];
      part[edge.from] = part[edge.to] = least;
    }
  }
  return part;
}

struct LaidOutPart {
  std::vector<std::size_t> nodes, edges;  // of the whole graph
  GraphLayout layout;
};

LaidOutPart lay_out_part(std::size_t number, const std::vector<std::size_t>& part_of, const std::vector<Box>& sizes,
                         const std::vector<GraphEdge>& edges, const GraphSpacing& spacing) {
  LaidOutPart part;
  std::vector<std::size_t> position(sizes.size());
  std::vector<Box> own_sizes;
  for (std::size_t node = 0; node < sizes.size(); ++node) {
    if (part_of[node] != number) continue;
    position[node] = part.nodes.size();
    part.nodes.push_back(node);
    own_sizes.push_back(sizes[node]);
  }
  std::vector<GraphEdge> own_edges;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (part_of[edges[e].from] != number) continue;
    part.edges.push_back(e);
    own_edges.push_back({position[edges[e].from], position[edges[e].to]});
  }
  part.layout = LayeredPart(own_sizes, std::move(own_edges), spacing).lay_out();
  return part;
}

}  // namespace

GraphLayout lay_out(const std::vector<Box>& sizes, const std::vector<GraphEdge>& edges, const GraphSpacing& spacing) {
  const std::vector<std::size_t> part_of = parts_of(sizes.size(), edges);
  std::vector<LaidOutPart> parts;
  for (std::size_t number = 0; number < sizes.size(); ++number)
    if (part_of[number] == number) parts.push_back(lay_out_part(number, part_of, sizes, edges, spacing));
  std::stable_sort(parts.begin(), parts.end(),
                   [](const LaidOutPart& a, const LaidOutPart& b) { return a.nodes.size() > b.nodes.size(); });
  GraphLayout all{.nodes = std::vector<Box>(sizes.size()),
                  .edges = std::vector<std::vector<Point>>(edges.size()),
                  .turned = std::vector<bool>(edges.size())};
  double x = 0, y = 0, row = 0;
  for (const LaidOutPart& part : parts) {
    if (x > 0 && x + part.layout.width > spacing.widest) {
      y += row + spacing.between_boxes * 1.5;
      x = row = 0;
    }
    for (std::size_t i = 0; i < part.nodes.size(); ++i) {
      Box box = part.layout.nodes[i];
      all.nodes[part.nodes[i]] = {box.x + x, box.y + y, box.width, box.height};
    }
    for (std::size_t i = 0; i < part.edges.size(); ++i) {
      all.turned[part.edges[i]] = part.layout.turned[i];
      for (const Point& point : part.layout.edges[i]) all.edges[part.edges[i]].push_back({point.x + x, point.y + y});
    }
    x += part.layout.width;
    all.width = std::max(all.width, x);
    x += spacing.between_boxes * 2;
    row = std::max(row, part.layout.height);
    all.height = std::max(all.height, y + part.layout.height);
  }
  return all;
}

std::string edge_path(const std::vector<Point>& points) {
  std::string d = fmt::format("M{} {}", number_text(points.front().x), number_text(points.front().y));
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point &a = points[i - 1], &b = points[i];
    if (std::abs(a.y - b.y) < 0.05) {
      d += fmt::format("H{}", number_text(b.x));
      continue;
    }
    const double half = (a.x + b.x) / 2;
    d += fmt::format("C{} {} {} {} {} {}", number_text(half), number_text(a.y), number_text(half), number_text(b.y),
                     number_text(b.x), number_text(b.y));
  }
  return d;
}

}  // namespace partita::modelling
