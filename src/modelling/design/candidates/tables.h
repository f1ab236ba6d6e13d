// Which entities share a table.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// The tables by the subjects that they hold, each subject once, in the order of the questions. Subjects that a pattern
// reads together share a table; with Layout::One all do.
std::vector<std::vector<int>> tables_of(const Questions& questions, Layout layout);

}  // namespace partita::modelling::design
