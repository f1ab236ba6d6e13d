// Conversion of bound conditions to the conditions of SearchVectors.
#pragma once

#include <partita/error.h>

#include "expr/bind/condition_node.h"
#include "expr/key_condition.h"

namespace partita::expr {

// The comparisons of the condition, all of them with KeyOperator::Eq. Errors: ValidationException if the condition has
// anything but comparisons with = of an attribute with a value, joined by AND, or compares an attribute twice.
Result<KeyCondition> search_condition_of(const ConditionNode& node);

}  // namespace partita::expr
