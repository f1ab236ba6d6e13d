// Declares every operation. Most are in a file of their own name, such as query.cc, and the writes of one item are
// in write_item.cc. tags.cc, time_to_live.cc, contributor_insights.cc and describe_service.cc hold several each.
//
// `done` is called exactly once, on the calling thread or another one, and perhaps before the call returns. If memory
// runs out, `done` may be destroyed without a call, and the call may throw std::bad_alloc. With MayWait::No the
// call never waits for a disk or a lock. Operations may be called from any thread. `context` must outlive each
// operation.
#pragma once

#include <partita/database.h>

#include "engine/context.h"
#include "engine/may_wait.h"

namespace partita::engine {

#define PARTITA_OPERATION(function, Name) \
  void function(Context& context, Name##Request request, MayWait may_wait, Completion<Name##Response> done);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::engine
