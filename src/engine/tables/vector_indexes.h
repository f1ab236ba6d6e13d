// The changes of vector indexes by UpdateTable.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include "engine/context.h"

namespace partita::engine {

// Checks the changes of vector indexes against the indexes that are being created or deleted. Call it before the check
// that the table is not being updated. Requires: ops/ validated the request. Errors: ResourceInUseException if the
// request deletes an index whose creation is in its first phase (which is noticeable only with --table-delay), or
// creates one that is being created.
Result<void> check_vector_indexes_in_use(const Context& context, const UpdateTableRequest& request,
                                         const catalog::TableInfo& table);

// Carries out the changes of vector indexes on `table`, whose billing mode and definitions are those after the request.
// Errors: ValidationException, ResourceNotFoundException, LimitExceededException.
Result<void> change_vector_indexes(const Context& context, const UpdateTableRequest& request,
                                   catalog::TableInfo& table);

}  // namespace partita::engine
