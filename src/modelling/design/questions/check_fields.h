// The fields that questions name must be there.
#pragma once

#include <string>
#include <string_view>

#include "modelling/core/model.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// Errors: ValidationException that begins with `where`, such as "the pattern \"List\"", and names the nearest field, if
// the entity has no field of the name.
Result<void> check_field(const Place& place, const Entity& entity, const std::string& name, std::string_view where);

// The same for a field that must be able to be in a key. A key's template writes {name:format}, and so cannot write
// every name. Errors: as check_field(), or a name that no template can have.
Result<void> check_key_field(const Place& place, const Entity& entity, const std::string& name, std::string_view where);

}  // namespace partita::modelling::design
