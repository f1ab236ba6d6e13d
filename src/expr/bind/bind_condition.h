// Binding of conditions: placeholders are replaced and operands checked.
#pragma once

#include "expr/bind/condition_node.h"
#include "expr/bind/placeholders.h"
#include "expr/syntax/parser.h"

namespace partita::expr {

// Errors: a text without its "Invalid ...Expression: ". Comparisons and functions are checked one by one in the order
// of the expression. The faults of one are reported in this order: an undefined placeholder, the number of operands,
// equal operands, the types of operands.
Parsed<ConditionNode> bind_condition(const ConditionAst& ast, Placeholders& placeholders);

}  // namespace partita::expr
