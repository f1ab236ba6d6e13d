#include "engine/streams/pending_next.h"

#include "base/completing.h"
#include "base/lack_of_memory.h"

namespace partita::engine {
namespace {

thread_local const PendingNext::Reading* reading_here = nullptr;  // the innermost one

void cancel(PendingNext::Done done) noexcept {
  const base::Completing completing;
  (void)base::had_memory_for([&] { done(fail(ErrorCode::Cancelled, "The subscription was destroyed")); });
}

}  // namespace

PendingNext::Reading::Reading(PendingNext& pending)
    : pending_(pending), entered_(pending.enter()), outer_(std::exchange(reading_here, this)) {}

PendingNext::Reading::~Reading() {
  reading_here = outer_;
  if (!entered_) return;
  const std::lock_guard lock(pending_.mutex_);
  --pending_.inside_;
  pending_.left_.notify_all();
}

bool PendingNext::enter() {
  const std::lock_guard lock(mutex_);
  if (!closed_) ++inside_;
  return !closed_;
}

bool PendingNext::take(Done& done) {
  {
    const std::lock_guard lock(mutex_);
    if (under_way_) return false;
    if (!closed_) {
      under_way_ = true;
      done_ = std::move(done);
      return true;
    }
  }
  cancel(std::move(done));
  return true;
}

void PendingNext::answer(Result<std::vector<Record>> result) noexcept {
  Done done;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    done = std::exchange(done_, nullptr);
    under_way_ = false;
  }
  const base::Completing completing;
  (void)base::had_memory_for([&] { done(std::move(result)); });
}

void PendingNext::close() noexcept {
  Done done;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    done = std::exchange(done_, nullptr);
  }
  if (done) cancel(std::move(done));
  // A completion may destroy its own subscription. It may run in a next() that another completion called.
  unsigned own = 0;
  for (const Reading* reading = reading_here; reading != nullptr; reading = reading->outer_)
    if (&reading->pending_ == this && reading->entered_) ++own;
  std::unique_lock lock(mutex_);
  left_.wait(lock, [&] { return inside_ == own; });
}

PendingNext::Done AwaitedNext::completion() {
  return [this](Result<std::vector<Record>> result) {
    const std::lock_guard lock(mutex_);
    result_.emplace(std::move(result));
    given_.notify_one();
  };
}

Result<std::vector<Record>> AwaitedNext::wait() {
  std::unique_lock lock(mutex_);
  given_.wait(lock, [this] { return result_.has_value(); });
  return *std::move(result_);
}

unexpected<Error> another_next() { return invalid("Another next() of this subscription is under way"); }

unexpected<Error> next_in_completion() {
  return invalid("A completion must not wait for next(); use the form with a completion");
}

}  // namespace partita::engine
