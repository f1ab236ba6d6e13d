// Tells if a key can have a value that all calls of a pattern give (`Pattern::where`).
#pragma once

#include <partita/model/runtime/description.h>

#include <string>

#include "modelling/core/model.h"

namespace partita::modelling {

// Returns why no key of the entity in the table or in the index has the value: the text of the error that each call
// would get. An empty text if the key has no part of the field, or can have the value. `constant` must have a text that
// the field can store (model::detail::is_stored_text).
std::string why_not_in_key(const model::EntityInfo& entity, model::IndexPosition index, const When& constant);

}  // namespace partita::modelling
