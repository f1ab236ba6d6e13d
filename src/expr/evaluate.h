// Comparing encoded values.
#pragma once

#include "value/view.h"

#include <compare>
#include <cstdint>

namespace partita::expr {

// The order of two values: of S, N and B values of one type. Others are unordered, even where they are equal.
std::partial_ordering compare(value::ValueView a, value::ValueView b);

// Adds to `work` the bytes looked at.
bool contains(value::ValueView container, value::ValueView wanted, std::uint64_t& work);

}  // namespace partita::expr
