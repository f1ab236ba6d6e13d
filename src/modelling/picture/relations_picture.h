// Draws entities as boxes with their keys, and their relations as edges with crow's feet.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "modelling/picture/collections.h"
#include "modelling/picture/svg.h"

namespace partita::modelling {

struct EntityBox {
  PictureEntity entity = {};
  std::string note = {};                // at the right of the name: "1 000 items"
  std::vector<PictureCell> lines = {};  // a word such as "PK", with the text that it names
};

struct RelationEdge {
  std::size_t parent = 0, child = 0;  // different boxes
  bool many = true;                   // children of one parent
  bool optional = false;              // the child may lack a parent
  bool refers = false;                // drawn with dashes
  std::string whole = {};             // in words; shown beside the pointer
};

struct RelationsPicture {
  std::string id = {};
  std::string title = {};
  std::string subtitle = {};
  std::vector<EntityBox> boxes = {};
  std::vector<RelationEdge> edges = {};
};

std::string draw_relations(const RelationsPicture& picture, SvgUse use);

}  // namespace partita::modelling
