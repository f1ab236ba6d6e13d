// A model as a text outline: tables, keys, indexes, entities with their templates, patterns, notes.
//
// It shows the model that a reader made of a file, in few lines and with each thing named once. It is for people and
// for tests of readers; no program should parse it.
#pragma once

#include <string>

#include "modelling/core/model.h"

namespace partita::modelling {

std::string outline(const Model& model);

}  // namespace partita::modelling
