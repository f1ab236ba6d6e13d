// The part of a model that compiles in C++.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling {

// A thing that is left out, and why.
struct LeftOut {
  std::string what = {};  // "pattern", "key", "entity" or "table"
  std::string name = {};
  std::string why = {};
};

struct Provable {
  std::shared_ptr<const Model> model = {};
  std::shared_ptr<const Proof> proof = {};  // of `model`; without refusals
  std::vector<LeftOut> left_out = {};
};

// Leaves out the parts that the proof refuses, and those that the model layer of C++ cannot have, until the proof
// refuses no part: first patterns, then keys in indexes and entities, then tables.
Provable provable_part(const Model& model);

}  // namespace partita::modelling
