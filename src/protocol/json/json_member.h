// Parts of a JSON text as texts, for layers that do not know JSON.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

// The JSON of the member called `name` of an object, without blanks. nullopt if the object has no such member.
// Errors: as JsonText::parse, and SerializationException with an empty text if `json` is no object.
Result<std::optional<std::string>> member_json(std::string_view json, std::string_view name);

}  // namespace partita::protocol
