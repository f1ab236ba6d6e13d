// What a write request must not do, whatever is stored.
#pragma once

#include <partita/error.h>
#include <partita/model/runtime.h>

namespace partita::model {

// Errors: ValidationException.
Result<void> check_write(const WriteRequest& request);

}  // namespace partita::model
