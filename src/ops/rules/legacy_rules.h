// Rules of the parameters that expressions replaced: Expected, filters, KeyConditions, AttributeUpdates,
// AttributesToGet. Parameters that pass meet the requirements of expr/legacy.h.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <optional>

#include "ops/rules/constraints.h"
#include "ops/rules/layer.h"

namespace partita::ops {

using ExpectedList = std::optional<NamedList<ExpectedAttributeValue>>;
using ConditionList = std::optional<NamedList<partita::Condition>>;
using UpdateList = std::optional<NamedList<AttributeValueUpdate>>;

// These functions check enumerations, required members and the length of lists.
void constrain_expected(Constraints& constraints, const ExpectedList& expected);
void constrain_conditions(Constraints& constraints, const ConditionList& conditions, const RequestPlace& place);
void constrain_attribute_updates(Constraints& constraints, const UpdateList& updates);
void constrain_attributes_to_get(Constraints& constraints, const OptionalList<std::string>& names,
                                 const RequestPlace& place);

// These functions check combinations of members, and the values, number and types of operands. An absent list passes.
// Requires: the constraints hold.
Result<void> check_expected(const ExpectedList& expected, Layer layer);
Result<void> check_conditions(const ConditionList& conditions, Layer layer);
Result<void> check_attribute_updates(const UpdateList& updates, Layer layer);
Result<void> check_attributes_to_get(const OptionalList<std::string>& names);
// Checks that a ConditionalOperator, if given, joins at least two conditions. `conditions` is their number.
Result<void> check_conditional_operator(const OptionalEnum<ConditionalOperator>& joined_by, std::size_t conditions);

}  // namespace partita::ops
