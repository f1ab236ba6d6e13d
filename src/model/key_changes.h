// Which key attributes an update has to write or remove, so that no index goes stale.
#pragma once

#include <partita/model/runtime.h>

#include <string>
#include <vector>

#include "model/field_states.h"

namespace partita::model {

// Attributes that the changes themselves write are in neither.
struct KeyChanges {
  AttributeMap set = {};
  AttributeMap set_if_absent = {};  // shards that an upsert gives an item that it creates; one that is there keeps its own
  std::vector<std::string> remove = {};  // that exist only for indexes in which the item does not stand any more
};

// For Kind::Update and Kind::Upsert, the latter with the keys of every index. `states` have the changes applied.
// Errors: ValidationException: an index key needs a field that is not known, with both names and the cure; a value that
// cannot stand in a key.
Result<KeyChanges> key_changes(const WriteRequest& request, FieldStates& states);

}  // namespace partita::model
