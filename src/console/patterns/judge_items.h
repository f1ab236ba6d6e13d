// The answer to JudgeItems.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "modelling/core/proof.h"

namespace partita::console {

// For each item its entity, the templates of its keys, and the attributes that the model would have stored with another
// value. Errors: ValidationException if the model has no such table or index.
Result<std::string> judge_items(const modelling::Proof& proof, std::string_view request);

}  // namespace partita::console
