#include "modelling/picture/access_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/picture/layers.h"
#include "modelling/picture/legend.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling {
namespace {

constexpr double kPatternWidth = 296, kIndent = 26;
constexpr double kTargetNarrowest = 190, kTargetWidest = 260;
constexpr double kLabelWidth = 72, kCurveWidth = 62, kGap = kLabelWidth + kCurveWidth;
constexpr double kPatternHeight = 38, kPatternGap = 8, kAccessHeight = 32, kTargetHeight = 44, kGroupGap = 18;
constexpr std::size_t kMostAccesses = 6;  // of one pattern that are drawn
constexpr double kTip = 7;

struct PlacedPattern {
  const MapPattern* pattern = nullptr;
  Box box = {};
};

class AccessMapDrawing {
 public:
  explicit AccessMapDrawing(const AccessMap& map) : map_(map), svg_(map.id, map.title, described(map)) {
    const auto has_any = [&](Side side) {
      return std::any_of(map.patterns.begin(), map.patterns.end(),
                         [&](const MapPattern& one) { return one.refused.empty() && is_of(one, side); });
    };
    for (const MapTarget& target : map.targets)
      target_width_ = std::max(
          target_width_, text_width(printable(target.name), Font::Bold, 12) + 24 + (target.is_table ? 0 : kIndent));
    target_width_ = std::min(target_width_, kTargetWidest);
    target_x_ = kMargin + (has_any(Side::Reads) ? kPatternWidth + kGap : 0);
    width_ = target_x_ + target_width_ + (has_any(Side::Writes) ? kGap + kPatternWidth : 0) + kMargin;
    const bool refuses = std::any_of(map.patterns.begin(), map.patterns.end(),
                                     [](const MapPattern& one) { return !one.refused.empty(); });
    width_ = std::max(width_, refuses ? 900.0 : 480.0);
  }

  std::string draw(SvgUse use) {
    double y = draw_heading(svg_, map_.title, map_.subtitle, width_, use) + 8;
    y = draw_column_heads(y);
    targets_.resize(map_.targets.size());
    for (std::size_t first = 0; first < map_.targets.size();) {
      std::size_t end = first + 1;
      while (end < map_.targets.size() && !map_.targets[end].is_table) ++end;
      y = place_table(first, end, y) + kGroupGap;
      first = end;
    }
    for (const PlacedPattern& placed : placed_) draw_edges(placed);
    for (const PlacedPattern& placed : placed_) draw_pattern(placed);
    for (std::size_t i = 0; i < map_.targets.size(); ++i) draw_target(i);
    y = draw_refused(y);
    return svg_.finish(width_, y - kGroupGap + kMargin, use);
  }

 private:
  static std::string described(const AccessMap& map) {
    std::string text;
    for (const MapPattern& pattern : map.patterns) {
      text += pattern.name + (pattern.write ? " writes" : " reads");
      if (!pattern.refused.empty()) text = text + " nothing, because it is refused: " + pattern.refused;
      for (const MapAccess& access : pattern.accesses) {
        text += ' ' + map.targets[access.target].name;
        for (const std::string& label : {access.items, access.units})
          if (!label.empty()) text += ", " + label;
        text += ';';
      }
      if (text.ends_with(';')) text.pop_back();
      text += ". ";
    }
    return text;
  }

  double draw_column_heads(double y) {
    const TextStyle style{.size_px = 10.5, .classes = "dim"};
    if (target_x_ > kMargin) svg_.text(kMargin, y + 10, "Reads", style);
    if (!map_.targets.empty()) svg_.text(target_x_, y + 10, "Tables and indexes", style);
    if (writes_x() + kPatternWidth <= width_) svg_.text(writes_x(), y + 10, "Writes", style);
    return y + 22;
  }
  double writes_x() const { return target_x_ + target_width_ + kGap; }

  static double height_of(const MapPattern& pattern) {
    return std::max(kPatternHeight,
                    static_cast<double>(std::min(pattern.accesses.size(), kMostAccesses)) * kAccessHeight);
  }

  enum class Side { Reads, Writes };
  static bool is_of(const MapPattern& pattern, Side side) { return pattern.write == (side == Side::Writes); }

  // Puts the patterns whose first access is of the target below each other. Returns the y below them.
  double place_patterns(std::size_t target, Side side, double x, double y) {
    for (const MapPattern& pattern : map_.patterns) {
      if (!pattern.refused.empty() || !is_of(pattern, side) || pattern.accesses.empty() ||
          pattern.accesses.front().target != target)
        continue;
      placed_.push_back({&pattern, {x, y, kPatternWidth, height_of(pattern)}});
      y += height_of(pattern) + kPatternGap;
    }
    return y;
  }

  double place_table(std::size_t first, std::size_t end, double top) {
    double reads = top;
    for (std::size_t target = first; target < end; ++target) {
      const std::size_t before = placed_.size();
      const double needed = place_patterns(target, Side::Reads, kMargin, reads) - reads - kPatternGap;
      const double height = std::max(needed, kTargetHeight);
      for (std::size_t i = before; i < placed_.size(); ++i) placed_[i].box.y += (height - needed) / 2;
      const double indent = map_.targets[target].is_table ? 0 : kIndent;
      targets_[target] = {target_x_ + indent, reads + (height - kTargetHeight) / 2, target_width_ - indent,
                          kTargetHeight};
      reads += height + kGroupGap;
    }
    double writes = top;
    for (std::size_t target = first; target < end; ++target)
      writes = place_patterns(target, Side::Writes, writes_x(), writes);
    return std::max(reads - kGroupGap, writes - kPatternGap);
  }

