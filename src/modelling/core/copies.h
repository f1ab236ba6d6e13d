// Copies in a model: the field that each of them repeats, and the fields that refer to its item.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

// The field that a copy repeats.
struct CopySource {
  const Table* table = nullptr;
  const Entity* entity = nullptr;
  const Field* field = nullptr;
};

// Returns nullopt if no entity has the field. Names of entities and fields may have dots too.
std::optional<CopySource> source_of_copy(const Model& model, const Field& copy);

// Says that no entity has the field, with the nearest known name.
std::string missing_source(const Model& model, const Entity& holder, const Field& copy);

// The fields of a key, each once, in the order of its templates.
std::vector<std::string> fields_of_key(const EntityKey& key);

// The fields of the holder that have the values of the source's primary key, in the order of fields_of_key(), as
// Field::copy_by says. An empty text means a field that the holder lacks.
std::vector<std::string> references_of_copy(const Entity& holder, const Field& copy, const CopySource& source);

// True if `part_of` of the pattern names another pattern of the model.
bool is_part_of_another(const Model& model, const Pattern& pattern);

// True if an entity of the model has a copy that the library keeps.
bool has_kept_copies(const Model& model);

}  // namespace partita::modelling
