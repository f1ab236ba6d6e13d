// The mistakes of entities and writes that the proof and lint refuse with any keys. They are mistakes of the questions,
// so all of them are told before the search.
#pragma once

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// Errors: a text with a line for each mistake, with its place, its rule and its cure; an entity that can have no
// primary key in any layout of tables.
expected<void, std::string> check_writes(const Questions& questions);

}  // namespace partita::modelling::design
