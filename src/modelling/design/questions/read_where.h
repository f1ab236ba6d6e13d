// Reads `where`: the values that a read demands of its items.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// The values, with the texts of the attributes; empty if the pattern has no `where`. `node` is the pattern's.
// Requires: the questions have the entities that the pattern names. Errors: ValidationException with a line for each
// value that the field cannot have, or that no key can hold.
Result<std::vector<When>> read_where(const Node& node, const Pattern& pattern, const Questions& questions);

}  // namespace partita::modelling::design
