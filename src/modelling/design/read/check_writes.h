// What the proof and lint refuse of entities and writes whatever their keys are. It is one of the questions' mistakes,
// and so it is told before the search, all of it at once.
#pragma once

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// Errors: a text with a line for each mistake, with its place, its rule and its cure; an entity that can have no
// primary key in any layout of tables.
expected<void, std::string> check_writes(const Questions& questions);

}  // namespace partita::modelling::design
