// Conversion of bound conditions to key conditions.
#pragma once

#include <partita/error.h>

#include "expr/bind/condition_node.h"
#include "expr/key_condition.h"

namespace partita::expr {

// Errors: ValidationException if the condition is not a key condition. It may have another operator or function, OR,
// NOT, operands that are not one attribute and values, or two comparisons of one attribute. The texts have no "Invalid
// ...Expression: ".
Result<KeyCondition> key_condition_of(const ConditionNode& node);

}  // namespace partita::expr
