// Key conditions from bound conditions.
#pragma once

#include "expr/condition_node.h"
#include "expr/key_condition.h"

#include <partita/error.h>

namespace partita::expr {

// Errors: ValidationException for what is no key condition: another operator or function, OR, NOT, operands that are
// not one attribute and values, an attribute with two conditions. Their texts have no "Invalid ...Expression: ".
Result<KeyCondition> key_condition_of(const ConditionNode& node);

}  // namespace partita::expr
