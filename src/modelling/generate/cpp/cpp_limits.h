// The parts of a model that a declaration in C++ cannot have.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/generate/provable.h"

namespace partita::modelling {

// Without the keys, entities and patterns that these name, each declaration has a form in C++.
std::vector<LanguageLimit> cpp_limits(const Model& model);
inline constexpr Language kCpp{cpp_limits, true};

// True if entities enter the index by their members only: pt::attr_index.
bool is_index_of_members(const Index& index);

}  // namespace partita::modelling
