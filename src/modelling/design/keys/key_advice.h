// Advice on the fields by which a read asks, as far as the questions alone allow it: fields that make poor keys.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// In the order of the patterns: fields that no key can hold; bools, which cannot be key attributes; and fields with so
// few values that the items of one of them use much of a partition's units. The questions say all counts and rates.
std::vector<KeyAdvice> advice_on_keys(const Questions& questions);

}  // namespace partita::modelling::design
