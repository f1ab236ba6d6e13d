// Conversion of legacy parameters (Expected, QueryFilter, ScanFilter, AttributeUpdates, AttributesToGet, KeyConditions)
// to the objects that expressions make. Requires of each parameter: ops/rules/legacy_rules.h accepted it, so its
// operators have operands of the right number and types.
#pragma once

#include <partita/item_operations.h>

#include <string>
#include <vector>

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

namespace partita::expr {

// A condition without members always holds.
Condition condition_of(const NamedList<ExpectedAttributeValue>& expected, ConditionalOperator joined_by);
Condition condition_of(const NamedList<partita::Condition>& filter, ConditionalOperator joined_by);
KeyCondition key_condition_of(const NamedList<partita::Condition>& key_conditions);
// The API reference describes the actions at AttributeValueUpdate. If `updates` names an attribute twice, the later
// update counts.
Update update_of(const NamedList<AttributeValueUpdate>& updates);
Projection projection_of(const std::vector<std::string>& attributes_to_get);

}  // namespace partita::expr
