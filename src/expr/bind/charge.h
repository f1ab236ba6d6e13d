// The bytes that the service charges an UpdateItem for its UpdateExpression. It compares them with the limit of an
// item's size before it looks at the item. They follow from the request alone: keys and attributes that the expression
// leaves alone cost nothing, and names cost the same behind a placeholder. Source: the conformance suite that
// docs/compatibility.md names, tests/tier3/limits/itemSizeBySurface.
#pragma once

#include <cstddef>

#include "expr/bind/update_program.h"

namespace partita::expr {

inline constexpr std::size_t kUpdateCharge = 3;  // of the expression, beside its actions

// The charge of one action on `target`.
std::size_t action_charge(const UpdateAction& action, const value::Path& target);

}  // namespace partita::expr
