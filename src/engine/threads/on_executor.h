// Runs a whole operation on the executor if the caller must not wait. This is for rare operations that read or write
// the disk at several places.
#pragma once

#include <partita/database.h>

#include "base/writer.h"
#include "engine/context.h"
#include "engine/may_wait.h"
#include "engine/threads/executor.h"

namespace partita::engine {

// Runs `operation` on the executor, as for a caller that may wait.
template <class Request, class Response>
void on_executor(Context& context, void (*operation)(Context&, Request, MayWait, Completion<Response>), Request request,
                 Completion<Response> done) {
  context.executor.post([&context, operation, request = std::move(request), done = std::move(done),
                         writer = base::WriterScope::current()]() mutable {
    const base::WriterScope scope(writer);
    operation(context, std::move(request), MayWait::Yes, std::move(done));
  });
}

// Calls `make` and gives its result to `done`, on the executor if the caller must not wait. `make` releases its
// reference to the table before `done` runs. That matters because `done` is the caller's code, and the drop of a table
// or an index waits for all references.
template <class Request, class Response>
void on_executor(Context& context, Result<Response> (*make)(Context&, Request), Request request, MayWait may_wait,
                 Completion<Response> done) {
  if (may_wait == MayWait::Yes) return done(make(context, std::move(request)));
  context.executor.post([&context, make, request = std::move(request), done = std::move(done)]() mutable {
    done(make(context, std::move(request)));
  });
}

}  // namespace partita::engine
