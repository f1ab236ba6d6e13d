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

}  // namespace partita::engine
