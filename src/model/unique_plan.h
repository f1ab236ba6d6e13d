// The actions on the sentinels of an entity's unique fields that go with a write.
#pragma once

#include <partita/model/runtime.h>

#include <vector>

#include "model/field_states.h"
#include "model/write_action.h"

namespace partita::model {

// Whether there was and will be an item, as far as a write decides it.
struct Existence {
  bool before = false;
  bool after = false;
};

// `old_key`, `new_key`: the owner's primary key before and after; they differ for a move.
// Errors: ValidationException: an old value is needed and not known; a value that cannot be kept unique.
Result<std::vector<WriteAction>> unique_actions(const WriteRequest& request, Existence existence, FieldStates& states,
                                                const AttributeMap& old_key, const AttributeMap& new_key);

}  // namespace partita::model
