// Writes a picture as SVG.
//
// All coordinates are pixels from the upper left corner. Colours and fonts are classes of palette.h, so that the
// picture follows the reader's light or dark surroundings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "modelling/picture/text_width.h"

namespace partita::modelling {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double middle() const { return y + height / 2; }
};

enum class Anchor : std::uint8_t { Start, Middle, End };

struct TextStyle {
  Font font = Font::Sans;
  double size_px = 12;
  std::string_view classes = {};  // colours: "dim", "alarm", "e3"
  Anchor anchor = Anchor::Start;
  bool keeps_end = false;  // a text without room loses its middle and not its end
};

// How a picture is used: as a file, or as an element of an HTML page that has the styles already.
enum class SvgUse : std::uint8_t { File, Inline };

class Svg {
 public:
  // `id` begins the element ids and must be unique in a page. `title` and `description` are for readers who do not see
  // the picture.
  Svg(std::string id, std::string_view title, std::string_view description);

  // Elements until the matching close_group() have the title, which browsers show beside the pointer. It may be empty.
  void open_group(std::string_view title);
  void close_group();
  void rect(const Box& box, std::string_view classes, double radius = 0);
  void line(double x1, double y1, double x2, double y2, std::string_view classes);
  // `d` is the path as SVG writes it.
  void path(std::string_view d, std::string_view classes);
  void circle(double x, double y, double radius, std::string_view classes);
  // The text is cut to `width_px`; if it is, its whole text becomes its title.
  void text(double x, double baseline, std::string_view text, const TextStyle& style, double width_px = 1e9);

  std::string finish(double width, double height, SvgUse use) const;

 private:
  std::string id_;
  std::string title_, description_;
  std::string body_;
};

// A rectangle's path with the radius only at the left corners.
std::string left_rounded(const Box& box, double radius);
// The number as SVG writes it, with at most one decimal.
std::string number_text(double number);

}  // namespace partita::modelling
