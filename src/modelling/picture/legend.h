// Parts that several pictures have: a heading, and the entities with their colours.
#pragma once

#include <string>
#include <vector>

#include "modelling/picture/collections.h"
#include "modelling/picture/svg.h"

namespace partita::modelling {

inline constexpr double kMargin = 20;

// The class of an entity's strong colour ("e3"), of its ground ("t3") and of its lines ("s3", or "s3 again" for a
// colour that an earlier entity has).
std::string strong_class(int colour);
std::string tint_class(int colour);
std::string line_class(int colour);

// Draws a title and a subtitle at the top. Returns the y below them. A page has the title itself, so a picture in it
// shows only the subtitle.
double draw_heading(Svg& svg, const std::string& title, const std::string& subtitle, double width,
                    SvgUse use = SvgUse::File);
// Draws the entities' names with their colours in lines of at most `width`, from `y` on. Returns the y below them.
double draw_legend(Svg& svg, const std::vector<PictureEntity>& entities, double y, double width);
// The stripe of an entity's colour at the left side of a box.
void draw_stripe(Svg& svg, int colour, double x, double top, double bottom);

}  // namespace partita::modelling
