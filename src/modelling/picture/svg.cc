#include "modelling/picture/svg.h"

#include <fmt/format.h>

#include <cmath>

#include "modelling/picture/palette.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling {
namespace {

std::string class_attribute(std::string_view classes) {
  return classes.empty() ? std::string() : fmt::format(" class=\"{}\"", classes);
}

}  // namespace

std::string number_text(double number) {
  const double tenths = std::round(number * 10);
  return fmt::format("{}", tenths == 0 ? 0 : tenths / 10);
}

std::string left_rounded(const Box& box, double radius) {
  return fmt::format("M{0} {1}H{2}a{3} {3} 0 0 0 -{3} {3}V{4}a{3} {3} 0 0 0 {3} {3}H{0}Z", number_text(box.right()),
                     number_text(box.y), number_text(box.x + radius), number_text(radius),
                     number_text(box.bottom() - radius));
}

Svg::Svg(std::string id, std::string_view title, std::string_view description)
    : id_(std::move(id)), title_(escaped_markup(title)), description_(escaped_markup(description)) {}

void Svg::open_group(std::string_view title) {
  body_ += "<g>";
  if (!title.empty()) body_ += fmt::format("<title>{}</title>", escaped_markup(title));
  body_ += '\n';
}
void Svg::close_group() { body_ += "</g>\n"; }

void Svg::rect(const Box& box, std::string_view classes, double radius) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>\n", number_text(box.x),
                       number_text(box.y), number_text(box.width), number_text(box.height),
                       radius > 0 ? fmt::format(" rx=\"{}\"", number_text(radius)) : std::string(),
                       class_attribute(classes));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view classes) {
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n", number_text(x1), number_text(y1),
                       number_text(x2), number_text(y2), class_attribute(classes));
}

void Svg::path(std::string_view d, std::string_view classes) {
  body_ += fmt::format("<path d=\"{}\"{}/>\n", d, class_attribute(classes));
}

void Svg::circle(double x, double y, double radius, std::string_view classes) {
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", number_text(x), number_text(y),
                       number_text(radius), class_attribute(classes));
}

void Svg::text(double x, double baseline, std::string_view text, const TextStyle& style, double width_px) {
  const std::string whole = printable(text);
  const std::string shown = (style.keeps_end ? cut_middle : cut_text)(whole, style.font, style.size_px, width_px);
  std::string classes(style.font == Font::Mono ? "mono" : style.font == Font::Bold ? "bold" : "");
  if (!style.classes.empty()) classes += fmt::format("{}{}", classes.empty() ? "" : " ", style.classes);
  constexpr std::string_view kAnchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}>", number_text(x), number_text(baseline),
                       number_text(style.size_px), kAnchors[static_cast<int>(style.anchor)], class_attribute(classes));
  if (shown != whole) body_ += fmt::format("<title>{}</title>", escaped_markup(whole));
  body_ += escaped_markup(shown) + "</text>\n";
}

std::string Svg::finish(double width, double height, SvgUse use) const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pic\" role=\"img\" aria-labelledby=\"{0}-title {0}-desc\" "
      "width=\"{1}\" height=\"{2}\" viewBox=\"0 0 {1} {2}\">\n<title id=\"{0}-title\">{3}</title>\n"
      "<desc id=\"{0}-desc\">{4}</desc>\n",
      id_, number_text(std::ceil(width)), number_text(std::ceil(height)), title_, description_);
  if (use == SvgUse::File) {
    // The style has no '<', '&' or "]]>", so it needs no CDATA section.
    out += fmt::format("<style>\n{}{}</style>\n", css_variables(".pic"), picture_css());
    out += "<rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n";
  }
  return out + body_ + "</svg>\n";
}

}  // namespace partita::modelling
