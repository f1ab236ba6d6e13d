// The changes of a model's access patterns.
#pragma once

#include "modelling/diff/compare_models.h"

namespace partita::modelling::diff {

// Adds to `out` the patterns that the later model does not serve any more, those that ask for other values, and those
// that wait for an index. Requires: `out` has the steps already.
void compare_patterns(const Proof& was, const Proof& now, ModelDiff& out);

}  // namespace partita::modelling::diff
