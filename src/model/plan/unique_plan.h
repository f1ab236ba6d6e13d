// The actions on the sentinels of an entity's unique fields that belong to a write.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <vector>

#include "model/plan/field_states.h"
#include "model/plan/write_action.h"

namespace partita::model {

// `before` is true if an item may exist before the write, and `after` if it exists after the write. `surely_before` is
// true if the write fails unless the item exists.
struct Existence {
  bool before = false;
  bool after = false;
  bool surely_before = false;
};

// `old_key` and `new_key` are the owner's primary keys before and after the write. They differ for a move only.
// Errors: ValidationException if an old or new value is needed and not known, or if a value cannot be kept unique.
Result<std::vector<WriteAction>> unique_actions(const WriteRequest& request, Existence existence, FieldStates& states,
                                                const AttributeMap& old_key, const AttributeMap& new_key);

}  // namespace partita::model
