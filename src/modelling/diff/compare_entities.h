// The changes of a model's declarations, except keys.
#pragma once

#include <vector>

#include "modelling/diff/compare_models.h"

namespace partita::modelling::diff {

// The fields, enumerators, unique fields and version of an entity.
void compare_entities(const std::string& table, const Entity& was, const Entity& now, std::vector<DiffChange>& changes);

// The table's settings that a request changes, such as its billing.
void compare_settings(const Table& was, const Table& now, std::vector<DiffChange>& changes);

}  // namespace partita::modelling::diff
