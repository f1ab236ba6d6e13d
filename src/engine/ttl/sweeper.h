// Deletes expired items. Source: "Using time to live (TTL) in DynamoDB", developer guide: a number of seconds since the
// epoch, in the past, and not more than five years ago.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// Deletes the items of all tables that have expired by now, as DeleteItem would. Each is read again under its lock: one
// that was given another time stays. Errors: InternalServerError, Corruption.
Result<void> sweep_expired(Context& context);

}  // namespace partita::engine
