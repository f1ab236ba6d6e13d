// The palette: contrasts after WCAG 2.2, and distances of colours as people with each kind of colour blindness see
// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "modelling/picture/palette.h"

namespace partita::modelling {
namespace picture_palette_test {

using Vector = std::array<double, 3>;

Vector linear(Colour c) {
  const auto one = [](std::uint8_t byte) {
    const double x = byte / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  return {one(c.red), one(c.green), one(c.blue)};
}

double luminance(Colour c) {
  const Vector v = linear(c);
  return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}

double contrast(Colour a, Colour b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Vector times(const std::array<Vector, 3>& matrix, const Vector& v) {
  Vector out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[i] += matrix[i][j] * v[j];
  return out;
}

// Oklab, in which equal distances look about equally large.
Vector oklab(Vector rgb) {
  Vector cones = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                         {0.2119034982, 0.6806995451, 0.1073969566},
                         {0.0883024619, 0.2817188376, 0.6299787005}}},
                       rgb);
  for (double& cone : cones) cone = std::cbrt(cone);
  return times({{{0.2104542553, 0.7936177850, -0.0040720468},
                 {1.9779984951, -2.4285922050, 0.4505937099},
                 {0.0259040371, 0.7827717662, -0.8086757660}}},
               cones);
}

// Machado, Oliveira and Fernandes 2009, severity 1.
constexpr std::array<std::array<Vector, 3>, 4> kEyes = {{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

double distance(Colour a, Colour b, const std::array<Vector, 3>& eye) {
  const auto seen = [&](Colour c) {
    Vector v = times(eye, linear(c));
    for (double& x : v) x = std::clamp(x, 0.0, 1.0);
    return oklab(v);
  };
  const Vector x = seen(a), y = seen(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

const Theme* const kThemes[] = {&kLightTheme, &kDarkTheme};

TEST(Palette, TextsHaveTheContrastOfLevelAa) {
  for (const Theme* theme : kThemes) {
    for (const Colour text : {theme->ink, theme->dim, theme->alarm, theme->link})
      for (const Colour ground : {theme->ground, theme->band}) EXPECT_GE(contrast(text, ground), 4.5) << css(text);
    for (int i = 0; i < kEntityColours; ++i) {
      for (const Colour text : {theme->ink, theme->dim, theme->entity[i]})
        EXPECT_GE(contrast(text, theme->tint[i]), 4.5) << css(text) << " on tint " << i;
      EXPECT_GE(contrast(theme->entity[i], theme->ground), 4.5) << i;
      EXPECT_GE(contrast(theme->entity[i], theme->band), 3) << i;
    }
    EXPECT_GE(contrast(theme->edge, theme->ground), 3);
  }
}

TEST(Palette, EntityColoursDifferForEveryEye) {
  for (const Theme* theme : kThemes)
    for (const auto& eye : kEyes)
      for (int i = 0; i < kEntityColours; ++i)
        for (int j = 0; j < i; ++j)
          EXPECT_GT(distance(theme->entity[i], theme->entity[j], eye), 0.045)
              << css(theme->entity[i]) << " and " << css(theme->entity[j]) << " for eye " << &eye - kEyes.data();
}

TEST(Palette, DarkVariablesAreForReadersWhoPreferThem) {
  const std::string text = css_variables(".pic");
  EXPECT_NE(text.find("--ground:" + css(kLightTheme.ground)), std::string::npos);
  EXPECT_GT(text.find("--ground:" + css(kDarkTheme.ground)), text.find("@media(prefers-color-scheme:dark)"));
  EXPECT_EQ(text.find('<'), std::string::npos);
}

}  // namespace picture_palette_test
}  // namespace partita::modelling
