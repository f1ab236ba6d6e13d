// The colours of pictures and pages, for light and for dark surroundings.
//
// Invariants, which tests compute
// 1. Each text has a contrast of at least 4.5 to 1 on each ground on which it is drawn (WCAG 2.2, level AA), and a
//    stripe or line that means something has at least 3 to 1.
// 2. Any two entity colours differ for people who see no red, no green or no blue. A colour is never the only sign: the
//    entity's name is next to it, and from the thirteenth entity on stripes are also dashed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::modelling {

inline constexpr int kEntityColours = 12;

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
};

struct Theme {
  Colour ground;  // of the page
  Colour band;    // of partition keys and heads of tables
  Colour ink;     // of texts
  Colour dim;     // of secondary texts
  Colour line;    // of frames, without a meaning
  Colour edge;    // of edges in graphs
  Colour alarm;   // of refused parts
  Colour link;
  Colour entity[kEntityColours] = {};
  Colour tint[kEntityColours] = {};  // the ground of an entity's keys
};
extern const Theme kLightTheme, kDarkTheme;

// "#rrggbb"
std::string css(Colour colour);
// The themes as CSS variables of `selector`: the light one, and the dark one for readers who prefer it.
std::string css_variables(std::string_view selector);
// The grounds "h0" to "h8" show a share from 0 to 1. Their lightness rises or falls steadily, so they are told apart
// without colours. A share above 1 has the class "alarm".
inline constexpr int kHeatSteps = 9;
Colour heat(const Theme& theme, int step);
// The style of the elements that Svg writes, as CSS.
std::string picture_css();

}  // namespace partita::modelling
