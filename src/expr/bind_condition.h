// Conditions: placeholders replaced and operands checked.
#pragma once

#include "expr/condition_node.h"
#include "expr/parser.h"
#include "expr/placeholders.h"

namespace partita::expr {

// The error's text comes without its "Invalid ...Expression: ". The comparisons and functions are checked one by one in
// the order of the text; what is wrong with one is reported in this order: an undefined placeholder, the number of
// operands, equal operands, types of operands.
Parsed<ConditionNode> bind_condition(const ConditionAst& ast, Placeholders& placeholders);

}  // namespace partita::expr
