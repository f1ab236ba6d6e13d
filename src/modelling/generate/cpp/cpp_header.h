// Writes a model as a header of the model layer.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

struct CppOptions {
  std::string source = {};      // the name of the model's file, for the first comment
  std::string name_space = {};  // empty: made of the model's name
};

// Returns a header with the enumerations, structs, entities, tables and patterns, and a function for each pattern. The
// header compiles. A part that the proof refuses becomes a comment with the reason.
std::string cpp_header(const Model& model, const CppOptions& options);

// The parts of the model that the header lacks, each in a sentence with the reason; its first comments say the same.
std::vector<std::string> cpp_left_out(const Model& model);

}  // namespace partita::modelling
