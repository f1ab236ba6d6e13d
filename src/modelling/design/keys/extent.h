// Which part of the questions a model is made of.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// The parts of the questions that a model is made of: subjects and patterns by their positions. A design is made of
// all; the price of one key is found in a model of one entity.
struct Extent {
  SubjectPositions subjects = {};
  PatternPositions patterns = {};
  bool is_all = false;  // then the model also has the frozen tables of an existing model
};
Extent all_of(const Questions& questions);

}  // namespace partita::modelling::design
