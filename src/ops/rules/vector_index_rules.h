// Rules of vector indexes, which CreateTable and UpdateTable share.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <span>

#include "ops/rules/constraints.h"
#include "ops/rules/key_schema_rules.h"

namespace partita::ops {

// Checks that all required members of the index are given and known, and that its dimensions are at least 1.
void constrain_vector_index(Constraints& constraints, const VectorIndex& index, const RequestPlace& place);

// Checks one index: its dimensions, its projection, and its search schema and vector attribute against the definitions
// of the request. Requires: constrain_vector_index passed. Errors: ValidationException.
Result<void> check_vector_index(const VectorIndex& index, const Definitions& definitions);

// The error of indexes on one attribute with different dimensions.
unexpected<Error> conflicting_dimensions(std::string_view attribute);
// The error of a vector index on a table with billing mode PROVISIONED.
unexpected<Error> vector_index_needs_on_demand();

}  // namespace partita::ops
