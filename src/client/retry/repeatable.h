// Whether a request with an unknown outcome may be sent again. It may if executing it twice leaves the same data, and
// gives the same answer, as executing it once.
#pragma once

#include <partita/database.h>

#include "base/operation.h"

namespace partita::client {

enum class Repeatable : std::uint8_t {
  Read,   // changes no data
  Write,  // can be executed twice without harm
  No,
};

// The answer for the requests of each operation with Repeats::ByRequest.
Repeatable repeatable_by_members(const PutItemRequest& request);
Repeatable repeatable_by_members(const DeleteItemRequest& request);
Repeatable repeatable_by_members(const UpdateItemRequest& request);
// Repeatable if it has a ClientRequestToken.
Repeatable repeatable_by_members(const TransactWriteItemsRequest& request);
// Repeatable if the statements are SELECTs. A transaction that writes is repeatable if it has a ClientRequestToken.
Repeatable repeatable_by_members(const ExecuteStatementRequest& request);
Repeatable repeatable_by_members(const BatchExecuteStatementRequest& request);
Repeatable repeatable_by_members(const ExecuteTransactionRequest& request);
// The second one of the same policy keeps the revision. With an expected revision it would be refused.
Repeatable repeatable_by_members(const PutResourcePolicyRequest& request);
// Repeatable if they have a ClientToken.
Repeatable repeatable_by_members(const ExportTableToPointInTimeRequest& request);
Repeatable repeatable_by_members(const ImportTableRequest& request);
Repeatable repeatable_by_members(const StartBulkPutItemsRequest& request);

template <class Request>
Repeatable repeatable(const Request& request) {
  constexpr base::OperationTraits kTraits = base::traits_of(base::kOperationOf<Request>);
  if constexpr (kTraits.repeats == base::Repeats::ByRequest)
    return repeatable_by_members(request);
  else if constexpr (kTraits.repeats == base::Repeats::Never)
    return Repeatable::No;
  else
    return kTraits.effect == base::Effect::Reads ? Repeatable::Read : Repeatable::Write;
}

}  // namespace partita::client
