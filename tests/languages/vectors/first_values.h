// The defaults that the members of a program in C++ have: the first value of each type.
#pragma once

#include "modelling/core/proof.h"

namespace partita::vectors {

// Gives the defaults to the entities of the proof, because a model that comes from a file has no functions that tell
// them. Requires: it is called once in the program, before the proof is used for anything else.
void set_first_values(const modelling::Proof& proof);

}  // namespace partita::vectors
