// The rules of a table that CreateTable or ImportTable makes.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

namespace partita::ops {

// Checks that the members fit together. Requires: the constraints of each member hold, and the members that are
// required are there. Errors: ValidationException.
Result<void> check_new_table(const CreateTableRequest& request);

}  // namespace partita::ops
