// Changes of a read that nothing serves, the smallest ones first. Whether one is enough, a search with it tells.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "modelling/design/questions.h"

namespace partita::modelling::design {

struct Change {
  std::string what = {};                      // a sentence without a full stop
  std::function<void(Questions&)> make = {};  // of questions whose first pattern is the read
};

// The changes of the first pattern, which is a read.
std::vector<Change> changes_of(const Questions& questions);

}  // namespace partita::modelling::design
