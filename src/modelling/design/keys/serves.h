// Which reads a key may serve, as far as the names of its fields tell. The proof has the last word.
#pragma once

#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

bool may_serve(const PrimaryForm& form, const Subject& subject, const Pattern& read);
bool may_serve(const Questions& questions, const IndexChoice& index, PatternPosition pattern);

// Whether the read demands this value of its items.
bool is_where(const Questions& questions, PatternPosition pattern, const When& when);

}  // namespace partita::modelling::design
