// The resource-based policy of a new table.
#pragma once

#include "catalog/table_info.h"

namespace partita::engine {

// The policy of a document that a request gives at `now_ms`, or nullptr if it gives none. Errors: ValidationException.
Result<catalog::AttachedPolicyPtr> new_table_policy(const OptionalString& document, std::int64_t now_ms);

}  // namespace partita::engine
