// For operations that read or write the disk at several places and are rare: where the caller must not wait, the whole
// operation moves to the executor.
#pragma once

#include "engine/context.h"

#include <partita/database.h>

namespace partita::engine {

template <class Request, class Response>
void on_executor(Context& context, void (*operation)(Context&, Request, Caller, Completion<Response>), Request request,
                 Completion<Response> done) {
  context.executor.post([&context, operation, request = std::move(request), done = std::move(done)]() mutable {
    operation(context, std::move(request), Caller::MayWait, std::move(done));
  });
}

// The same of an operation on a table that is done by one call. What `make` holds of the table is let go before `done` is
// called: `done` is the caller's code, and the drop of a table or an index waits until nobody holds it.
template <class Request, class Response>
void on_executor(Context& context, Result<Response> (*make)(Context&, Request), Request request, Caller caller,
                 Completion<Response> done) {
  if (caller == Caller::MayWait) return done(make(context, std::move(request)));
  context.executor.post([&context, make, request = std::move(request), done = std::move(done)]() mutable {
    done(make(context, std::move(request)));
  });
}

}  // namespace partita::engine
