#include "client/standby_database.h"

#include <algorithm>
#include <optional>

#include "base/completing.h"
#include "client/retry/repeatable.h"

namespace partita::client {
namespace {

constexpr const char* kConsistentRefusal =
    "This server is a standby, which answers eventually consistent reads only: leave ConsistentRead out, or ask the "
    "primary "
    "server";

template <class Request>
bool is_consistent(const Request& request) {
  if constexpr (requires { request.consistent_read; }) return request.consistent_read.value_or(false);
  return false;
}
bool is_consistent(const BatchGetItemRequest& request) {
  if (!request.request_items) return false;
  for (const auto& [table, keys] : *request.request_items)
    if (keys.consistent_read.value_or(false)) return true;
  return false;
}
bool is_consistent(const BatchExecuteStatementRequest& request) {
  return request.statements && std::ranges::any_of(*request.statements, [](const auto& statement) {
           return statement.consistent_read.value_or(false);
         });
}
// Its items are of one moment, as of the last writes.
bool is_consistent(const TransactGetItemsRequest&) { return true; }

template <class Request>
std::optional<Error> refuse(const Request& request, const std::string& refusal) {
  if (repeatable(request) != Repeatable::Read) return Error(ErrorCode::ValidationException, refusal);
  if (is_consistent(request)) return Error(ErrorCode::ValidationException, kConsistentRefusal);
  return std::nullopt;
}

}  // namespace

#define PARTITA_OPERATION(function, Name)                                                  \
  Result<Name##Response> StandbyDatabase::function(Name##Request request) {                \
    if (auto error = refuse(request, refusal_)) return unexpected(*std::move(error));      \
    return below_.function(std::move(request));                                            \
  }                                                                                        \
  void StandbyDatabase::function(Name##Request request, Completion<Name##Response> done) { \
    if (auto error = refuse(request, refusal_)) {                                          \
      const base::Completing completing;                                                   \
      done(unexpected(*std::move(error)));                                                 \
      return;                                                                              \
    }                                                                                      \
    below_.function(std::move(request), std::move(done));                                  \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::client
