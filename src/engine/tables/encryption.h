// The key of KMS that a table names. Partita encrypts nothing.
#pragma once

#include <partita/table_operations.h>

#include <optional>
#include <string>

#include "engine/context.h"

namespace partita::engine {

// The key that a specification asks for: its text, or an empty text for the service's own key of the account. nullopt
// if it asks for none.
std::optional<std::string> wanted_key(const SSESpecification& specification);

// The description of a table with this key, or nullopt if the table has none. The ARN of a key that has only an alias
// is made up from the alias, so that it is the same for all tables.
std::optional<SSEDescription> encryption_of(const Context& context, const std::optional<std::string>& key);

// Sets the key of an existing table. Errors: ValidationException if the request names the key in use by its ARN, or no
// key for a table without one.
Result<void> change_key(const Context& context, const SSESpecification& specification, std::optional<std::string>& key);

}  // namespace partita::engine
