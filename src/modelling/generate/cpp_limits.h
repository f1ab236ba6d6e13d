// The parts of a model that a declaration in C++ cannot have.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

struct CppLimit {
  std::string table = {};
  std::string entity = {};
  std::string pattern = {};
  std::string index = {};  // the key of the entity in it
  std::string why = {};
};

// Without the keys, entities and patterns that these name, each declaration has a form in C++.
std::vector<CppLimit> cpp_limits(const Model& model);

// True if entities enter the index by their members only: pt::attr_index.
bool is_index_of_members(const Index& index);

}  // namespace partita::modelling
