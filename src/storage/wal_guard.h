// WalGuard: keeps a write-ahead log that failed once from being written on.
//
// After a failed append or sync a log may end in a torn record, and what is appended behind one is lost to recovery.
// RocksDB answers such a failure with a fatal error of the whole database, or, where the failure is called Busy, by
// carrying on as if nothing were. The guarded file system calls it Busy and refuses every later operation on any log,
// until the healer has put all that is in memory into a table file and begun a new log.
//
// Invariant: between a failure and settle() no record of any log is acknowledged.
#pragma once

#include "storage/counters.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace partita::storage {

class WalGuard {
 public:
  explicit WalGuard(std::shared_ptr<Counters> counters) : counters_(std::move(counters)) {}

  // Logs are numbered from 1 in the order of creation.
  std::uint64_t begin_log() { return newest_.fetch_add(1) + 1; }
  bool is_newest(std::uint64_t log) const { return newest_.load() == log; }

  // Condemns all logs there are, for the reason given.
  void condemn(std::string reason);
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  std::string reason() const;

  enum class Admission : std::uint8_t { Pass, Swallow, Refuse };
  // What becomes of an operation on `log`. Condemns it where refused.
  Admission admit(std::uint64_t log);

  // While healing, operations on condemned logs do nothing and succeed, since RocksDB writes to a log once more before
  // it leaves it, and new logs work. Only the healer sets this, with no write under way.
  void set_healing(bool on) { healing_ = on; }
  // Ends the failure; false where the newest log is condemned.
  bool settle();

  void count_sync() { counters_->add(Counters::Syncs, 1); }

 private:
  const std::shared_ptr<Counters> counters_;
  std::atomic<std::uint64_t> newest_{0};
  std::atomic<bool> failed_{false};
  std::atomic<bool> healing_{false};

  mutable std::mutex mutex_;
  std::uint64_t condemned_ = 0;  // this log and all before it
  std::string reason_;           // of the last failure
};

}  // namespace partita::storage
