#include "modelling/picture/relations_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/picture/layers.h"
#include "modelling/picture/legend.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling {
namespace {

constexpr double kHead = 30, kBoxLine = 19, kBoxPadding = 12, kNameLongest = 220, kLineLongest = 330;
constexpr double kFoot = 11;  // the length of a crow's foot

double bold_width(std::string_view text) { return text_width(printable(text), Font::Bold, 12.5); }
double note_width(const std::string& note) {
  return note.empty() ? 0 : 14 + text_width(printable(note), Font::Sans, 10.5);
}
double word_width(const EntityBox& box) {
  double width = 0;
  for (const PictureCell& line : box.lines)
    width = std::max(width, std::min(110.0, text_width(printable(line.name), Font::Sans, 10.5)));
  return width + 10;
}

Box size_of(const EntityBox& box, std::size_t incoming) {
  double width = std::min(kNameLongest, bold_width(box.entity.name)) + note_width(box.note);
  for (const PictureCell& line : box.lines)
    width =
        std::max(width, word_width(box) + std::min(kLineLongest, text_width(printable(line.value), Font::Mono, 11)));
  const double height = kHead + (box.lines.empty() ? 0 : static_cast<double>(box.lines.size()) * kBoxLine + 10);
  // Each edge that arrives needs room for its crow's foot.
  return {0, 0, width + 2 * kBoxPadding + 4, std::max(height, 16.0 * static_cast<double>(incoming + 1))};
}

void draw_box(Svg& svg, const EntityBox& entity, const Box& box) {
  std::string whole = entity.entity.name;
  for (const PictureCell& line : entity.lines) whole += fmt::format("\n{}: {}", line.name, line.value);
  svg.open_group(whole.find('\n') == whole.npos ? whole : std::string());
  const int colour = entity.entity.colour;
  svg.rect(box, "ground", 6);
  svg.rect({box.x + 1, box.y + 1, box.width - 2, kHead - 1}, tint_class(colour), 5);
  draw_stripe(svg, colour, box.x, box.y + 6, box.bottom() - 6);
  svg.text(box.x + kBoxPadding + 2, box.y + 19, entity.entity.name,
           {.font = Font::Bold, .size_px = 12.5, .classes = strong_class(colour)}, kNameLongest);
  if (!entity.note.empty())
    svg.text(box.right() - kBoxPadding, box.y + 19, entity.note,
             {.size_px = 10.5, .classes = "dim", .anchor = Anchor::End});
  double y = box.y + kHead + kBoxLine - 3;
  const double words = word_width(entity);
  for (const PictureCell& line : entity.lines) {
    svg.text(box.x + kBoxPadding + 2, y, line.name, {.size_px = 10.5, .classes = "dim"}, words - 10);
    svg.text(box.x + kBoxPadding + 2 + words, y, line.value, {.font = Font::Mono, .size_px = 11, .keeps_end = true},
             kLineLongest);
    y += kBoxLine;
  }
  svg.rect(box, "frame", 6);
  svg.close_group();
}

struct EndOfEdge {
  bool many = false, optional = false;
};

// One bar for exactly one, a circle for none, three toes for many. `direction` is 1 if the edge leaves to the right.
void draw_end(Svg& svg, const Point& at, int direction, const EndOfEdge& end) {
  const double foot = direction * kFoot;
  if (end.many)
    svg.path(fmt::format("M{0} {1}L{2} {3}M{0} {4}L{2} {3}", number_text(at.x), number_text(at.y - 5),
                         number_text(at.x + foot), number_text(at.y), number_text(at.y + 5)),
             "edge");
  else
    svg.path(fmt::format("M{0} {1}V{2}", number_text(at.x + foot * 0.6), number_text(at.y - 5), number_text(at.y + 5)),
             "edge");
  if (end.optional) svg.circle(at.x + foot + direction * 3.5, at.y, 3.5, "edge ground");
}

double draw_key(Svg& svg, double y, bool refers, bool belongs) {
  double x = kMargin;
  const auto entry = [&](std::string_view classes, std::string_view text) {
    svg.line(x, y + 8, x + 26, y + 8, classes);
    svg.text(x + 34, y + 12, text, {.size_px = 11, .classes = "dim"});
    x += 34 + text_width(text, Font::Sans, 11) + 24;
  };
  if (belongs) entry("edge", "belongs: the child's key has the parent's key");
  if (refers) entry("edge dashed", "refers: a field has the parent's key");
  return y + 20;
}

}  // namespace

std::string draw_relations(const RelationsPicture& picture, SvgUse use) {
  std::vector<std::size_t> incoming(picture.boxes.size(), 0);
  std::vector<GraphEdge> edges;
  for (const RelationEdge& edge : picture.edges) {
    edges.push_back({edge.parent, edge.child});
    ++incoming[edge.child];
  }
  std::vector<Box> sizes;
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) sizes.push_back(size_of(picture.boxes[i], incoming[i]));
  const GraphLayout layout = lay_out(sizes, edges, {});

  std::string description = picture.subtitle;
  for (const RelationEdge& edge : picture.edges) description += (description.empty() ? "" : ". ") + edge.whole;
  Svg svg(picture.id, picture.title, description);
  const bool refers = std::any_of(picture.edges.begin(), picture.edges.end(), [](const auto& e) { return e.refers; });
  const bool belongs = std::any_of(picture.edges.begin(), picture.edges.end(), [](const auto& e) { return !e.refers; });
  const double width = std::max(layout.width + 2 * kMargin, picture.edges.empty() ? 480.0 : 620.0);
  const double top = draw_heading(svg, picture.title, picture.subtitle, width, use) + 10;
  for (std::size_t i = 0; i < picture.edges.size(); ++i) {
    const RelationEdge& edge = picture.edges[i];
    std::vector<Point> points = layout.edges[i];
    for (Point& point : points) point = {point.x + kMargin, point.y + top};
    svg.open_group(edge.whole);
    svg.path(edge_path(points), edge.refers ? "edge dashed" : "edge");
    const Point& parent = layout.turned[i] ? points.back() : points.front();
    const Point& child = layout.turned[i] ? points.front() : points.back();
    const int out = layout.turned[i] ? -1 : 1;
    draw_end(svg, parent, out, {.optional = edge.optional});
    draw_end(svg, child, -out, {.many = edge.many, .optional = true});
    svg.close_group();
  }
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const Box& box = layout.nodes[i];
    draw_box(svg, picture.boxes[i], {box.x + kMargin, box.y + top, box.width, box.height});
  }
  double y = top + layout.height + 14;
  if (!picture.edges.empty()) y = draw_key(svg, y + 6, refers, belongs);
  return svg.finish(width, y + kMargin - 14, use);
}

}  // namespace partita::modelling
