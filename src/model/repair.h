// The writes that mend what verify finds, each conditional on what it follows from.
#pragma once

#include <vector>

#include "model/judge.h"
#include "model/write_action.h"

namespace partita::model {

// Sets and removes what the judgement of `item` says. Requires: there is something to set or to remove.
WriteAction repair_keys(const TableInfo& table, const Judgement& judgement, const AttributeMap& item);

// Gives the item the primary key that its judgement says, and what `repair_keys` would, in one transaction: no item is
// replaced, and the old one goes only if it has the attributes that were read, or the version where they are more than a condition
// names. Its sentinels get the new key.
// Errors: ValidationException: the item has more attributes than a condition names, and no version.
// Requires: judgement.moved_to is not empty.
Result<std::vector<WriteAction>> move_item(const TableInfo& table, const Judgement& judgement, const AttributeMap& item);

// Removes a sentinel whose owner is not there, or does not have its value. `owner`: the item as it was read, or nullptr.
std::vector<WriteAction> remove_sentinel(const TableInfo& table, const AttributeMap& sentinel,
                                         const AttributeMap& owner_key, const AttributeMap* owner);

// Writes the sentinel that `owner`, as it was read, lacks.
std::vector<WriteAction> write_sentinel(const TableInfo& table, const AttributeMap& sentinel_key,
                                        const AttributeMap& owner);

}  // namespace partita::model