  void draw_edges(const PlacedPattern& placed) {
    const auto& accesses = placed.pattern->accesses;
    const std::size_t shown = std::min(accesses.size(), kMostAccesses);
    const Box& box = placed.box;
    const int out = placed.pattern->write ? -1 : 1;
    for (std::size_t i = 0; i < shown; ++i) {
      const MapAccess& access = accesses[i];
      const Box& target = targets_[access.target];
      const double y = box.y + box.height * (static_cast<double>(i) + 0.5) / static_cast<double>(shown);
      const double start = out > 0 ? box.right() : box.x, end = out > 0 ? target.x : target.right();
      const double middle = target.middle();
      svg_.path(edge_path({{start, y}, {start + out * kLabelWidth, y}, {end - out * kTip, middle}}), "edge");
      svg_.path(fmt::format("M{} {}L{} {}V{}Z", number_text(end), number_text(middle), number_text(end - out * kTip),
                            number_text(middle - 4), number_text(middle + 4)),
                "tip");
      const double label = start + out * (out > 0 ? 6 : kLabelWidth);
      svg_.text(label, y - 4, access.items, {.size_px = 10, .classes = "dim"}, kLabelWidth - 8);
      const bool last = i + 1 == shown && shown < accesses.size();
      svg_.text(label, y + 11, last ? fmt::format("+{} more", accesses.size() - shown) : access.units,
                {.size_px = 10, .classes = "dim"}, kLabelWidth - 8);
    }
  }

  void draw_pattern(const PlacedPattern& placed) {
    const MapPattern& pattern = *placed.pattern;
    const Box& box = placed.box;
    svg_.rect(box, "ground", 6);
    draw_stripe(svg_, pattern.colour, box.x, box.y + 6, box.bottom() - 6);
    const double middle = box.middle();
    svg_.text(box.x + 12, pattern.note.empty() ? middle + 4 : middle - 3, pattern.name, {.size_px = 12},
              box.width - 20);
    if (!pattern.note.empty())
      svg_.text(box.x + 12, middle + 12, pattern.note, {.size_px = 10, .classes = "dim"}, box.width - 20);
    svg_.rect(box, "frame", 6);
  }

  void draw_target(std::size_t number) {
    const MapTarget& target = map_.targets[number];
    const Box& box = targets_[number];
    if (!target.is_table) {
      std::size_t table = number;
      while (!map_.targets[table].is_table) --table;
      const bool above_is_table = table + 1 == number;
      const double from = above_is_table ? targets_[table].bottom() : targets_[number - 1].middle();
      svg_.path(fmt::format("M{} {}V{}H{}", number_text(target_x_ + 10), number_text(from), number_text(box.middle()),
                            number_text(box.x)),
                "frame");
      const bool is_read = std::any_of(placed_.begin(), placed_.end(), [&](const PlacedPattern& placed) {
        const auto& accesses = placed.pattern->accesses;
        return std::any_of(accesses.begin(), accesses.end(),
                           [&](const MapAccess& one) { return one.target == number; });
      });
      if (!is_read && target_x_ > kMargin)
        svg_.text(target_x_ - 10, box.middle() + 4, "no pattern reads it",
                  {.size_px = 10.5, .classes = "dim", .anchor = Anchor::End});
    }
    svg_.rect(box, "band", 6);
    svg_.text(box.x + 12, box.y + 18, target.name, {.font = Font::Bold, .size_px = 12}, box.width - 22);
    svg_.text(box.x + 12, box.y + 34, target.note, {.font = Font::Mono, .size_px = 10.5, .classes = "dim"},
              box.width - 22);
    svg_.rect(box, "frame", 6);
  }

  double draw_refused(double y) {
    bool first = true;
    for (const MapPattern& pattern : map_.patterns) {
      if (pattern.refused.empty()) continue;
      if (first) {
        svg_.text(kMargin, y + 12, "Refused", {.font = Font::Bold, .size_px = 12, .classes = "alarm"});
        y += 22;
      }
      first = false;
      const Box box{kMargin, y, kPatternWidth, kPatternHeight};
      svg_.rect(box, "refused", 6);
      svg_.text(box.x + 12, box.middle() + 4, pattern.name, {.size_px = 12}, box.width - 20);
      svg_.text(box.right() + 14, box.middle() + 4, pattern.refused, {.size_px = 11, .classes = "alarm"},
                width_ - kMargin - box.right() - 14);
      y += kPatternHeight + kPatternGap;
    }
    return first ? y : y - kPatternGap + kGroupGap;
  }

  const AccessMap& map_;
  Svg svg_;
  double target_x_ = 0, target_width_ = kTargetNarrowest, width_ = 0;
  std::vector<Box> targets_;
  std::vector<PlacedPattern> placed_;
};

}  // namespace

std::string draw_access_map(const AccessMap& map, SvgUse use) { return AccessMapDrawing(map).draw(use); }

}  // namespace partita::modelling
