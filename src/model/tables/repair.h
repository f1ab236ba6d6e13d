// The writes that repair findings of verify. Each is conditional on the attributes from which it follows.
#pragma once

#include <vector>

#include "model/plan/judge.h"
#include "model/plan/write_action.h"

namespace partita::model {

// Applies the judgement of `item`. Requires: the judgement sets or removes an attribute.
WriteAction repair_keys(const TableInfo& table, const Judgement& judgement, const AttributeMap& item);

// Moves the item to the primary key of its judgement and applies its key repair, as actions of one transaction. The
// transaction replaces no other item. It removes the old item only if that has the attributes that were read, or the
// same version if they are more than a condition may name. The item's sentinels get the new key.
// Errors: ValidationException if the item has more attributes than a condition may name and no version.
// Requires: judgement.moved_to is not empty.
Result<std::vector<WriteAction>> move_item(const TableInfo& table, const Judgement& judgement,
                                           const AttributeMap& item);

// Removes a sentinel whose owner does not exist or does not have its value. `owner` is the owner as it was read, or
// nullptr. The actions must form one transaction.
std::vector<WriteAction> remove_sentinel(const TableInfo& table, const AttributeMap& sentinel,
                                         const AttributeMap& owner_key, const AttributeMap* owner);

// Writes the sentinel that `owner`, as it was read, lacks. The actions must form one transaction.
std::vector<WriteAction> write_sentinel(const TableInfo& table, const AttributeMap& sentinel_key,
                                        const AttributeMap& owner);

}  // namespace partita::model
