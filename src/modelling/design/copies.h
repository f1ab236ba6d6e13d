// Copies of fields of one entity in the items of another: their names, and the writes that make them and keep them
// true.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/questions.h"

namespace partita::modelling::design {

// The field of the read's entity that holds a copy of the other entity's field, such as customerName.
std::string name_of_copy(const Entity& entity, const Companion& companion, const std::string& field);

// Writes of the other entity that change one of the fields.
struct ChangingWrite {
  const Pattern* pattern = nullptr;
  double per_second = 0;  // items of the other entity that it changes
};
std::vector<ChangingWrite> writes_that_change(const Questions& questions, const Companion& companion);

// How many items of the entity refer to one item of the other.
double items_of_one(const Questions& questions, const Entity& entity, const Companion& companion);

// Adds to `out` the copies for the read of this position, and the patterns that a program needs to keep them true: a
// read and an update of the items that have a copy after each write that changes it, and a read of the other entity
// before an item that has one is made. What is there already, for another read, is not added again. `asked` are the
// questions as they were asked, whose writes count.
void add_copies(const Questions& asked, int read, const Companion& companion, Questions& out);

}  // namespace partita::modelling::design
