// The conditions of writes in questions: text in the language of DynamoDB's condition expressions.
#pragma once

#include <string>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// `where` begins the error, such as the pattern's name. Errors: "FILE:LINE: ..." if the text is no condition, or names
// what is no field of the entity. A placeholder (#name) may mean any field. The existence of an item is asked by any
// attribute of its key, and the key is not yet known, so what looks like one (PK, SK) is no mistake there.
Result<void> check_condition(const Place& place, const std::string& condition, const Entity& entity,
                             const std::string& where);

}  // namespace partita::modelling::design
