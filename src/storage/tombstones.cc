#include "storage/tombstones.h"

#include <signal.h>

namespace partita::storage {
namespace {

constexpr std::uint64_t kTooManySkipped = 2'000;
constexpr std::uint64_t kTooManyForEachRead = 4;
// A queue under load grows new ones all the time.
constexpr std::chrono::milliseconds kPause{500};

}  // namespace

Tombstones::~Tombstones() {
  stopping_ = true;
  const std::lock_guard lock(mutex_);
  if (thread_.joinable()) thread_.join();
}

void Tombstones::passed(std::uint64_t skipped, std::uint64_t read, const std::string& from,
                        const std::string& to) {
  if (skipped < kTooManySkipped || skipped < kTooManyForEachRead * read || !healer_.healthy()) return;
  if (busy_.exchange(true, std::memory_order_acquire)) return;
  if (std::chrono::steady_clock::now() < pause_ends_) {
    busy_.store(false, std::memory_order_release);
    return;
  }
  const std::lock_guard lock(mutex_);
  if (thread_.joinable()) thread_.join();  // it has nothing left to do
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
  rocksdb::CompactRangeOptions options;
  options.exclusive_manual_compaction = false;
  // A file of nothing but tombstones is otherwise moved down as it is.
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  options.canceled = &stopping_;
  const rocksdb::Slice first(from), last(to);
  const auto writing = healer_.begin_write();  // as it may flush the memtable
  // What it answers is not asked: the next reader that skips as many tries again.
  db_.CompactRange(options, from.empty() ? nullptr : &first, to.empty() ? nullptr : &last).PermitUncheckedError();
}

}  // namespace partita::storage
