// Changes of a read that no key serves, the smallest ones first. A search with a change tells whether it is enough.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

struct Change {
  enum class Size : std::uint8_t {
    Small,  // the read still serves its purpose, and the program does a little more
    Large,  // the program keeps something once more
    Other,  // it is another question
  };

  std::string what = {};                      // a sentence without a full stop
  std::function<void(Questions&)> make = {};  // of questions whose first pattern is the read
  Size size = Size::Small;
};

// The changes of the first pattern, which is a read. The larger ones follow the smaller ones.
std::vector<Change> changes_of(const Questions& questions);

}  // namespace partita::modelling::design
