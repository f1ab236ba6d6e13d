// The part of a model of which programs can be made.
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

// A part of a model that a declaration in a language cannot have.
struct LanguageLimit {
  std::string table = {};
  std::string entity = {};
  std::string pattern = {};
  std::string index = {};  // the key of the entity in it
  std::string why = {};
};

struct Language {
  // Without the keys, entities and patterns that these name, each declaration has a form in the language.
  std::vector<LanguageLimit> (*limits)(const Model& model) = nullptr;
  // Whether the library writes copies with their source. Otherwise the patterns of the model do.
  bool keeps_copies = false;
};

struct Provable {
  std::shared_ptr<const Model> model = {};
  std::shared_ptr<const Proof> proof = {};  // of `model`; without refusals
  std::vector<LeftOut> left_out = {};
};

// Leaves out the parts that the proof refuses, and those that the language cannot have, until the proof refuses no
// part: first patterns, then keys in indexes and entities, then tables.
Provable provable_part(const Model& model, const Language& language);

}  // namespace partita::modelling
