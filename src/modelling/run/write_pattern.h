// Carries out the writes of a model.
#pragma once

#include "modelling/run/context.h"

namespace partita::modelling::run {

// Carries the write out on sample items, compares the stored items afterwards, and changes the lists accordingly.
// Values that a write sets are those of other made-up items.
void run_write(Context& context, const Pattern& pattern, PatternRun& out);

}  // namespace partita::modelling::run
