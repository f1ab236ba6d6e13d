#include "modelling/picture/text_width.h"

#include "modelling/picture/plain_text.h"

namespace partita::modelling {
namespace {

// Helvetica's widths of the characters from ' ' to '~', in thousandths of the letters' size.
constexpr short kHelvetica[] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                                556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                                1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                                667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                                333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                                556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
static_assert(sizeof(kHelvetica) / sizeof(kHelvetica[0]) == '~' - ' ' + 1);

bool is_combining(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE00 && c <= 0xFE0F);
}

// Characters that are as wide as high: those of East Asia.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFE6) || c >= 0x20000;
}

double width_of_character(char32_t c, Font font) {
  if (is_combining(c)) return 0;
  if (c >= 0x1F000 && c < 0x20000) return 1.4;  // emoji
  if (is_wide(c)) return 1.05;
  if (font == Font::Mono) return c < 0x180 || c == U'…' ? 0.605 : 0.8;
  // The ASCII fonts of all systems are close to Helvetica. The margin is for hinting.
  if (c >= U' ' && c <= U'~') return kHelvetica[c - U' '] / 1000.0 * 1.02 + (font == Font::Bold ? 0.045 : 0);
  return c == U'…' || c == U'—' ? 1.0 : 0.8;
}

double ellipsis(Font font) { return width_of_character(U'…', font); }

bool fits(std::string_view text, Font font, double size_px, double width_px) {
  constexpr double kRounding = 0.01;
  return text_width(text, font, size_px) <= width_px + kRounding;
}

// The length in bytes of the longest beginning that is not wider than `width`, in units of the letters' size.
std::size_t beginning(std::string_view text, Font font, double width) {
  std::string_view rest = text;
  std::size_t kept = 0;
  while (!rest.empty()) {
    width -= width_of_character(take_character(rest), font);
    if (width < 0) break;
    kept = text.size() - rest.size();
  }
  return kept;
}

}  // namespace

double text_width(std::string_view text, Font font, double size_px) {
  double width = 0;
  while (!text.empty()) width += width_of_character(take_character(text), font);
  return width * size_px;
}

std::string cut_text(std::string_view text, Font font, double size_px, double width_px) {
  if (fits(text, font, size_px, width_px)) return std::string(text);
  return std::string(text.substr(0, beginning(text, font, width_px / size_px - ellipsis(font)))) + "…";
}

std::string cut_middle(std::string_view text, Font font, double size_px, double width_px) {
  if (fits(text, font, size_px, width_px)) return std::string(text);
  const double room = width_px / size_px - ellipsis(font);
  const std::size_t kept = beginning(text, font, room * 0.55);
  // The shortest beginning without which the rest has room.
  std::string_view rest = text.substr(kept);
  const double left = room - text_width(text.substr(0, kept), font, 1);
  while (!rest.empty() && text_width(rest, font, 1) > left) take_character(rest);
  return std::string(text.substr(0, kept)) + "…" + std::string(rest);
}

}  // namespace partita::modelling
