// What is wrong with the operands of one comparison or function, by their values' types and their paths.
#pragma once

#include "expr/condition_node.h"

#include <span>
#include <string>
#include <string_view>

namespace partita::expr {

// As the text spells it: "=", "BETWEEN", "begins_with".
std::string_view operator_text(ConditionKind kind);
std::size_t operand_count(ConditionKind kind);

// The type that is known before an item is seen: of values, and N of sizes.
AttributeType static_type(const Operand& operand);

// Each returns the error's text, or nothing.
std::string check_count(std::string_view name, std::size_t expected, std::size_t found);
std::string check_distinct(std::string_view name, std::span<const Operand> operands);
std::string check_types(ConditionKind kind, std::span<const Operand> operands);
// Of size's operand.
std::string check_size_type(const Operand& operand);

}  // namespace partita::expr
