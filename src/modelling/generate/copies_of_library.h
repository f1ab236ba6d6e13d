// The work of a model's patterns that the library does itself, because it keeps the copies.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

// Leaves out of the patterns the parts that write copies that the library keeps: their fields in updates, checks of
// their sources in transactions, and the patterns that only do a part of such a write. A transaction that has one
// action left becomes this write. A model without kept copies stays as it is. Returns the names of the patterns that
// are left out although they are not a part of another pattern.
std::vector<std::string> leave_copies_to_the_library(Model& model);

}  // namespace partita::modelling
