// A body of CreateTable as a table of the model.
#pragma once

#include "modelling/core/model.h"
#include "modelling/read/tree.h"

namespace partita::modelling {

// Errors: "FILE:LINE: ..." if the body has a property that CreateTable lacks, or a value of the wrong kind; two tables
// of one name.
Result<void> add_create_table(const Node& body, Model& model);

}  // namespace partita::modelling
