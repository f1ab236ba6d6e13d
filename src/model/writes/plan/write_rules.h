// The rules for a write request that do not depend on the stored item.
#pragma once

#include <partita/error.h>
#include <partita/model/runtime/item_writes.h>

namespace partita::model {

// Errors: ValidationException if the request breaks a rule.
Result<void> check_write(const WriteRequest& request);

}  // namespace partita::model
