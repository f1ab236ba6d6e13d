// The members that the library itself writes (pt::created_at, pt::updated_at, pt::computed). The values of
// copies come from copies/prepare_copies.h.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include "model/plan/field_states.h"

namespace partita::model {

// Errors: ValidationException if the request itself changes a member that the library writes.
Result<void> check_kept_members(const WriteRequest& request);

// Adds to the request the kept members that follow from the request and the time. It must be called once for a request,
// so that every attempt writes the same values.
// Errors: ValidationException if a computed member cannot be computed or stored.
Result<void> add_kept_members(WriteRequest& request, std::int64_t now_ms);

// Computes the members of a whole item that do not follow from copies, before its copies are known, because the primary
// key may be made of them. Errors: ValidationException if a member cannot be computed.
Result<void> add_members_before_copies(WriteRequest& request);

// For an update or upsert: the stored computed members that follow from its changes, by attribute. A value without a
// type removes the attribute. `states` must have the changes applied and get the computed values.
// Errors: ValidationException if a computed member needs a field that is not known; the error names the field and the
// cure.
Result<AttributeMap> computed_changes(const WriteRequest& request, FieldStates& states);

// A computed field of a whole item. A value without a type means that it is absent. Requires: it has a function.
// Errors: ValidationException if the user's function fails or throws.
Result<AttributeValue> computed_value(const EntityInfo& entity, const ComputedInfo& computed,
                                      const AttributeMap& values);
// The computed fields of a whole item, by attribute.
// Errors: ValidationException if the user's function fails or throws.
Result<AttributeMap> computed_values(const EntityInfo& entity, const AttributeMap& values);

}  // namespace partita::model
