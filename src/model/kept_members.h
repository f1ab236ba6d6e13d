// What the library writes into members that it keeps (pt::created_at, pt::updated_at, pt::computed).
#pragma once

#include <partita/model/runtime.h>

#include "model/field_states.h"

namespace partita::model {

// Adds to the request what the library keeps, as far as it follows from the request and the time. Called once for a
// request, so that every attempt of it writes the same. Errors: ValidationException: the request itself changes such a
// member; a computed member that cannot be computed, or stored.
Result<void> add_kept_members(WriteRequest& request, std::int64_t now_ms);

// Of an update or upsert: the stored computed members that follow from what it changes, by attribute; a value without a
// type: the attribute goes. `states` have the changes applied, and get these. Errors: ValidationException: one of them needs a
// field that is not known, with its name and the cure.
Result<AttributeMap> computed_changes(const WriteRequest& request, FieldStates& states);

// The computed fields of a whole item, by attribute. Errors: as above.
Result<AttributeMap> computed_values(const EntityInfo& entity, const AttributeMap& values);

}  // namespace partita::model
