// Comparison of encoded values.
#pragma once

#include <compare>
#include <cstdint>

#include "value/view.h"

namespace partita::expr {

// The order of two values of one type S, N or B. All other pairs are unordered, even if the values are equal.
std::partial_ordering compare(value::ValueView a, value::ValueView b);

// Whether `container`, a string, binary value, set or list, contains `wanted`. It adds to `work` the bytes that it
// looked at.
bool contains(value::ValueView container, value::ValueView wanted, std::uint64_t& work);

}  // namespace partita::expr
