// Writes a model as a header of the model layer.
#pragma once

#include <string>

#include "modelling/core/model.h"

namespace partita::modelling {

struct CppOptions {
  std::string source = {};      // the name of the model's file, for the first comment
  std::string name_space = {};  // empty: made of the model's name
};

// Returns a header with the enumerations, structs, entities, tables and patterns, and a function for each pattern. The
// header compiles. What the proof refuses is a comment with the reason.
std::string cpp_header(const Model& model, const CppOptions& options);

}  // namespace partita::modelling
