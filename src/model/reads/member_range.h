// The part of a collection's range that holds the items of one of its members.
#pragma once

#include <partita/error.h>

#include <vector>

#include "model/reads/key_range.h"

namespace partita::model {

// Narrows the ranges of a collection, one for each shard, to the part that can hold `member`. The literals of the
// member's sort key that follow the collection's range decide it. Items of other members may be in that part too.
// Errors: ValidationException if the member's keys do not decide it, because the sort keys are the members' own values
// or hold raw fields, or because the range is a range of a member's values.
Result<void> narrow_to_member(const PatternInfo& pattern, const EntityInfo& member, std::vector<KeyRange>& ranges);

// True if an item or position with the attributes of the sort key meets the sort key condition of the range.
// Requires: the range was narrowed.
bool is_in_range(const KeyRange& range, const AttributeMap& position);

}  // namespace partita::model
