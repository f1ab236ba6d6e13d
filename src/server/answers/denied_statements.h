// The statements of a batch that policies do not allow. They fail alone, and the database carries out the others.
#pragma once

#include <partita/statement_operations.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "server/answers/dispatch.h"

namespace partita::server {

struct DeniedStatements {
  std::vector<std::pair<std::size_t, BatchStatementError>> errors;  // by the position in the request, ascending
};

// Whether the number of statements is one that the database accepts. Otherwise it refuses the batch as a whole.
bool can_fail_alone(const BatchExecuteStatementRequest& request);
// Takes the statements out of `request` that the policies of `asker` do not allow. Requires: can_fail_alone().
DeniedStatements take_denied(BatchExecuteStatementRequest& request, Asker& asker);
// Puts the errors into the answer to the statements that were left.
void add_denied(const DeniedStatements& denied, BatchExecuteStatementResponse& response);

}  // namespace partita::server
