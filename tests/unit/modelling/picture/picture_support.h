// Reads pictures back: a strict reader of XML, and the geometry of a picture.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/picture/svg.h"

namespace partita::modelling::picture_support {

struct Element {
  std::string name = {};
  std::map<std::string, std::string> attributes = {};
  std::string text = {};  // of the element itself, without its children's
  std::vector<Element> children = {};

  double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
};

// The root element. It records a failure for a text that is not well-formed XML, or has a character reference, an
// entity, a comment, a declaration or a processing instruction that pictures do not need.
Element read_xml(const std::string& text);

// A text of a picture with the room that it takes.
struct PlacedText {
  std::string text = {};   // as shown
  std::string whole = {};  // its title if it was cut, or else the text
  Box box = {};
};
std::vector<PlacedText> texts_of(const Element& picture);
bool has_text(const std::vector<PlacedText>& texts, std::string_view whole);
bool overlap(const Box& a, const Box& b);

// Expects that no two texts overlap, and that all are inside the picture.
void expect_legible(const Element& picture);

}  // namespace partita::modelling::picture_support
