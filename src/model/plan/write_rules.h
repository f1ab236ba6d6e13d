// The rules for a write request that do not depend on the stored item.
#pragma once

#include <partita/error.h>
#include <partita/model/runtime/item_writes.h>

namespace partita::model {

// Errors: ValidationException if the request breaks a rule.
Result<void> check_write(const WriteRequest& request);

// Errors: ValidationException if a whole item lacks the value of a field that it needs in order to be read. `values`
// are the fields that are written, with those that the library keeps. A computed field of a model without functions may
// be absent.
Result<void> check_required(const EntityInfo& entity, const AttributeMap& values);

}  // namespace partita::model
