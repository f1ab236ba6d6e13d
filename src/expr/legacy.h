// From legacy parameters (Expected, QueryFilter, ScanFilter, AttributeUpdates, AttributesToGet, KeyConditions) to the
// same objects that expressions make. Requires of each: its shape was validated (ops/legacy_rules.h): operators have
// the number and the types of operands that they need.
#pragma once

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

#include <partita/item_operations.h>

#include <string>
#include <vector>

namespace partita::expr {

Condition condition_of(const NamedList<ExpectedAttributeValue>& expected, ConditionalOperator joined_by);
Condition condition_of(const NamedList<partita::Condition>& filter, ConditionalOperator joined_by);
KeyCondition key_condition_of(const NamedList<partita::Condition>& key_conditions);
// ADD on a missing attribute makes it; DELETE of set elements; PUT; see AttributeValueUpdate in the API reference.
// Of two updates of one attribute the later counts.
Update update_of(const NamedList<AttributeValueUpdate>& updates);
Projection projection_of(const std::vector<std::string>& attributes_to_get);

}  // namespace partita::expr
