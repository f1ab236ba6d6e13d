// The part of a collection's range in which one of its members stands.
#pragma once

#include <partita/error.h>

#include <vector>

#include "model/key_range.h"

namespace partita::model {

// Narrows the ranges of a collection, one for each shard, to those in which `member` can stand: by the literals of its
// sort key that follow what the collection's range says. Items of other members may stand there too.
// Errors: ValidationException where its keys do not say where it stands: sort keys that are members' own values or hold
// raw fields, a range of a member's values.
Result<void> narrow_to_member(const PatternInfo& pattern, const EntityInfo& member, std::vector<KeyRange>& ranges);

// Whether the item or position, which has the sort key's attributes, stands in the range's sort key condition.
// Requires: the range was narrowed.
bool stands_in(const KeyRange& range, const AttributeMap& position);

}  // namespace partita::model
