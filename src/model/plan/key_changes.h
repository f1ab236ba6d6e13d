// The key attributes that an update must write or remove, so that no index becomes stale.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <string>
#include <vector>

#include "model/plan/field_states.h"

namespace partita::model {

// The attributes that change. Attributes that the request's own changes write are not listed.
struct KeyChanges {
  AttributeMap set = {};
  AttributeMap set_if_absent = {};       // shards of an upsert; an existing item keeps its shard
  std::vector<std::string> remove = {};  // attributes of indexes that no longer hold the item
};

// The key changes of an update, or of an upsert, which gets the keys of every index. `states` must have the changes
// applied.
// Errors: ValidationException if an index key needs a field that is not known (the error names both and the cure), or
// if a value cannot be in a key.
Result<KeyChanges> key_changes(const WriteRequest& request, FieldStates& states);

}  // namespace partita::model
