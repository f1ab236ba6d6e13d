#include "server/answers/denied_statements.h"

#include <algorithm>

#include "value/limits.h"

namespace partita::server {

bool can_fail_alone(const BatchExecuteStatementRequest& request) {
  return request.statements && !request.statements->empty() && request.statements->size() <= limits::kBatchStatements;
}

DeniedStatements take_denied(BatchExecuteStatementRequest& request, Asker& asker) {
  DeniedStatements denied;
  auto& statements = *request.statements;
  for (std::size_t i = 0; i < statements.size(); ++i)
    if (auto error = asker.authorizer.check_member(statements[i], request, asker.caller))
      denied.errors.emplace_back(i, BatchStatementError{.code = "AccessDenied", .message = std::move(error->message)});
  for (auto one = denied.errors.rbegin(); one != denied.errors.rend(); ++one)
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(one->first));
  return denied;
}

void add_denied(const DeniedStatements& denied, BatchExecuteStatementResponse& response) {
  for (const auto& [position, error] : denied.errors)
    response.responses.insert(
        response.responses.begin() + static_cast<std::ptrdiff_t>(std::min(position, response.responses.size())),
        BatchStatementResponse{.error = error});
}

}  // namespace partita::server
