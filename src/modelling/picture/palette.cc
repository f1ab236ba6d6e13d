#include "modelling/picture/palette.h"

#include <fmt/format.h>

#include "modelling/picture/text_width.h"

namespace partita::modelling {
namespace {

constexpr Colour colour(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb)};
}

// `share` of `over` on `ground`.
constexpr Colour mixed(Colour ground, Colour over, double share) {
  const auto mix = [&](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + (b - a) * share + 0.5); };
  return {mix(ground.red, over.red), mix(ground.green, over.green), mix(ground.blue, over.blue)};
}

constexpr std::uint32_t kOnLight[kEntityColours] = {0x3d63db, 0xc1327c, 0x5f7300, 0x287272, 0x945250, 0x854daa,
                                                    0x675223, 0x1d2aa8, 0x2f4401, 0x931258, 0x5d0272, 0x661f3c};
constexpr std::uint32_t kOnDark[kEntityColours] = {0x6b93fe, 0xfd90c0, 0xd3f55c, 0x61feff, 0xe37c79, 0xd6a0fe,
                                                   0xf6ddab, 0xb9cbfc, 0x8dc306, 0xf860a6, 0xb788c5, 0xfbbbcf};

constexpr Theme with_entities(Theme theme, const std::uint32_t (&colours)[kEntityColours], double tint) {
  for (int i = 0; i < kEntityColours; ++i) {
    theme.entity[i] = colour(colours[i]);
    theme.tint[i] = mixed(theme.ground, theme.entity[i], tint);
  }
  return theme;
}

std::string variables(const Theme& theme) {
  std::string text = fmt::format("--ground:{};--band:{};--ink:{};--dim:{};--line:{};--edge:{};--alarm:{};--link:{};",
                                 css(theme.ground), css(theme.band), css(theme.ink), css(theme.dim), css(theme.line),
                                 css(theme.edge), css(theme.alarm), css(theme.link));
  for (int i = 0; i < kEntityColours; ++i)
    text += fmt::format("--e{}:{};--t{}:{};", i, css(theme.entity[i]), i, css(theme.tint[i]));
  for (int i = 0; i < kHeatSteps; ++i) text += fmt::format("--h{}:{};", i, css(heat(theme, i)));
  return text;
}

}  // namespace

Colour heat(const Theme& theme, int step) {
  return mixed(theme.band, theme.entity[0], static_cast<double>(step) / (kHeatSteps - 1));
}

constexpr Theme kLight = with_entities({.ground = colour(0xffffff),
                                        .band = colour(0xf3f5f8),
                                        .ink = colour(0x1b2028),
                                        .dim = colour(0x57606c),
                                        .line = colour(0xd3d9e0),
                                        .edge = colour(0x75808d),
                                        .alarm = colour(0xb3261e),
                                        .link = colour(0x0b57c2)},
                                       kOnLight, 0.07);
constexpr Theme kDark = with_entities({.ground = colour(0x0f1318),
                                       .band = colour(0x1a2028),
                                       .ink = colour(0xe8ecf1),
                                       .dim = colour(0xa0abb8),
                                       .line = colour(0x333c47),
                                       .edge = colour(0x7d8997),
                                       .alarm = colour(0xff8a80),
                                       .link = colour(0x86b7ff)},
                                      kOnDark, 0.11);
const Theme kLightTheme = kLight;
const Theme kDarkTheme = kDark;

std::string css(Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

std::string css_variables(std::string_view selector) {
  return fmt::format("{}{{color-scheme:light dark;{}}}\n@media(prefers-color-scheme:dark){{{}{{{}}}}}\n", selector,
                     variables(kLightTheme), selector, variables(kDarkTheme));
}

std::string picture_css() {
  std::string text = fmt::format(
      ".pic text{{font-family:{};fill:var(--ink);white-space:pre}}\n"
      ".pic .mono{{font-family:{}}}\n"
      ".pic .bold{{font-weight:600}}\n"
      ".pic .dim{{fill:var(--dim)}}\n"
      ".pic .alarm{{fill:var(--alarm)}}\n"
      ".pic .ground{{fill:var(--ground)}}\n"
      ".pic .band{{fill:var(--band)}}\n"
      ".pic .frame{{fill:none;stroke:var(--line)}}\n"
      ".pic .rule{{stroke:var(--line)}}\n"
      ".pic .edge{{fill:none;stroke:var(--edge);stroke-width:1.4}}\n"
      ".pic .edge.ground{{fill:var(--ground)}}\n"
      ".pic .dashed{{stroke-dasharray:5 4}}\n"
      ".pic .tip{{fill:var(--edge)}}\n"
      ".pic .refused{{fill:none;stroke:var(--alarm);stroke-dasharray:4 3}}\n"
      ".pic .stripe{{fill:none;stroke-width:4}}\n"
      ".pic .again{{stroke-dasharray:6 3}}\n",
      kSansFonts, kMonoFonts);
  for (int i = 0; i < kEntityColours; ++i)
    text += fmt::format(
        ".pic .e{0}{{fill:var(--e{0})}}.pic .t{0}{{fill:var(--t{0})}}.pic .s{0}{{stroke:var(--e{0})}}\n", i);
  for (int i = 0; i < kHeatSteps; ++i) text += fmt::format(".pic .h{0}{{fill:var(--h{0})}}\n", i);
  return text;
}

}  // namespace partita::modelling
