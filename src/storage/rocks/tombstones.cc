#include "storage/rocks/tombstones.h"

#include <signal.h>

#include "storage/rocks/space.h"

namespace partita::storage {
namespace {

constexpr std::uint64_t kTooManySkipped = 2'000;
constexpr std::uint64_t kTooManyForEachRead = 4;
// The pause between two compactions, because a queue under load makes new tombstones all the time.
constexpr std::chrono::milliseconds kPause{500};

}  // namespace

Tombstones::~Tombstones() {
  stopping_ = true;
  const std::lock_guard lock(mutex_);
  if (thread_.joinable()) thread_.join();
}

void Tombstones::passed(std::uint64_t skipped, std::uint64_t read, const std::string& from, const std::string& to) {
  if (skipped < kTooManySkipped || skipped < kTooManyForEachRead * read || !healer_.healthy()) return;
  if (busy_.exchange(true, std::memory_order_acquire)) return;
  if (std::chrono::steady_clock::now() < pause_ends_) {
    busy_.store(false, std::memory_order_release);
    return;
  }
  const std::lock_guard lock(mutex_);
  if (thread_.joinable()) thread_.join();  // it has ended its work
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this, from, to] {
    compact(from, to);
    pause_ends_ = std::chrono::steady_clock::now() + kPause;
    busy_.store(false, std::memory_order_release);
  });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Tombstones::compact(const std::string& from, const std::string& to) {
  const auto writing = healer_.begin_write();
  // The result is ignored, because the next reader that skips as many entries tries again.
  compact_between(db_, from, to, stopping_).PermitUncheckedError();
}

}  // namespace partita::storage
