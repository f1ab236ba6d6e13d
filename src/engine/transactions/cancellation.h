// Makes the error TransactionCanceledException, which has one reason for each member in the order of the request.
#pragma once

#include <partita/error.h>

#include <vector>

#include "engine/changes/item_write.h"
#include "engine/commit/item_locks.h"
#include "engine/texts.h"
#include "engine/throttle/admission.h"

namespace partita::engine {

// The reason of the member that failed with `error`. It also takes the error's `item`.
CancellationReason reason_of(const Error& error);
// `reasons` must have one reason for each member. That of a member without a fault is a default CancellationReason.
Error cancelled(std::vector<CancellationReason> reasons);

// Cancels a transaction if its members may not begin: `admit(i)` is the Result of the member `i`. Errors:
// TransactionCanceledException.
template <class Admit>
Result<void> admit_members(std::size_t members, Admit admit) {
  std::vector<CancellationReason> reasons(members);
  bool refused = false;
  for (std::size_t i = 0; i < members; ++i) {
    const Result<void> admitted = admit(i);
    if (admitted) continue;
    reasons[i] = reason_of(admitted.error());
    refused = true;
  }
  if (!refused) return {};
  return unexpected(cancelled(std::move(reasons)));
}

// Cancels a transaction that reads items which are being written, if conflicts fail.
inline Result<void> check_conflicts(const Context& context, const std::vector<std::string>& keys) {
  if (context.locks.on_conflict() != OnConflict::Fail) return {};
  return admit_members(keys.size(), [&](std::size_t i) -> Result<void> {
    if (!context.locks.is_being_written(keys[i])) return {};
    return fail(ErrorCode::TransactionConflictException, std::string(kConflictText));
  });
}

// The same for the writes of a transaction, if capacity is limited.
inline Result<void> admit_writes(const Context& context, const std::vector<ItemWrite>& writes) {
  if (!context.throttle) return {};
  return admit_members(writes.size(),
                       [&](std::size_t i) { return admit_write(context, *writes[i].table, writes[i].key); });
}

}  // namespace partita::engine
