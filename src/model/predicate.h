// From a Predicate to the text of a condition or filter expression.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>

#include "model/placeholders.h"

namespace partita::model {

// The expression's text; nullopt where the predicate is always true, so that the request needs no expression.
// Errors: ValidationException for a path that is none, a wrong number of operands, a predicate that can never be true.
Result<std::optional<std::string>> render(const Predicate& predicate, Placeholders& placeholders);

}  // namespace partita::model
