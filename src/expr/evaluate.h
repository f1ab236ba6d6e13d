// Comparing encoded values.
#pragma once

#include "value/view.h"

#include <compare>

namespace partita::expr {

// The order of two values: of S, N and B values of one type. Others are unordered, even where they are equal.
std::partial_ordering compare(value::ValueView a, value::ValueView b);

bool contains(value::ValueView container, value::ValueView wanted);

}  // namespace partita::expr
