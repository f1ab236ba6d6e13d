#include "modelling/picture/legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/picture/palette.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling {
namespace {

int place_of(int colour) { return colour % kEntityColours; }

}  // namespace

std::string strong_class(int colour) { return fmt::format("e{}", place_of(colour)); }
std::string tint_class(int colour) { return fmt::format("t{}", place_of(colour)); }
std::string line_class(int colour) {
  return fmt::format("s{}{}", place_of(colour), colour >= kEntityColours ? " again" : "");
}

double draw_heading(Svg& svg, const std::string& title, const std::string& subtitle, double width, SvgUse use) {
  if (use == SvgUse::Inline) {
    svg.text(kMargin, kMargin + 10, subtitle, {.size_px = 12, .classes = "dim"}, width - 2 * kMargin);
    return kMargin + (subtitle.empty() ? 0 : 22);
  }
  svg.text(kMargin, kMargin + 14, title, {.font = Font::Bold, .size_px = 16}, width - 2 * kMargin);
  if (subtitle.empty()) return kMargin + 26;
  svg.text(kMargin, kMargin + 34, subtitle, {.size_px = 12, .classes = "dim"}, width - 2 * kMargin);
  return kMargin + 46;
}

double draw_legend(Svg& svg, const std::vector<PictureEntity>& entities, double y, double width) {
  constexpr double kLine = 22, kChip = 12, kWidestName = 200;
  double x = kMargin;
  for (const PictureEntity& entity : entities) {
    const double text = std::min(kWidestName, text_width(printable(entity.name), Font::Bold, 12));
    if (x > kMargin && x + kChip + 6 + text > width - kMargin) {
      x = kMargin;
      y += kLine;
    }
    svg.rect({x, y + 3, kChip, kChip}, strong_class(entity.colour), 3);
    svg.text(x + kChip + 6, y + 13, entity.name,
             {.font = Font::Bold, .size_px = 12, .classes = strong_class(entity.colour)}, kWidestName);
    x += kChip + 6 + text + 18;
  }
  return y + kLine;
}

void draw_stripe(Svg& svg, int colour, double x, double top, double bottom) {
  svg.path(fmt::format("M{} {}V{}", number_text(x + 2), number_text(top), number_text(bottom)),
           "stripe " + line_class(colour));
}

}  // namespace partita::modelling
