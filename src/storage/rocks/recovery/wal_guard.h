// WalGuard: prevents writes to a write-ahead log that has failed once.
//
// After a failed append or sync a log may end in a torn record, and recovery loses all records after a torn one.
// RocksDB answers such a failure with a fatal error of the whole database or, if the failure is called Busy, carries on
// as if the log were intact. So the guarded file system calls it Busy and refuses every later operation on any log,
// until the healer has written all memtables to table files and begun a new log.
//
// Invariant: between a failure and end_failure() no record of any log is acknowledged.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "storage/counters.h"

namespace partita::storage {

class WalGuard {
 public:
  explicit WalGuard(std::shared_ptr<Counters> counters) : counters_(std::move(counters)) {}

  // Returns the number of a new log. Logs are numbered from 1 in the order of creation.
  std::uint64_t begin_log() { return newest_.fetch_add(1) + 1; }
  bool is_newest(std::uint64_t log) const { return newest_.load() == log; }

  // Counts all logs that exist now as failed, because of `reason`.
  void fail_all_logs(std::string reason);
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  std::string reason() const;

  enum class Admission : std::uint8_t { Pass, Skip, Refuse };
  // Decides about an operation on `log`: perform it, report success without performing it, or refuse it. After a
  // refusal all logs that exist now count as failed.
  Admission admit(std::uint64_t log);

  // While the healer works, operations on failed logs do nothing and succeed, because RocksDB writes to a log once
  // more before it leaves it. New logs work. Only the healer may call this, and only while no write is under way.
  void set_healing(bool on) { healing_ = on; }
  // Ends the failure. If the newest log has failed, returns false and the failure remains.
  bool end_failure();

  void count_sync() { counters_->add(Counters::Syncs, 1); }

 private:
  const std::shared_ptr<Counters> counters_;
  std::atomic<std::uint64_t> newest_{0};
  std::atomic<bool> failed_{false};
  std::atomic<bool> healing_{false};

  mutable std::mutex mutex_;
  std::uint64_t last_failed_ = 0;  // the last failed log; all before it count as failed too
  std::string reason_;             // of the last failure
};

}  // namespace partita::storage
