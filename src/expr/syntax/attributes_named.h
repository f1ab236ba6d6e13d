// The attributes that an expression names, without values and without an item.
#pragma once

#include <partita/item_operations.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expr/syntax/ast.h"

namespace partita::expr {

enum class ExpressionKind : std::uint8_t { Condition, Update, Projection };

// Appends to `found` the top-level attributes that `text` names, perhaps several times, with the placeholders of
// `names` replaced. The views point into `names` and into the syntax tree, which `trees` then keeps. Returns false if
// the text is no such expression or has an undefined placeholder. Every operation then refuses it. No other fault is
// looked for.
bool append_attributes(ExpressionKind kind, std::string_view text, const OptionalNames& names,
                       std::vector<std::string_view>& found, std::vector<std::shared_ptr<const void>>& trees);

// The values that the attribute `name` must equal by a condition that is comparisons joined by AND, which is what a
// KeyConditionExpression and a SearchConditionExpression are. There can be several, although the operations then refuse
// the condition. The pointers point into `values`. The errors are those of append_attributes.
bool append_equal_values(std::string_view text, std::string_view name, const OptionalNames& names,
                         const OptionalItem& values, std::vector<const AttributeValue*>& found);

}  // namespace partita::expr
