// The effect of a repair that lost data on backups and on point-in-time recovery.
#pragma once

#include <cstdint>

#include "engine/context.h"

namespace partita::engine {

struct Doubted {
  std::uint64_t backups = 0;
  std::uint64_t recoveries = 0;
};
// Entries of histories may be lost. So no backup is restored until it is trusted again, and the recovery of each table
// begins anew. Returns their numbers. Requires: no other thread uses the database. Errors: InternalServerError.
Result<Doubted> doubt_backups(Context& context);
// Lets doubted backups be restored. Returns the number of backups. Errors: InternalServerError.
Result<std::uint64_t> trust_backups(Context& context);

}  // namespace partita::engine
