// Which entities share a table.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// Each subject is in one table, in the order of the questions. Subjects that a pattern reads together share a table;
// with Layout::One all do.
Tables tables_of(const Questions& questions, Layout layout);

}  // namespace partita::modelling::design
