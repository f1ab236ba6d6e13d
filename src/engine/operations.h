// Every operation, one file each: put_item.cc, query.cc, ... `done` is called exactly once, on this thread or another.
// With Caller::MustNotWait the call returns without having waited for a disk or a lock.
#pragma once

#include "engine/context.h"

#include <partita/database.h>

namespace partita::engine {

#define PARTITA_OPERATION(function, Name) \
  void function(Context& context, Name##Request request, Caller caller, Completion<Name##Response> done);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::engine
