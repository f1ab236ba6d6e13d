// A read that is tried on the calling thread first. If it needs the disk and the caller must not wait, it is done again
// on the executor.
#pragma once

#include <partita/database.h>

#include <optional>
#include <utility>

#include "engine/context.h"
#include "engine/may_wait.h"
#include "engine/threads/executor.h"

namespace partita::engine {

// `read(may_wait)` returns a Result<std::optional<Response>>: the answer, or nullopt if `may_wait` is No and something
// is not in memory. Calls `done` once, with the answer or the first error. `read` is moved to the executor with all
// that it owns.
template <class Response, class Read>
void now_or_later(Context& context, MayWait may_wait, Read read, Completion<Response> done) {
  auto now = read(may_wait);
  if (!now) return done(unexpected(std::move(now.error())));
  if (*now) return done(**std::move(now));
  context.executor.post([read = std::move(read), done = std::move(done)]() mutable {
    auto later = read(MayWait::Yes);
    if (!later) return done(unexpected(std::move(later.error())));
    done(**std::move(later));
  });
}

}  // namespace partita::engine
