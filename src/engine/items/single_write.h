// Carries out the write of one item, for PutItem, UpdateItem, DeleteItem and the statements that write.
#pragma once

#include <partita/database_class.h>

#include <memory>
#include <utility>

#include "engine/changes/capacity.h"
#include "engine/commit/write_set.h"
#include "engine/context.h"
#include "engine/may_wait.h"
#include "engine/threads/executor.h"
#include "engine/throttle/admission.h"

namespace partita::engine {

// Takes the cost of a write whose error is its own, such as a false condition, from the table's capacity.
inline void charge_failed(const Context& context, const ItemWrite& write, std::string_view given) {
  if (!context.throttle || write.failed_units == 0) return;
  Consumption consumption(context.throttle, write.table, given);
  consumption.add_failed_write(write.failed_units, write.key);
  consumption.charge();
}

// Carries out `write` and calls `done` once, with what `shape` makes of the write: shape(const ItemWrite&) returns a
// Result<Response>. The write's `error` is set if it failed. `owner` keeps the request alive, which the write points
// into. The context must outlive the write.
template <class Response, class Shape>
void run_single_write(Context& context, ItemWrite write, MayWait may_wait, std::shared_ptr<void> owner,
                      Completion<Response> done, Shape shape) {
  if (auto admitted = admit_write(context, *write.table, write.key); !admitted)
    return done(unexpected(std::move(admitted.error())));
  WriteSet::Writes writes;
  writes.push_back(std::move(write));
  WriteSet::run(context, std::move(writes), may_wait, std::move(owner), {},
                [&context, may_wait, shape, done = std::move(done)](WriteSet& set, Result<void> outcome) mutable {
                  // `done` was moved into a task that found too little memory. The task's destructor has given the
                  // answer.
                  if (!done) return;
                  const ItemWrite& one = set.writes().front();
                  if (!outcome) return done(unexpected(std::move(outcome.error())));
                  Result<Response> response = shape(one);
                  // The thread that commits must go on with other writes, so a large answer is given on the executor.
                  if (!response || may_wait == MayWait::Yes || !has_large_answer(one)) return done(std::move(response));
                  context.executor.post([response = std::move(response), last = std::exchange(done, nullptr),
                                         room = set.take_room()]() mutable { last(std::move(response)); });
                });
}

}  // namespace partita::engine
