// JSON with the types of DynamoDB, and times, as options of the commands on the past of a table.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <optional>
#include <string>

namespace partita::tools {

// Reads an item, a key or values such as {"id": {"S": "7"}}. Errors: ValidationException, whose text names `option`.
Result<AttributeMap> typed_item(const std::string& json, const std::string& option);
// Reads names such as {"#s": "state"}. Errors: as typed_item().
Result<OptionalNames> placeholder_names(const std::string& json, const std::string& option);

// A check of an option: empty for a time such as 2026-11-21T06:00:00Z, otherwise the fault.
std::string need_time(const std::string& text);
// The same, also for a time with a fraction of a second.
std::string need_second(const std::string& text);
// The seconds since 1970, or nullopt for an empty text. Requires: need_time() accepts another one.
std::optional<double> epoch_seconds(const std::string& time);

}  // namespace partita::tools
