// An entity of an existing model that questions describe again, to add fields to it.
#pragma once

#include "modelling/design/questions/questions.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// Adds the fields of `node` that the subject, which exists, does not have. Errors: a new field that items cannot lack,
// or that is stored in the attribute of another one; a difference from an existing field.
Result<void> extend_entity(const Node& node, Subject& subject);

}  // namespace partita::modelling::design
