// The keys of entities in indexes, also those that a model does not spell out.
#pragma once

#include "modelling/core/model.h"

namespace partita::modelling {

// The model with a key of each entity in each index that it enters. A model need not name the key in an index whose
// attributes are fields of the entity, such as an index with shards; the proof knows it.
Model with_placed_keys(const Model& model);

}  // namespace partita::modelling
