// Writes a model in any known format.
#pragma once

#include <span>

#include "modelling/write/writer.h"

namespace partita::modelling {

struct Written {
  std::string text = {};
  // The parts of the model that the text lacks, each as a sentence without a full stop.
  Losses losses = {};
};

// The writers in the order of writers.def.
std::span<const Writer* const> writers();

// Errors: ValidationException if there is no such format; "table NAME: ..." if the format cannot have such a table, or
// if the service would refuse it.
Result<Written> write_model(const std::shared_ptr<const Model>& model, std::string_view format);

// The model with only this table, and the patterns that use no other one. Errors: ResourceNotFoundException.
Result<Model> only_table(const Model& model, std::string_view table);

}  // namespace partita::modelling
