// Writes a Predicate as the text of a condition or filter expression.
#pragma once

#include <partita/model/runtime/predicate.h>

#include <optional>
#include <string>

#include "model/conditions/placeholders.h"

namespace partita::model {

// The expression's text. nullopt if the predicate is always true, so that the request needs no expression.
// Errors: ValidationException for an invalid path, a wrong number of operands, a range that ends before it begins, or a
// predicate that can never be true.
Result<std::optional<std::string>> render(const Predicate& predicate, Placeholders& placeholders);

}  // namespace partita::model
