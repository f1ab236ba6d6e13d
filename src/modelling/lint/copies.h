// Questions about writes of fields that others repeat (copy_of).
#pragma once

#include <string>

#include "modelling/core/model.h"

namespace partita::modelling::lint {

// Whether the action writes another value into the field of the entity. A put may replace an item, and so change all
// fields. Every update changes the version and the time of the update, and a computed field follows from others.
bool changes(const Action& action, const Entity& entity, const std::string& field);

}  // namespace partita::modelling::lint
