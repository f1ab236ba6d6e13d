// An entity of an existing model that questions describe again, to add fields to it.
#pragma once

#include "modelling/design/questions/questions.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// Adds the fields of `node` that the subject, which exists, does not have. Errors: a new field that items cannot lack,
// or that is stored where another one is; anything that differs from what exists.
Result<void> extend_entity(const Node& node, Subject& subject);

}  // namespace partita::modelling::design
