// Checks of the operands of one comparison or function, by their paths and the types of their values.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "expr/bind/condition_node.h"

namespace partita::expr {

// The operator's spelling in errors, such as "=", "BETWEEN" or "begins_with".
std::string_view operator_text(ConditionKind kind);
// The number of operands that a function takes. Requires: `kind` is a function.
std::size_t operand_count(ConditionKind kind);

// The type that is known before an item is read: the type of a value, N for a size, and None for a path.
AttributeType static_type(const Operand& operand);

// Each check returns the error's text, or an empty string if the operands are right.
std::string check_count(std::string_view name, std::size_t expected, std::size_t found);
std::string check_distinct(std::string_view name, std::span<const Operand> operands);
std::string check_types(ConditionKind kind, std::span<const Operand> operands);
// Checks the operand of size().
std::string check_size_type(const Operand& operand);

}  // namespace partita::expr
