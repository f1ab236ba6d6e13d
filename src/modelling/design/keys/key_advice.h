// What the fields by which a read asks mean for its key, as far as the questions alone tell it.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// In the order of the patterns: fields that no key can hold; bools, which are no key attributes; and fields with so few
// values that each of them is much of what a partition can take. The questions say all counts and rates.
std::vector<KeyAdvice> advice_on_keys(const Questions& questions);

}  // namespace partita::modelling::design
