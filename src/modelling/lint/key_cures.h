// Cures of mistakes in the keys of entities, in the words of the file. Each was tried on all of the model and proven.
#pragma once

#include <string>

#include "modelling/core/proof.h"

namespace partita::modelling::lint {

// The change of the entity's key, or of its fields, after which the model has fewer mistakes, and this one no more. An
// empty text if no change was found.
std::string cure_of_key(const Proof& proof, const Refusal& refusal);

// The primary key of the entity with the field at its end, so that two items with different values have different keys.
// An empty text if the model would then have more mistakes.
std::string key_with_field(const Proof& proof, const Table& table, const Entity& entity, const Field& field);

}  // namespace partita::modelling::lint
