#include "picture_support.h"

#include <algorithm>
#include <functional>

namespace partita::modelling::picture_support {
namespace {

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : all_(text), rest_(text) {}

  Element read() {
    Element root = element();
    skip_space();
    if (!rest_.empty()) fail("text after the root element");
    return root;
  }

 private:
  void fail(const std::string& what) {
    if (!failed_) ADD_FAILURE() << what << " at byte " << all_.size() - rest_.size() << ": " << rest_.substr(0, 80);
    failed_ = true;
    rest_ = {};
  }
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail("no '" + std::string(token) + "'");
  }
  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) rest_.remove_prefix(1);
  }
  std::string name() {
    const std::size_t end = rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    std::string taken(rest_.substr(0, end));
    if (taken.empty() || end == rest_.npos) return fail("no name"), std::string();
    rest_.remove_prefix(end);
    return taken;
  }
  // The text up to one of `ends`.
  std::string characters(std::string_view ends) {
    std::string out;
    while (!rest_.empty() && ends.find(rest_.front()) == ends.npos) {
      static const std::map<std::string_view, char> kReferences = {
          {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
      const unsigned char byte = static_cast<unsigned char>(rest_.front());
      if (byte == '&') {
        const std::string_view reference = rest_.substr(0, rest_.find(';') + 1);
        if (!kReferences.contains(reference)) return fail("an unknown reference"), out;
        out += kReferences.at(reference);
        rest_.remove_prefix(reference.size());
        continue;
      }
      if (byte == '<' || (byte < 0x20 && byte != '\n')) return fail("a forbidden character"), out;
      if (rest_.starts_with("]]>")) return fail("the end of a CDATA section"), out;
      out += rest_.front();
      rest_.remove_prefix(1);
    }
    return out;
  }
  Element element() {
    Element element;
    expect("<");
    element.name = name();
    for (skip_space(); !failed_ && !rest_.starts_with(">") && !rest_.starts_with("/>"); skip_space()) {
      const std::string attribute = name();
      expect("=\"");
      if (!element.attributes.emplace(attribute, characters("\"")).second) fail("a second attribute " + attribute);
      expect("\"");
    }
    if (take("/>")) return element;
    expect(">");
    while (!failed_ && !rest_.starts_with("</")) {
      if (rest_.starts_with("<"))
        element.children.push_back(this->element());
      else
        element.text += characters("<");
      if (rest_.empty()) fail("no end of " + element.name);
    }
    expect("</");
    if (!failed_ && name() != element.name) fail("not the end of " + element.name);
    expect(">");
    return element;
  }

  std::string_view all_, rest_;
  bool failed_ = false;
};

}  // namespace

Element read_xml(const std::string& text) {
  std::string_view trimmed = text;
  while (trimmed.ends_with('\n')) trimmed.remove_suffix(1);
  return XmlReader(trimmed).read();
}

std::vector<PlacedText> texts_of(const Element& picture) {
  std::vector<PlacedText> texts;
  const std::function<void(const Element&)> visit = [&](const Element& element) {
    for (const Element& child : element.children) visit(child);
    if (element.name != "text") return;
    PlacedText placed{element.text, element.children.empty() ? element.text : element.children.front().text, {}};
    const auto of = element.attributes.find("class");
    const std::string classes = of == element.attributes.end() ? "" : of->second;
    const Font font = classes.starts_with("mono") ? Font::Mono : classes.starts_with("bold") ? Font::Bold : Font::Sans;
    const double size = element.number("font-size"), width = text_width(placed.text, font, size);
    const auto anchor = element.attributes.find("text-anchor");
    const double shift = anchor == element.attributes.end() ? 0 : anchor->second == "end" ? 1 : 0.5;
    placed.box = {element.number("x") - shift * width, element.number("y") - 0.75 * size, width, size};
    texts.push_back(placed);
  };
  visit(picture);
  return texts;
}

bool has_text(const std::vector<PlacedText>& texts, std::string_view whole) {
  return std::any_of(texts.begin(), texts.end(), [&](const PlacedText& text) { return text.whole == whole; });
}

bool overlap(const Box& a, const Box& b) {
  constexpr double kTouching = 0.3;  // coordinates are written with one decimal
  return a.x < b.right() - kTouching && b.x < a.right() - kTouching && a.y < b.bottom() - kTouching &&
         b.y < a.bottom() - kTouching;
}

void expect_legible(const Element& picture) {
  const std::vector<PlacedText> texts = texts_of(picture);
  const double width = picture.number("width"), height = picture.number("height");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Box& box = texts[i].box;
    EXPECT_TRUE(box.x >= 0 && box.y >= 0 && box.right() <= width && box.bottom() <= height)
        << "'" << texts[i].text << "' at " << box.x << "," << box.y << " leaves the picture of " << width << " x "
        << height;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(overlap(box, texts[j].box))
          << "'" << texts[i].text << "' overlaps '" << texts[j].text << "' at " << box.x << "," << box.y;
  }
}

}  // namespace partita::modelling::picture_support
