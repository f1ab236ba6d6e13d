// Makes a model of a choice: tables, keys with their templates, indexes with their names, and the patterns with the
// members that follow from the choice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "modelling/design/keys/extent.h"
#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

struct Assembled {
  std::shared_ptr<const Model> model = {};
  ListBy<ChosenIndex, std::string> index_names = {};  // empty if the index is outside of the extent
};

// `choice.primary` has a form for each subject of the questions; those outside of the extent do not count. Index
// choices of subjects outside of it are left out.
Assembled assemble(const Questions& questions, const Tables& tables, const Choice& choice, const Extent& extent);

// The attributes of fields because of which keys and tags may have other names than usual, in order.
std::vector<std::string> names_in_the_way(const Questions& questions);

}  // namespace partita::modelling::design
