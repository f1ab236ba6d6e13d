// The conditions of writes in questions: text in the language of DynamoDB's condition expressions.
#pragma once

#include <string>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// Errors: "FILE:LINE: ...", then `where`, such as the pattern's name, if the text is not a condition, or has a name
// that is not a field of the entity. A placeholder (#name) may mean any field. A condition on the existence of an item
// names an attribute of its key, and the key is not yet known, so names that look like one (PK, SK) are allowed there.
Result<void> check_condition(const Place& place, const std::string& condition, const Entity& entity,
                             const std::string& where);

}  // namespace partita::modelling::design
